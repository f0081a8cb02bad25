import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { relateEntities } from '#application/graph/relate-entities.ts';
import { unrelateEntities } from '#application/graph/unrelate-entities.ts';
import { createMemory } from '#application/review/create-memory.ts';
import { deferCandidate } from '#application/review/defer-candidate.ts';
import { deleteCandidate } from '#application/review/delete-candidate.ts';
import { editItem } from '#application/review/edit-item.ts';
import { promoteCandidate } from '#application/review/promote-candidate.ts';
import { proposeGraduation } from '#application/review/propose-graduation.ts';
import { rejectCandidate } from '#application/review/reject-candidate.ts';
import { restore } from '#application/review/restore.ts';
import { retire } from '#application/review/retire.ts';
import { returnToCandidate } from '#application/review/return-to-candidate.ts';
import { reviewCandidates } from '#application/review/review-candidates.ts';
import { supersede } from '#application/review/supersede.ts';
import type { Command, CommonInput, UseCaseResult } from '#application/use-case.ts';
import { queueingChanges } from '#domain/audit/live-changes.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import { verifyAuditChain } from '#persistence/store/audit-log.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, viewer } from '#test/support/gateway.ts';
import { testSize } from '#test/support/property-runs.ts';
import { createStore, type TestStore, useCaseStores } from '#test/support/store.ts';

/** docs/rules.md §5, written out: from where to where an item may go, whatever anybody does. */
const steps: Readonly<Record<ItemStatus, readonly ItemStatus[]>> = {
  CANDIDATE: ['ACTIVE', 'INVALID'],
  ACTIVE: ['CANDIDATE', 'SUPERSEDED', 'GRADUATED', 'RETIRED'],
  INVALID: ['CANDIDATE'],
  SUPERSEDED: ['ACTIVE'],
  GRADUATED: ['ACTIVE'],
  RETIRED: ['ACTIVE'],
  ERASED: [],
};

interface ItemState {
  readonly id: string;
  readonly status: ItemStatus;
  readonly revision: number;
  readonly content: string;
  /** Everything else of the row, as text: equal texts, equal rows. */
  readonly row: string;
  /** Its history, oldest first. */
  readonly revisions: readonly {
    readonly revision: number;
    readonly status: ItemStatus;
    readonly content: string;
  }[];
}

interface World {
  readonly items: ReadonlyMap<string, ItemState>;
  readonly edges: string;
  readonly changes: number;
  readonly refusals: number;
}

/** Everything of one tenant that an operation may touch, in one statement. */
const look = async (store: TestStore, tenant: string): Promise<World> => {
  const [found] = await store.asOwner<{
    items: ItemState[] | null;
    edges: string | null;
    changes: string;
    refusals: string;
  }>(
    `select (select json_agg(i) from (
        select id, status, revision, content, m::text as row, (select json_agg(r order by r.revision) from (
          select revision, status, content from revisions where memory_id = m.id) r) as revisions from memories m where tenant = ?
        union all select id, status, revision, content, e::text, (select json_agg(r order by r.revision) from (
          select revision, status, content from revisions where entity_id = e.id) r) from graph_entities e where tenant = ?) i) as items,
      (select string_agg(from_id || relation || to_id, ',' order by id) from entity_relations where tenant = ? and unrelated_at is null) as edges,
      (select count(*) from audit_events where tenant = ? and action not like '%.refused') as changes,
      (select count(*) from audit_events where tenant = ? and action like '%.refused') as refusals`,
    [tenant, tenant, tenant, tenant, tenant],
  );
  return {
    items: new Map((found?.items ?? []).map((item) => [item.id, item])),
    edges: found?.edges ?? '',
    changes: Number(found?.changes),
    refusals: Number(found?.refusals),
  };
};

/** A candidate, two active entities with an edge, and one that is superseded: written by somebody who does nothing here. */
const open = async (store: TestStore, tenant: string): Promise<void> => {
  const serial = tenant.replace(/\D/g, '');
  const life = ['CANDIDATE', 'ACTIVE', 'SUPERSEDED'] as const;
  const write = (table: 'memories' | 'graph_entities', id: string, age: 1 | 2 | 3, own: object) => {
    const row = {
      id,
      tenant,
      project: 'p',
      contributor: 'ann',
      hand_authored: true,
      visibility_key: 'shared',
      status: life[age - 1],
      revision: age,
      content: id,
      confidence: 0.5,
      ...own,
    };
    const names = Object.keys(row).join(', ');
    const values = Object.values(row).map((value) =>
      typeof value === 'string' ? `'${value}'` : String(value),
    );
    return store.asOwner(
      `with item as (insert into ${table} (${names}, pending_since, created_at, updated_at)
        values (${values.join(', ')}, now(), now(), now()) returning id, tenant)
      insert into revisions (id, tenant, ${table === 'memories' ? 'memory_id' : 'entity_id'}, revision, status, content, reworded, edited_by, edited_at)
        select 'rev_' || id || n, tenant, id, n, (array['${life.join("', '")}'])[n], id, n = 1, 'ann', now() from item, generate_series(1, ${age}) n`,
    );
  };
  const component = { entity_type: 'COMPONENT', name: 'n' };
  const [a, b] = [`ent_${serial}_a`, `ent_${serial}_b`];
  await write('memories', `mem_${serial}`, 1, { kind: 'FACT' });
  await write('graph_entities', a, 2, component);
  await write('graph_entities', b, 2, component);
  await write('graph_entities', `ent_${serial}_c`, 3, { ...component, superseded_by_id: a });
  await store.asOwner(
    `insert into entity_relations values ('rel_${serial}', '${tenant}', '${a}', '${b}', 'PART_OF', 'ann', now())`,
  );
};

/** Actions; numbers choose among existing items. */
interface Act {
  readonly does: Action;
  readonly on: number;
  readonly other: number;
  readonly word: number;
  readonly stale: boolean;
  readonly by: number;
}
const actions = [
  'create',
  'promote',
  'promote',
  'promote',
  'reject',
  'return',
  'return',
  'edit',
  'defer',
  'delete',
  'propose',
  'propose',
  'supersede',
  'restore',
  'retire',
  'relate',
  'unrelate',
  'review all',
  'review some',
] as const;
type Action = (typeof actions)[number];

const anyAct: fc.Arbitrary<Act> = fc.record({
  does: fc.constantFrom(...actions),
  on: fc.nat(20),
  other: fc.nat(20),
  word: fc.nat(6),
  stale: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  by: fc.nat(2),
});

type Done = Promise<UseCaseResult<unknown>>;

const act = (dependencies: AppDependencies, tenant: string, ids: readonly string[], asked: Act): Done => {
  const people: readonly Viewer[] = [
    viewer('bob', ['reviewer', 'contributor'], { tenant }),
    viewer('root', ['admin'], { tenant }),
    viewer('carol', ['contributor'], { tenant }),
  ];
  const who = people[asked.by] ?? viewer('bob', ['reviewer'], { tenant });
  const among = ['relate', 'unrelate'].includes(asked.does) ? ids.filter((id) => id.startsWith('ent_')) : ids;
  const id = among[asked.on % among.length] ?? 'mem_none';
  const other = among[asked.other % among.length] ?? 'ent_none';
  const expectedRevision = asked.stale ? 99 : null;
  const run = <Input extends CommonInput>(
    useCase: (dependencies: AppDependencies, command: Command<Input>) => Promise<UseCaseResult<unknown>>,
    input: Input,
  ): Done => useCase(dependencies, { viewer: who, requestId: 'r', input });
  const decisions = [
    { id, action: 'PROMOTE' as const, ...(asked.word % 2 ? { content: `reworded ${asked.word}` } : {}) },
    ...(other === id ? [] : [{ id: other, action: 'REJECT' as const, reason: 'no' }]),
  ];
  const edge = { fromId: id, toId: other, relation: 'PART_OF' as const };
  switch (asked.does) {
    case 'create':
      return run(createMemory, { project: 'p', kind: 'FACT', content: `word ${asked.word}` });
    case 'promote':
      return run(promoteCandidate, { id, expectedRevision });
    case 'reject':
      return run(rejectCandidate, { id, expectedRevision, reason: 'no' });
    case 'return':
      return run(returnToCandidate, { id, expectedRevision });
    case 'edit':
      return run(editItem, { id, expectedRevision, content: `word ${asked.word}` });
    case 'defer':
      return run(deferCandidate, { id, expectedRevision, until: new Date(1_900_000_000_000 + asked.word) });
    case 'delete':
      return run(deleteCandidate, { id, expectedRevision });
    case 'propose':
      return run(proposeGraduation, { memoryId: id, entityType: 'COMPONENT', name: 'n', expectedRevision });
    case 'supersede':
      return run(supersede, {
        id,
        supersededById: other,
        expectedRevision,
      });
    case 'restore':
      return run(restore, { id, expectedRevision });
    case 'retire':
      return run(retire, { id, expectedRevision, reason: 'no' });
    case 'relate':
      return run(relateEntities, edge);
    case 'unrelate':
      return run(unrelateEntities, edge);
    case 'review all':
      return run(reviewCandidates, { errorPolicy: 'REJECT_ALL', decisions });
    case 'review some':
      return run(reviewCandidates, { errorPolicy: 'SKIP_FAILED', decisions });
  }
};

const unrecorded = ['not_found', 'forbidden', 'input.invalid'];

/** How many changes an act made: one an item that came, went or moved, and one for the edges. */
const assertLawful = (before: World, after: World, asked: Act): number => {
  let changed = before.edges === after.edges || asked.does === 'delete' ? 0 : 1;
  for (const [id, item] of after.items) {
    const former = before.items.get(id);
    if (former && former.row === item.row) continue;
    changed += 1;
    const { status, revision, content, revisions } = item;
    expect(revisions.map((row) => row.revision)).toEqual(
      Array.from({ length: revision }, (_, index) => index + 1),
    );
    expect(revisions.at(-1)).toEqual({ revision, status, content });
    if (!former) {
      expect([status, revision]).toEqual(['CANDIDATE', 1]);
      continue;
    }
    // Reworded and promoted is two changes of one item.
    changed += revision - former.revision - 1;
    expect(revision).toBeGreaterThan(former.revision);
    expect(revisions.slice(0, former.revision)).toEqual(former.revisions);
    if (status !== former.status) expect(steps[former.status]).toContain(status);
  }
  for (const [id, { status, revisions }] of before.items)
    if (!after.items.has(id)) {
      changed += 1;
      expect([asked.does, status]).toEqual(['delete', 'CANDIDATE']);
      expect(revisions.map((row) => row.status)).not.toContain('ACTIVE');
    }
  return changed;
};

/** Runs of ten sequences each on a database. */
const runs = { pglite: testSize(100), postgres: testSize(200) };

describe('whatever people do, in whatever order', () => {
  describe.each(useCaseStores)('on %s', (kind) => {
    test('long sequences reach no state outside the table, lose no wording, and are audited change by change', async () => {
      const store = await createStore(kind);
      const { dependencies } = await createTestGateway(store);
      let tenants = 0;
      const met = new Map<string, number>();
      const runActs = async (acts: readonly Act[]): Promise<void> => {
        tenants += 1;
        const tenant = `tenant ${tenants}`;
        await open(store, tenant);
        let world = await look(store, tenant);
        for (const asked of acts) {
          const ids = [...world.items.keys()].sort();
          const answer = await act(dependencies, tenant, ids, asked).then(
            () => 'done',
            (error: unknown) => {
              if (error instanceof DomainError) return error.code;
              throw error;
            },
          );
          met.set(`${asked.does}: ${answer}`, (met.get(`${asked.does}: ${answer}`) ?? 0) + 1);
          const next = await look(store, tenant);
          const changed = assertLawful(world, next, asked);
          expect([asked.does, answer, next.changes - world.changes]).toEqual([asked.does, answer, changed]);
          if (answer !== 'done') {
            expect([asked.does, answer, changed]).toEqual([asked.does, answer, 0]);
            expect([answer, next.refusals - world.refusals]).toEqual([
              answer,
              unrecorded.includes(answer) ? 0 : 1,
            ]);
          }
          world = next;
        }
        const session = openReadSession(store.orm, viewer('oscar', ['auditor'], { tenant }));
        const verification = await verifyAuditChain(session);
        await session.close();
        expect(verification).toMatchObject({ valid: true, events: world.changes + world.refusals });
      };
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(anyAct, { minLength: 3, maxLength: 6, size: 'max' }), {
            minLength: 10,
            maxLength: 10,
          }),
          async (stories) => {
            // On a server they run beside each other; each has a tenant of its own.
            if (kind === 'postgres') await Promise.all(stories.map(runActs));
            else for (const one of stories) await runActs(one);
          },
        ),
        { numRuns: runs[kind], endOnFailure: true },
      );
      // A subscriber to the queue receives everything that entered it.
      const undelivered = await store.asOwner(
        `select r.id from revisions r where r.status = 'CANDIDATE' and r.id !~ '^rev_(mem|ent)_'
          and not exists (select 1 from revisions former where former.tenant = r.tenant and former.revision = r.revision - 1
            and former.status = 'CANDIDATE' and (former.memory_id = r.memory_id or former.entity_id = r.entity_id))
          and not exists (select 1 from audit_events a where a.tenant = r.tenant and a.target_id = coalesce(r.memory_id, r.entity_id)
            and a.at = r.edited_at and a.action in (${queueingChanges.map((action) => `'${action}'`).join(', ')}))`,
      );
      expect(undelivered).toEqual([]);
      await store.drop();
      expect(tenants).toBeGreaterThanOrEqual(10 * runs[kind]);
      // The sequences are not all alike: but for the rarest, which chance may leave out, every action was done.
      const neverDone = [...new Set(actions)].filter((action) => (met.get(`${action}: done`) ?? 0) === 0);
      expect(neverDone.length).toBeLessThanOrEqual(3);
    });
  });
});
