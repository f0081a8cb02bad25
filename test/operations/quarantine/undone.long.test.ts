import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { onEveryStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisions, runStory } from '#test/support/story.ts';

const { admin, reviewer, service } = people;
const files = 4;
const decisionsInAFile = 4;

/**
 * Every row of the tenant's tables but those of the audit, the history and the undone things themselves, without what
 * counts and dates changes: a candidate that returns to the queue waits anew.
 */
const storeOf = async (store: TestStore, tenant: string): Promise<Record<string, string[]>> => {
  const left = [
    'audit_events',
    'audit_heads',
    'audit_texts',
    'known_users',
    'revisions',
    'former_states',
    'quarantines',
    'quarantined_items',
    'unjudged_memories',
    'item_counts',
    'contradiction_counts',
    'quality_counts',
    'item_names',
    'inbox_counts',
  ];
  const tables = await store.asOwner<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant' order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables)
    if (!left.includes(name))
      rows[name] = (
        await store.asOwner<{ row: string }>(
          `select (to_jsonb(t) - '{revision,updated_at,opened_at,pending_since,since,turn,flow}'::text[])::text as row from "${name}" t where tenant = ? order by 1`,
          [tenant],
        )
      ).map(({ row }) => row);
  return rows;
};

/** Items of a document, found by following each row's own columns until nothing is added. */
const walkFrom = async (store: TestStore, tenant: string, documentId: string): Promise<string[]> => {
  const items = await store.asOwner<{ id: string; document: string | null; origin: string | null }>(
    `select i.id, c.document_id as document, null as origin from memories i left join chunks c on c.id = i.source_id where i.tenant = '${tenant}'
      union all select i.id, c.document_id, i.graduated_from_id from graph_entities i left join chunks c on c.id = i.source_id where i.tenant = '${tenant}'`,
  );
  const merges = await store.asOwner<{ merged: string; sides: string[] }>(
    `select merged_id as merged, array[older_id, newer_id] as sides from contradictions where tenant = '${tenant}' and merged_id is not null`,
  );
  const found = new Set(items.filter(({ document }) => document === documentId).map(({ id }) => id));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { id, origin } of items) if (origin !== null && found.has(origin)) found.add(id);
    for (const { merged, sides } of merges) if (sides.some((id) => found.has(id))) found.add(merged);
  }
  return [...found].sort();
};

const setStage = async (store: TestStore, tenant: string) => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  const as = (who: typeof admin) => ({ ...who, tenant });
  /** Nothing is done at the instant of something else. */
  const does = (who: typeof admin, mutation: string, input: object): Promise<Answer> => {
    gateway.pass(1_000);
    return story.does(as(who), mutation, input);
  };
  const ids: string[] = [];
  for (let file = 0; file < files; file += 1) {
    const said = decisions(decisionsInAFile, `file ${file}`);
    ids.push(...(await story.candidates(said, { by: as(service), path: `adr/${file}.md` })));
  }
  for (const [at, id] of ids.entries()) {
    if (at % 5 !== 4) await does(reviewer, 'promoteCandidate', { id });
    if (at % 4 !== 1 || at % 5 === 4) continue;
    const { item: entity } = await does(reviewer, 'proposeGraduation', {
      memoryId: id,
      entityType: 'DECISION',
      name: `D${at}`,
    });
    if (at % 8 === 1) await does(reviewer, 'promoteCandidate', { id: entity.id });
  }
  const documents = await store.asOwner<{ id: string }>(
    `select id from documents where tenant = ? order by path`,
    [tenant],
  );
  const active = await store.asOwner<{ id: string }>(
    `select id from memories i where tenant = ? and status = 'ACTIVE' and not exists (select 1 from graph_entities e where e.graduated_from_id = i.id) order by id`,
    [tenant],
  );
  const candidates = await store.asOwner<{ id: string }>(
    `select id from memories where tenant = ? and status = 'CANDIDATE' order by id`,
    [tenant],
  );
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  return {
    story,
    as,
    does,
    documents: idsOf(documents),
    active: idsOf(active),
    candidates: idsOf(candidates),
  };
};

describe('what is undone leaves the store as it was', () => {
  onEveryStore((store) => {
    test('but for the audit, the history and the counters: quarantine, retirement, superseding', async () => {
      const tenant = 'undone';
      const { does, documents, active, candidates } = await setStage(store(), tenant);
      const successors = [...active, ...candidates];
      expect(candidates.length).toBeGreaterThan(0);
      const before = await storeOf(store(), tenant);
      expect(before.memories?.length).toBe(files * decisionsInAFile);
      const quarantine = fc.record({
        kind: fc.constant('quarantine' as const),
        document: fc.nat(files - 1),
        whole: fc.boolean(),
      });
      const ending = fc.record({
        kind: fc.constantFrom('retire', 'supersede'),
        item: fc.nat(active.length - 1),
        by: fc.nat(successors.length - 1),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(quarantine, ending), { minLength: 1, maxLength: 4 }),
          async (steps) => {
            const undo: (() => Promise<unknown>)[] = [];
            for (const step of steps) {
              if (step.kind === 'quarantine') {
                const of = { documentId: documents[step.document] };
                const { quarantine: set } = await does(admin, 'quarantine', { of, reason: 'A property.' });
                const withheld: string[] = set.items.nodes.map(({ id }: Answer) => id);
                undo.push(async () => {
                  for (const id of step.whole ? [] : withheld)
                    await does(admin, 'releaseQuarantine', { id: set.id, itemIds: [id] });
                  if (step.whole) await does(admin, 'releaseQuarantine', { id: set.id });
                });
                continue;
              }
              const id = active[step.item] ?? '';
              const input =
                step.kind === 'retire'
                  ? { id, reason: 'A property.' }
                  : { id, supersededById: successors[step.by] };
              const done = await does(reviewer, step.kind, input);
              if (done.__typename.endsWith('Payload')) undo.push(() => does(reviewer, 'restore', { id }));
            }
            for (const step of undo.reverse()) await step();
            expect(await storeOf(store(), tenant)).toEqual(before);
          },
        ),
        { numRuns: propertyRuns(30) },
      );
    });

    test('the impact of a document is what a walk over the rows finds', async () => {
      const tenant = 'walked';
      const { story, as, documents } = await setStage(store(), tenant);
      for (const documentId of documents) {
        const { impact } = await story.asks(as(admin), 'Impact', { of: { documentId }, first: 100 });
        const walked = await walkFrom(store(), tenant, documentId);
        expect(walked.length).toBeGreaterThan(decisionsInAFile - 1);
        expect(impact.items.nodes.map(({ id }: Answer) => id).sort()).toEqual(walked);
      }
      expect(documents.length).toBe(files);
    });
  });
});
