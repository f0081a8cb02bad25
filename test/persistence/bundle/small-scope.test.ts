import { beforeAll, describe, expect, test } from 'vitest';
import { bundleDefaults, rankBundle } from '#domain/bundle/bundle.ts';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { answeringOf } from '#domain/retrieval/relevance.ts';
import { dateVerdict, taskDatesOf } from '#domain/retrieval/task-dates.ts';
import type { Database } from '#entities/index.ts';
import {
  type BundleCandidate,
  type BundleScope,
  bundleCandidates,
  countInScope,
  readSmallScope,
} from '#persistence/bundle/bundle.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { beginning, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { placePolicies, worldPolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { everyThing, everyViewer } from '#test/support/visibility/things.ts';

const terms = { now: beginning, bundle: bundleDefaults, confidence: confidenceDefaults };
const everything = { project: null, subjectId: null, now: beginning };

/** The same scope, read in the way of large ones. */
const inBatches = async (session: ReadSession, scope: BundleScope) => ({
  ...(await countInScope(session, scope)),
  candidates: await bundleCandidates(session, scope, terms, { limit: 10_000, offset: 0 }),
});

describe('a small scope that is read whole is what is counted and ranked of a large one', () => {
  onServerStore((store) => {
    beforeAll(async () => {
      const db = store().orm.em.fork().getKysely<Database>();
      await placePolicies(db, await placeThings(db, everyThing), worldPolicies);
      await store().asOwner(
        // In the order of their ids, which rise as they are drawn: rows move to other places in the table whenever triggers change them.
        `with written as (select id, row_number() over (order by id) as place from memories)
        update memories m set subject_id = case when place % 3 = 0 then 'ann' end,
          content = case when place % 5 < 2 or status = 'GRADUATED' then 'The gauge leaks' else content end,
          verify_by = case when place % 7 < 2 then timestamptz '2026-01-01' end from written w where w.id = m.id`,
      );
      // For each believed entity, and each that has ended, another that is what a memory became; several are of one memory.
      await store().asOwner(
        `with became as (select id, tenant, row_number() over (partition by tenant order by id) as place, count(*) over (partition by tenant) as memories from memories where status = 'GRADUATED'),
          entities as (select *, row_number() over (partition by tenant order by id) as place from graph_entities where status in ('ACTIVE', 'SUPERSEDED', 'RETIRED'))
        insert into graph_entities (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at,
          entity_type, name, sensitivity_labels, quarantined, graduated_from_id)
        select e.id || 'g', e.tenant, e.project, e.contributor, e.audience, e.is_personal, true, e.visibility_key, e.status, 1, 'Graduated ' || e.place, 0.5, e.created_at, e.created_at, e.created_at,
          e.entity_type, e.name, e.sensitivity_labels, e.quarantined, b.id from entities e join became b on b.tenant = e.tenant and b.place = 1 + e.place % b.memories`,
      );
    });

    test.for<[string, Partial<BundleScope>]>([
      ['by confidence and recency', {}],
      ['for a task', { taskWords: ['gauge', 'pier'] }],
      ['about a subject', { subjectId: 'ann' }],
      ['without what is overdue', { omitStaleAt: beginning }],
    ])('%s', async ([, more]) => {
      const reasons = new Set<string>();
      let delivered = 0;
      for (const asking of everyViewer) {
        const session = openReadSession(store().orm, asking);
        try {
          const scope = { ...everything, ...more };
          const whole = await readSmallScope(session, scope);
          const large = await inBatches(session, scope);
          if (whole === null) throw new Error('the scope is not small');
          // A large scope is read for what may answer a task alone.
          const { words: answers } = answeringOf(whole.candidates, 'gauge or pier');
          const small = {
            ...whole,
            candidates: whole.candidates.filter(
              ({ mandatory }, at) => !('taskWords' in more) || mandatory || (answers[at] ?? 0) > 0,
            ),
          };
          const ranked = (candidates: readonly BundleCandidate[]) => {
            const { words, neighbours } = answeringOf(candidates, 'gauge or pier');
            const answering = candidates.map((one, at) => ({
              ...one,
              answers: { words: words[at] ?? 0, neighbours: neighbours[at] ?? 0, meaning: null, dates: null },
            }));
            return rankBundle(answering, beginning, bundleDefaults, confidenceDefaults);
          };
          const wordsById = (candidates: readonly BundleCandidate[]) =>
            new Map(candidates.map(({ id, words }) => [id, words]));
          expect({ ...small, candidates: [] }).toEqual({ ...large, candidates: [] });
          expect(ranked(small.candidates)).toEqual(ranked(large.candidates));
          expect(wordsById(small.candidates)).toEqual(wordsById(large.candidates));
          for (const { reason } of large.leftOut) reasons.add(reason);
          delivered += large.deliverable;
        } finally {
          await session.close();
        }
      }
      expect(delivered).toBeGreaterThan(0);
      expect([...reasons].sort()).toEqual([
        'NOT_BELIEVED',
        'PERSONAL_TO_ANOTHER',
        'QUARANTINED',
        'RETIRED',
        ...('omitStaleAt' in more ? ['STALE'] : []),
        'SUPERSEDED',
      ]);
    });

    test.for(['in 2025', 'as of 2024', 'since 2025', 'as of 2025-06-01', 'after 2030', 'on 2025-06-01'])(
      'what holds at another time than is asked about (%s) is left out as the rule says, and no mandate is',
      async (task) => {
        const dates = taskDatesOf(task, beginning);
        if (dates === null) throw new Error(`${task} names no time.`);
        const instants = [null, '2024-03-01', '2025-06-01', '2025-06-02', '2026-01-01', '2031-01-01'];
        const tenant = `dated ${task}`;
        const rows = instants.flatMap((from) =>
          instants.flatMap((until) =>
            from !== null && until !== null && from >= until
              ? []
              : [false, true].map((mandatory) => ({ from, until, mandatory })),
          ),
        );
        const quoted = (text: string | null) =>
          text === null ? 'null::timestamptz' : `timestamptz '${text}Z'`;
        await store().asOwner(
          `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind, mandatory, holds_from, holds_until)
           select 'mem_${tenant}_' || place, '${tenant}', 'p', 'carol', true, 'shared', 'ACTIVE', 1, 'Gauge ' || place, 0.5, now(), now(), now(), 'FACT', mandatory, f, u
           from (values ${rows.map(({ from, until, mandatory }, place) => `(${place}, ${mandatory}, ${quoted(from)}, ${quoted(until)})`).join(', ')}) v(place, mandatory, f, u)`,
        );
        const session = openReadSession(store().orm, viewer('rita', ['reader'], { tenant }));
        const scope = { ...everything, dates };
        const small = await readSmallScope(session, scope);
        const large = await inBatches(session, scope);
        // Without a time that is asked about, memories are counted by class, but for what holds no more.
        const undated = await inBatches(session, everything);
        expect(undated.leftOut).toEqual([{ reason: 'EXPIRED', count: expect.any(Number) }]);
        expect((await readSmallScope(session, everything))?.leftOut).toEqual(undated.leftOut);
        await session.close();
        const at = (text: string | null) => (text === null ? null : new Date(`${text}Z`));
        const given = rows.flatMap(({ from, until, mandatory }, place) => {
          const days = { holdsFrom: at(from), holdsUntil: at(until), saidAt: null };
          const isGiven = mandatory
            ? days.holdsUntil === null || days.holdsUntil > beginning
            : dateVerdict(days, dates) !== 'OUTSIDE';
          return isGiven ? [`mem_${tenant}_${place}`] : [];
        });
        for (const read of [small, large]) {
          expect(read?.candidates.map(({ id }) => id).sort()).toEqual(given.sort());
          expect(read?.deliverable).toBe(given.length);
        }
        expect(small?.leftOut).toEqual(large.leftOut);
        const leftOut = large.leftOut.reduce((sum, { count }) => sum + count, 0);
        expect(leftOut).toBe(rows.length - given.length);
        expect(leftOut).toBeGreaterThan(0);
      },
    );

    test('a scope is small with a thousand memories, and not with one more', async () => {
      const write = (from: number, to: number) =>
        store().asOwner(
          `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind)
           select 'mem_small_' || g, 'large', 'p', 'carol', true, 'shared', 'ACTIVE', 1, 'Gauge ' || g, 0.5, now(), now(), now(), 'FACT' from generate_series(${from}, ${to}) g`,
        );
      const read = async () => {
        const session = openReadSession(store().orm, viewer('rita', ['reader'], { tenant: 'large' }));
        const small = await readSmallScope(session, everything);
        await session.close();
        return small;
      };
      await write(1, 1_000);
      expect(await read()).toMatchObject({ deliverable: 1_000, leftOut: [] });
      await write(1_001, 1_001);
      expect(await read()).toBeNull();
    });
  });
});
