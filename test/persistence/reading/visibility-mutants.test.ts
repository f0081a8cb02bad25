import type DataLoader from 'dataloader';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { tables } from '#entities/index.ts';
import { contradictionsOfMemory } from '#persistence/contradictions/contradictions.ts';
import { evidenceOfMemory } from '#persistence/evidence.ts';
import { entitiesOfMemory, relationsOfEntity } from '#persistence/graph.ts';
import { chunksOfDocument, documentsOfWave } from '#persistence/ingestion/sources.ts';
import { countLabelQueue, pageOfLabelQueue } from '#persistence/labels/labels.ts';
import type { Count } from '#persistence/reading/count.ts';
import type { Page, PageArguments } from '#persistence/reading/keyset.ts';
import type { CountKey } from '#persistence/reading/nested-list.ts';
import {
  type ChildList,
  childCounts,
  childPages,
  type NestedList,
  nestedCounts,
  nestedPages,
} from '#persistence/reading/nested-list.ts';
import type { SeenRows } from '#persistence/reading/row-loader.ts';
import { sql } from '#persistence/reading/sql.ts';
import { itemsInReach } from '#persistence/retrieval/items-in-reach.ts';
import {
  entitiesById,
  itemsOfExtraction,
  itemsOfReport,
  itemsOfSource,
  memoriesById,
} from '#persistence/review/items.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { revisionsOfEntity, revisionsOfMemory } from '#persistence/versions/revisions.ts';
import { inSession } from '#test/support/sessions.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { blindRole, createBlindRole } from '#test/support/visibility/blind-role.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import {
  type GovernedTable,
  governedTables,
  idIn,
  type PlacedThing,
} from '#test/support/visibility/thing-rows.ts';
import { everyThing, everyViewer } from '#test/support/visibility/things.ts';
import { verdicts } from '#test/support/visibility/verdicts.ts';

const viewers = everyViewer.filter((_, index) => index % 7 === 0);

/** Tables of which nobody is shown a row by its id: what stands in them is the tenant's, or hangs on what is compared here. */
const ungoverned = [
  'audit_heads',
  'contradiction_classes',
  'contradiction_counts',
  'delivered_items',
  'domain_keywords',
  'source_owner_rules',
  'intake_holds',
  'withdrawn_groups',
  'erased_wordings',
  'fingerprints',
  'idempotency_keys',
  'inbox_counts',
  'inbox_entries',
  'inbox_marks',
  'item_counts',
  'item_names',
  'item_vectors',
  'known_groups',
  'known_users',
  'label_policies',
  'model_answers',
  'model_spending',
  'pathway_states',
  'pathway_vectors',
  'quality_counts',
  'source_drifts',
  'trace_chunks',
  'trace_subjects',
  'unembedded_items',
  'unjudged_memories',
  'verification_readings',
  'votes',
  'webhook_deliveries',
  'webhooks',
];

test('every table is compared with the pure rule, or is one of those that show no row', () => {
  const names = tables.map(({ meta }) => String(meta.tableName));
  expect([...governedTables, ...ungoverned].sort()).toEqual(expect.arrayContaining(names.sort()));
});

// biome-ignore lint/suspicious/noExplicitAny: lists of any rows, of which the ids alone are read
type AnyRow = any;

/** A list, the table that its parents stand in, the table of its rows. */
const lists: readonly (readonly [string, NestedList<AnyRow>, GovernedTable, GovernedTable])[] = [
  ['documents of a wave', documentsOfWave, 'waves', 'documents'],
  ['chunks of a document', chunksOfDocument, 'documents', 'chunks'],
  ['entities of a memory', entitiesOfMemory, 'memories', 'graph_entities'],
  ['relations of an entity', relationsOfEntity, 'graph_entities', 'entity_relations'],
  ['items of an extraction', itemsOfExtraction, 'extractions', 'memories'],
  ['items of a source', itemsOfSource, 'chunks', 'memories'],
  ['items of a report', itemsOfReport, 'extraction_reports', 'memories'],
];
const childLists: readonly (readonly [string, ChildList<AnyRow, AnyRow>, GovernedTable])[] = [
  ['wordings of a memory', revisionsOfMemory, 'memories'],
  ['wordings of an entity', revisionsOfEntity, 'graph_entities'],
  ['evidence of a memory', evidenceOfMemory, 'memories'],
  ['contradictions of a memory', contradictionsOfMemory, 'memories'],
];
/** The rows of parents, seen by the viewer who asks. */
const everyParent: SeenRows<AnyRow> = { seen: async (id) => ({ id, contributor: '', redacted: false }) };
const visibleToAll = () => sql<boolean>`true`;

describe('a visibility check that is broken alone is noticed', () => {
  onServerStore((store) => {
    let things: PlacedThing[] = [];
    beforeAll(async () => {
      await createBlindRole(store());
      things = await placeThings(store().orm.em.fork().getKysely(), everyThing);
      await store().asOwner(
        `update memories set content = 'We will keep the readings for ten years.', suggested_labels = '{pii.email}'`,
      );
      await store().asOwner(`update graph_entities set suggested_labels = '{pii.email}'`);
    });

    const asViewer = <Result>(
      viewer: Viewer,
      read: (session: ReadSession) => Promise<Result>,
      role?: string,
    ) => inSession(store().orm, viewer, read, role);

    interface Reading {
      readonly pages: Pick<DataLoader<PageArguments & { readonly parentId: string }, Page<AnyRow>>, 'load'>;
      readonly counts: { readonly load: (key: CountKey) => Promise<Count> };
    }
    /** True when some parent shows a child where the row of its thing in `rows` is hidden from the viewer, and no policy stands. */
    const spills = async (
      parents: GovernedTable,
      rows: GovernedTable,
      reading: (session: ReadSession) => Reading,
    ): Promise<boolean> => {
      for (const viewer of viewers) {
        const hidden = things.filter((thing) => !verdicts[rows](viewer, thing));
        const ids = hidden.map((thing) => idIn(parents, thing));
        const found = await asViewer(
          viewer,
          async (session) => {
            const { pages, counts } = reading(session);
            return Promise.all(
              ids.map(
                async (parentId) =>
                  (await pages.load({ parentId, size: 9, after: null })).rows.length +
                  (await counts.load({ parentId })).value,
              ),
            );
          },
          blindRole,
        );
        if (found.some((count) => count > 0)) return true;
      }
      return false;
    };

    test.for(lists)('nested list and count without its predicate: %s', async ([, list, parents, rows]) => {
      const open = { ...list, visible: visibleToAll };
      expect(
        await spills(parents, rows, (session) => ({
          pages: nestedPages(session, open, typeof list.key === 'string' ? 'string' : 'integer'),
          counts: nestedCounts(session, open),
        })),
      ).toBe(true);
    });

    const readingOf =
      (list: ChildList<AnyRow, AnyRow>, seen: (session: ReadSession) => SeenRows<AnyRow>) =>
      (session: ReadSession): Reading => ({
        pages: childPages(session, list, seen(session), 'string'),
        counts: childCounts(session, list, seen(session)),
      });
    test.for(childLists)('list and count of parents that are not seen: %s', async ([, list, parents]) => {
      const spillsWith = (seen: (session: ReadSession) => SeenRows<AnyRow>) =>
        spills(parents, parents, readingOf(list, seen));
      expect(await spillsWith(parents === 'memories' ? memoriesById : entitiesById)).toBe(false);
      expect(await spillsWith(() => everyParent)).toBe(true);
    });

    test('contradictions without their other side', async () => {
      const open = { ...contradictionsOfMemory, visible: visibleToAll };
      expect(await spills('memories', 'contradictions', readingOf(open, memoriesById))).toBe(true);
    });

    /** Puts a changed function in the place of one that stands behind the policies, and the true one back. */
    const withMutant = async (
      { asOwner }: TestStore,
      name: string,
      [from, to]: readonly [RegExp, string],
      work: () => Promise<boolean>,
    ): Promise<boolean> => {
      const [row] = await asOwner<{ definition: string }>(
        `select pg_get_functiondef(oid) as definition from pg_proc where proname = '${name}'`,
      );
      const definition = row?.definition ?? '';
      const mutant = definition.replaceAll(from, to);
      expect(mutant, name).not.toBe(definition);
      await asOwner(mutant);
      try {
        return await work();
      } finally {
        await asOwner(definition);
      }
    };

    const seenMemories = (viewer: Viewer) => things.filter((thing) => verdicts.memories(viewer, thing));
    const seenIds = (viewer: Viewer) =>
      new Set(
        seenMemories(viewer).flatMap((thing) => [idIn('memories', thing), idIn('graph_entities', thing)]),
      );

    const likenessSpills = async (): Promise<boolean> => {
      for (const viewer of viewers) {
        const seen = seenIds(viewer);
        // The function alone: what it finds is read again under row-level security.
        const ids = things.flatMap((thing, at) =>
          at % 9 === 0 ? [idIn('memories', thing), idIn('graph_entities', thing)] : [],
        );
        const found = await asViewer(viewer, async (session) =>
          sql<{ id: string }>`select peer_id as id from similar_items(${ids}, 50)`.execute(
            await session.db(),
          ),
        );
        if (found.rows.some(({ id }) => !seen.has(id))) return true;
      }
      return false;
    };
    const reachSpills = async (): Promise<boolean> => {
      for (const viewer of viewers) {
        const seen = seenIds(viewer);
        const found = await asViewer(viewer, async (session) => (await itemsInReach(session, 'p')) ?? []);
        if (found.some((id) => !seen.has(id))) return true;
      }
      return false;
    };
    const queueSpills = async (): Promise<boolean> => {
      const filter = { labels: ['pii.email'], subjectId: null };
      for (const viewer of viewers) {
        // Each thing is placed as a memory and as an entity.
        const expected = 2 * seenMemories(viewer).filter(({ item }) => !item.isPersonal).length;
        const [listed, counted] = await asViewer(viewer, async (session) => [
          (await pageOfLabelQueue(session, filter, { size: 1_000, after: null })).rows.length,
          (await countLabelQueue(session, filter)).value,
        ]);
        if (listed !== expected || counted !== expected) return true;
      }
      return false;
    };

    test('none of the functions spills as it is', async () => {
      expect(await likenessSpills()).toBe(false);
      expect(await reachSpills()).toBe(false);
      expect(await queueSpills()).toBe(false);
    });

    const places = [/item_places\(.*?\) && mine/g, 'true'] as const;
    test.for([
      ['memories_near', 'no places', places],
      ['graph_entities_near', 'no places', places],
      ['memories_in_reach', 'no places', places],
      ['graph_entities_in_reach', 'no places', places],
      ['items_with_suggested_labels', 'no places of memories', [/item_places\(m\..*?\) && mine/g, 'true']],
      ['items_with_suggested_labels', 'no places of entities', [/item_places\(e\..*?\) && mine/g, 'true']],
    ] as const)('look-up %s: %s', async ([name, , change]) => {
      const work = name.endsWith('_near')
        ? likenessSpills
        : name.endsWith('_in_reach')
          ? reachSpills
          : queueSpills;
      expect(await withMutant(store(), name, change, work)).toBe(true);
    });
  });
});
