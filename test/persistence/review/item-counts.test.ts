import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import {
  type ContradictionFilter,
  countContradictions,
  foldContradictionCounts,
} from '#persistence/contradictions/contradictions.ts';
import { sql } from '#persistence/reading/sql.ts';
import { contradictionsVisibleTo, itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import { readMemoryStats } from '#persistence/review/contributions.ts';
import { foldItemCounts } from '#persistence/review/item-counts.ts';
import { isLong } from '#test/support/property-runs.ts';
import { inSession } from '#test/support/sessions.ts';
import { onServerStore } from '#test/support/store.ts';
import { blindRole, createBlindRole } from '#test/support/visibility/blind-role.ts';
import { placePolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { asOwner } from '#test/support/visibility/seen-rows.ts';
import { anyStoredPolicy, anyThing, anyViewer } from '#test/support/visibility/things.ts';

/** Changes of items that move them between classes, or away. */
const changes = [
  `update memories set status = 'ACTIVE' where status = 'CANDIDATE' and id < (select max(id) from memories)`,
  `update memories set status = 'RETIRED', quarantined = not quarantined where is_personal`,
  `update memories set audience = '{board}', sensitivity_labels = '{pii.email}' where audience = '{}' and not quarantined`,
  `update memories set is_personal = not is_personal, domain = 'd' where status = 'SUPERSEDED'`,
  `update graph_entities set status = 'CANDIDATE', entity_type = 'VENDOR' where status = 'ACTIVE'`,
  `update graph_entities set quarantined = true where contributor = 'ann'`,
  `update memories set content = 'Reworded.'`,
  // Both sides of a contradiction in one statement, and one side.
  `update memories set status = case status when 'ACTIVE' then 'RETIRED' else status end, domain = 'd' where true`,
  `update memories set sensitivity_labels = '{pii.email}' where id = (select min(older_id) from contradictions)`,
  `update contradictions set status = 'RESOLVED', action = 'BOTH_VALID', severity = 'HARD' where id > (select min(id) from contradictions)`,
  `delete from contradictions where id = (select max(id) from contradictions)`,
] as const;

const pairFilters: readonly ContradictionFilter[] = [
  {},
  { status: { eq: 'OPEN' } },
  { project: { not: ['other'] }, or: [{ severity: { eq: 'HARD' } }, { domain: { eq: 'd' } }] },
];

const columns = 'project, kind, entity_type, domain, status, sensitivity_labels';
const itemsOf = (table: string, absent: string) =>
  `select ${columns.replaceAll(new RegExp(absent, 'g'), 'null::text as $&')}, tenant, contributor, is_personal, audience, quarantined, 1 as items from ${table}`;
const items = sql.raw(
  `(${itemsOf('memories', 'entity_type')} union all ${itemsOf('graph_entities', 'kind|domain')})`,
);
const counts = sql.raw('item_counts');

describe('numbers of items and contradictions by class', () => {
  onServerStore((store) => {
    beforeAll(() => createBlindRole(store()));

    /** The visible items by class; `role`: null for row-level security alone, else the predicate alone. */
    const counted = (viewer: Viewer, from: typeof items, role: string | undefined) =>
      inSession(
        store().orm,
        viewer,
        async (session) => {
          const visible = role === undefined ? sql`true` : itemsVisibleTo(viewer, 'i');
          const { rows } =
            await sql`select ${sql.raw(columns)}, sum(items)::int as items from ${from} i where ${visible}
            group by ${sql.raw(columns)} having sum(items) <> 0 order by ${sql.raw(columns)}`.execute(
              await session.db(),
            );
          return rows;
        },
        role,
      );

    /** Contradictions counted by themselves, and by class; of all, of some filters, and as the figures have the open ones. */
    const pairsCounted = (viewer: Viewer, role: string | undefined) =>
      inSession(
        store().orm,
        viewer,
        async (session) => {
          const found: (readonly [number, number])[] = [];
          for (const filter of pairFilters) {
            // No class has the judge, so that contradictions are looked at themselves.
            const one = await countContradictions(session, { ...filter, judge: { not: ['nobody'] } });
            found.push([one.value, (await countContradictions(session, filter)).value]);
          }
          const { rows } = await sql<{
            open: number;
          }>`select count(*)::int as open from contradictions c where c.status = 'OPEN' and ${contradictionsVisibleTo(viewer, 'c')}`.execute(
            await session.db(),
          );
          const { openContradictions } = await readMemoryStats(session, null);
          return [...found, [rows[0]?.open ?? 0, openContradictions] as const];
        },
        role,
      );

    test('are those of the items that each viewer sees, by either check, before and after a fold', {
      timeout: 300_000,
    }, async () => {
      let shown = 0;
      let opposed = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyThing, { minLength: 10, maxLength: 20, size: 'max' }),
          fc.array(anyViewer, { minLength: 4, maxLength: 5 }),
          fc.record({ acme: anyStoredPolicy, "o'hara": anyStoredPolicy }),
          fc.array(fc.constantFrom(...changes), { maxLength: 3 }),
          fc.boolean(),
          async (things, viewers, policies, changed, folds) => {
            const db = asOwner(store());
            await placePolicies(db, await placeThings(db, things), policies);
            for (const change of changed) await store().asOwner(change);
            if (folds) {
              await foldItemCounts(store().orm);
              await foldContradictionCounts(store().orm);
            }
            for (const viewer of viewers)
              for (const role of [undefined, blindRole]) {
                const expected = await counted(viewer, items, role);
                expect(await counted(viewer, counts, role)).toEqual(expected);
                shown += expected.length;
                const pairs = await pairsCounted(viewer, role);
                expect([viewer, pairs]).toEqual([viewer, pairs.map(([one]) => [one, one])]);
                opposed += pairs[0]?.[0] ?? 0;
              }
          },
        ),
        { numRuns: isLong ? 8 : 4, endOnFailure: true },
      );
      expect(shown).toBeGreaterThan(100);
      expect(opposed).toBeGreaterThan(10);
    });

    test('a fold leaves one row of each class that has items, and none of others', async () => {
      await foldItemCounts(store().orm);
      const classes = sql`select tenant, project, kind, entity_type, domain, status, contributor, audience, is_personal, quarantined, sensitivity_labels`;
      const { rows } = await sql<{
        rows: number;
        classes: number;
        empty: number;
      }>`select count(*)::int as rows,
        (select count(*)::int from (${classes} from item_counts group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) c) as classes,
        count(*) filter (where items <= 0)::int as empty from item_counts`.execute(asOwner(store()));
      expect(rows[0]?.rows).toBeGreaterThan(10);
      expect(rows[0]).toEqual({ rows: rows[0]?.classes, classes: rows[0]?.rows, empty: 0 });
    });

    test('a candidate that is deleted leaves the number of its class', async () => {
      const waiting = async () =>
        (
          await sql<{
            items: number;
          }>`select sum(items)::int as items from item_counts where status = 'CANDIDATE' and kind is not null`.execute(
            asOwner(store()),
          )
        ).rows[0]?.items ?? 0;
      const before = await waiting();
      await store().asOwner(
        `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind)
          select 'mem_deleted' || g, 'acme', 'p', 'carol', true, 'shared', 'CANDIDATE', 1, 'Gauge', 0.5, now(), now(), now(), 'FACT' from generate_series(1, 3) g`,
      );
      expect(await waiting()).toBe(before + 3);
      await store().asOwner(`delete from memories where id like 'mem_deleted%'`);
      expect(await waiting()).toBe(before);
    });
  });
});
