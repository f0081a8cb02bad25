import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { mandateMemory } from '#application/evidence/mandate-memory.ts';
import { recordEvidence } from '#application/evidence/record-evidence.ts';
import { recordInteraction } from '#application/ingestion/record-interaction.ts';
import { setSensitivityLabels } from '#application/labels/set-sensitivity-labels.ts';
import { createMemory } from '#application/review/create-memory.ts';
import { deferCandidate } from '#application/review/defer-candidate.ts';
import { deleteCandidate } from '#application/review/delete-candidate.ts';
import { editItem } from '#application/review/edit-item.ts';
import { promoteCandidate } from '#application/review/promote-candidate.ts';
import { proposeGraduation } from '#application/review/propose-graduation.ts';
import { rejectCandidate } from '#application/review/reject-candidate.ts';
import { returnToCandidate } from '#application/review/return-to-candidate.ts';
import { reviewCandidates } from '#application/review/review-candidates.ts';
import { setMemoryPersonal } from '#application/review/set-memory-personal.ts';
import type { Command, CommonInput, UseCaseResult } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import { type ItemVisibilityFacts, isVisible } from '#domain/privacy/visibility.ts';
import { countEntities, pageOfEntities } from '#persistence/graph.ts';
import type { ItemRow } from '#persistence/reading/item-rows.ts';
import type { Page } from '#persistence/reading/keyset.ts';
import { countMemories, type MemoryListQuery, pageOfMemories } from '#persistence/review/items.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, viewer } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { createStore, type TestStore, useCaseStores } from '#test/support/store.ts';

const actions = [
  'create',
  'report',
  'promote',
  'promote',
  'promote',
  'reject',
  'return',
  'edit',
  'edit',
  'defer',
  'delete',
  'graduate',
  'graduate',
  'believe entity',
  'reject entity',
  'return entity',
  'make personal',
  'mandate',
  'label',
  'verify',
  'review',
] as const;

/** Actions; numbers choose among existing items. `wait`: milliseconds before; zero is the same instant. */
const anyAct = fc.record({
  does: fc.constantFrom(...actions),
  on: fc.nat(10),
  word: fc.nat(50),
  by: fc.nat(2),
  wait: fc.constantFrom(0, 1, 60_000),
});
type Act = typeof anyAct extends fc.Arbitrary<infer T> ? T : never;

const act = (
  dependencies: AppDependencies,
  tenant: string,
  { does, on, word, by }: Act,
  ids: { readonly memories: readonly string[]; readonly entities: readonly string[] },
): Promise<unknown> => {
  const people: readonly Viewer[] = [
    viewer('bob', ['reviewer', 'contributor'], { tenant }),
    viewer('root', ['admin'], { tenant }),
    viewer('carol', ['contributor'], { tenant }),
  ];
  const who = people[by] ?? viewer('bob', [], { tenant });
  const id = ids.memories[on % ids.memories.length] ?? 'mem_none';
  const entity = ids.entities[on % ids.entities.length] ?? 'ent_none';
  const run = <Input extends CommonInput>(
    useCase: (dependencies: AppDependencies, command: Command<Input>) => Promise<UseCaseResult<unknown>>,
    input: Input,
  ) => useCase(dependencies, { viewer: who, requestId: 'r', input });
  switch (does) {
    case 'create':
      return run(createMemory, {
        project: 'p',
        kind: 'FACT',
        content: `word ${word}`,
        isPersonal: word % 5 === 0,
      });
    case 'report':
      return run(recordInteraction, { project: 'p', content: `We will use gauge ${word}.`, extract: true });
    case 'promote':
      return run(promoteCandidate, { id });
    case 'reject':
      return run(rejectCandidate, { id, reason: 'no' });
    case 'return':
      return run(returnToCandidate, { id });
    case 'edit':
      return run(editItem, { id, content: `other word ${word}` });
    case 'defer':
      return run(deferCandidate, { id, until: new Date(1_900_000_000_000) });
    case 'delete':
      return run(deleteCandidate, { id });
    case 'graduate':
      return run(proposeGraduation, { memoryId: id, entityType: 'COMPONENT', name: 'n' });
    case 'believe entity':
      return run(promoteCandidate, { id: entity });
    case 'reject entity':
      return run(rejectCandidate, { id: entity, reason: 'no' });
    case 'return entity':
      return run(returnToCandidate, { id: entity });
    case 'make personal':
      return run(setMemoryPersonal, { id, isPersonal: word % 2 === 0 });
    case 'mandate':
      return run(mandateMemory, { id, mandatory: word % 2 === 0 });
    case 'label':
      return run(setSensitivityLabels, { id, labels: word % 2 ? ['pii.email'] : [] });
    case 'verify':
      return run(recordEvidence, { memoryId: id, detectionType: 'CONFIRMATION', sourceRef: 'call 1' });
    case 'review':
      return run(reviewCandidates, {
        errorPolicy: 'SKIP_FAILED',
        decisions: [{ id, action: 'PROMOTE', ...(word % 2 ? { content: `reviewed ${word}` } : {}) }],
      });
  }
};

interface StoredEvent {
  readonly targetId: string;
  readonly at: Date;
  readonly after: { readonly status?: string; readonly content?: string } | null;
}

/** Status and content of every memory after all events up to an instant, in their order. */
const replay = (events: readonly StoredEvent[], at: Date): ReadonlyMap<string, string> => {
  const stood = new Map<string, { status?: string; content?: string }>();
  for (const event of events) {
    if (event.at > at) continue;
    const { status, content } = event.after ?? {};
    const before = stood.get(event.targetId) ?? {};
    stood.set(event.targetId, { ...before, ...(status && { status }), ...(content && { content }) });
  }
  return new Map([...stood].map(([id, now]) => [id, `${now.status}: ${now.content}`]));
};

const idsOf = async (store: TestStore, table: string, tenant: string) =>
  (await store.asOwner<{ id: string }>(`select id from ${table} where tenant = ? order by id`, [tenant])).map(
    ({ id }) => id,
  );

const query = (asOf: Date): MemoryListQuery => ({
  filter: {},
  orderBy: { field: 'CREATED_AT', direction: 'ASC' },
  asOf,
  excludePersonal: false,
});

/** The list of one kind of items as of an instant, and what the audit says of them. */
interface Lists {
  readonly type: 'Memory' | 'Entity';
  readonly table: string;
  readonly page: (session: ReadSession, asOf: Date) => Promise<Page<ItemRow>>;
  readonly count: (session: ReadSession, asOf: Date) => Promise<number>;
}
const all = { size: 100, after: null };
const memoryLists: Lists = {
  type: 'Memory',
  table: 'memories',
  page: (session, asOf) => pageOfMemories(session, query(asOf), all),
  count: async (session, asOf) => (await countMemories(session, query(asOf))).value,
};
const entityLists: Lists = {
  type: 'Entity',
  table: 'graph_entities',
  page: (session, asOf) => pageOfEntities(session, { filter: {}, asOf }, all),
  count: async (session, asOf) => (await countEntities(session, { filter: {}, asOf })).value,
};

const histories = isLong ? 40 : 15;

describe('memories(asOf:) and entities(asOf:) show what the audit log says', () => {
  describe.each(useCaseStores)('on %s', (kind) => {
    test(`at every instant of ${histories} histories, to everybody`, async () => {
      const store = await createStore(kind);
      const gateway = await createTestGateway(store);
      let tenants = 0;
      let compared = 0;
      const shown = new Set<string>();
      const runActs = async (acts: readonly Act[]): Promise<void> => {
        tenants += 1;
        const tenant = `tenant ${tenants}`;
        for (const asked of acts) {
          gateway.pass(asked.wait);
          const ids = {
            memories: await idsOf(store, 'memories', tenant),
            entities: await idsOf(store, 'graph_entities', tenant),
          };
          await act(gateway.dependencies, tenant, asked, ids).catch((error: unknown) => {
            if (!(error instanceof DomainError)) throw error;
          });
        }
        for (const lists of [memoryLists, entityLists]) await compare(tenant, lists);
      };
      const compare = async (tenant: string, { type, table, page, count }: Lists): Promise<void> => {
        const events = await store.asOwner<StoredEvent>(
          `select e.target_id as "targetId", e.at, t.after from audit_events e join audit_texts t on t.tenant = e.tenant and t.id = e.id
            where e.tenant = ? and e.target_type = ? and e.action not like '%.refused' order by e.sequence`,
          [tenant, type],
        );
        const rows = await store.asOwner<ItemVisibilityFacts & { id: string }>(
          `select id, tenant, audience, contributor, is_personal as "isPersonal", status,
            sensitivity_labels as "sensitivityLabels", null as "labelPolicy" from ${table} where tenant = ?`,
          [tenant],
        );
        const instants = [...new Set(events.flatMap(({ at }) => [at.getTime() - 1, at.getTime()]))];
        for (const who of [
          viewer('rita', ['reader'], { tenant }),
          viewer('carol', ['contributor'], { tenant }),
          viewer('bob', ['reviewer'], { tenant }),
          viewer('root', ['admin'], { tenant }),
        ]) {
          const session = openReadSession(store.orm, who);
          for (const instant of instants) {
            const at = new Date(instant);
            const stood = replay(events, at);
            const expected = rows
              .filter((row) => isVisible(who, row) && (!row.isPersonal || hasRole(who, 'admin')))
              .flatMap(({ id }) => (stood.has(id) ? [[id, stood.get(id)]] : []));
            const rowsThen = (await page(session, at)).rows;
            const listed = rowsThen.map(({ id, status, content }) => [id, `${status}: ${content}`]);
            expect([who.user, at, Object.fromEntries(listed)]).toEqual([
              who.user,
              at,
              Object.fromEntries(expected),
            ]);
            expect(await count(session, at)).toBe(expected.length);
            compared += expected.length;
            for (const { status } of rowsThen) shown.add(`${type}: ${status}`);
          }
          await session.close();
        }
      };
      await fc.assert(
        fc.asyncProperty(fc.array(anyAct, { minLength: 8, maxLength: 16, size: 'max' }), runActs),
        { numRuns: histories, endOnFailure: true },
      );
      await store.drop();
      expect(compared).toBeGreaterThan(histories);
      expect([...shown]).toEqual(
        expect.arrayContaining(['Memory: CANDIDATE', 'Memory: ACTIVE', 'Entity: CANDIDATE']),
      );
    });
  });
});
