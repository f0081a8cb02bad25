import DataLoader from 'dataloader';
import type { ItemKind } from '#domain/review/states.ts';
import { type Count, countOf, exactly } from '#persistence/reading/count.ts';
import type { EntityRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import {
  type Direction,
  decodeCursor,
  encodeCursor,
  type Page,
  type PageArguments,
  pageOf,
} from '#persistence/reading/keyset.ts';
import { type SeenRows, seenAmong } from '#persistence/reading/row-loader.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { ReadSession, WriteSession } from '#persistence/store/viewer-session.ts';

export interface LabelPromotionRow {
  readonly id: string;
  readonly itemId: string;
  readonly labels: readonly string[];
  readonly promotedAt: Date;
  readonly promotedBy: string;
}

/** The promotions of the labels of each item, oldest first; none for one that is missing or hidden. */
export const labelPromotions = (
  session: ReadSession,
  { memories, entities }: { readonly memories: SeenRows<MemoryRow>; readonly entities: SeenRows<EntityRow> },
) =>
  new DataLoader<string, readonly LabelPromotionRow[]>(async (itemIds) => {
    const entityIds = itemIds.filter((id) => id.startsWith('ent_'));
    const memoryIds = itemIds.filter((id) => !id.startsWith('ent_'));
    const [seenMemories, seenEntities] = await Promise.all([
      seenAmong(memories, memoryIds),
      seenAmong(entities, entityIds),
    ]);
    if (seenMemories.size + seenEntities.size === 0) return itemIds.map(() => []);
    const { rows } =
      await sql<LabelPromotionRow>`select d.id, coalesce(d.memory_id, d.entity_id) as "itemId", d.labels,
        d.decided_at as "promotedAt", d.decided_by as "promotedBy"
      from label_decisions d where d.tenant = ${session.viewer.tenant} and d.verdict = 'PROMOTED'
        and (d.memory_id = any(${[...seenMemories.keys()]}) or d.entity_id = any(${[...seenEntities.keys()]}))
      order by d.revision`.execute(await session.byKey());
    const promotions = Map.groupBy(rows, ({ itemId }) => itemId);
    return itemIds.map((id) => promotions.get(id) ?? []);
  });

export interface LabelQueueFilter {
  /** Items for which any of these is suggested. */
  readonly labels: readonly string[];
  /** Only memories about this subject; entities have none. Null: memories and entities. */
  readonly subjectId: string | null;
}

/** A member of the queue: enough to order it; the row comes from the loaders. */
export interface LabelQueueRef {
  readonly id: string;
  readonly createdAt: Date;
}

const labelQueueOrder = 'suggested-labels';
export const labelQueueCursor = ({ createdAt, id }: LabelQueueRef): string =>
  encodeCursor(labelQueueOrder, [createdAt.getTime(), id]);

/**
 * The items with suggestions that the viewer may see, without personal ones, oldest first unless the other direction is asked for. A page
 * with rows has the number of all, too: they are found to be sorted.
 */
export const pageOfLabelQueue = async (
  session: ReadSession,
  { labels, subjectId }: LabelQueueFilter,
  page: PageArguments,
  direction: Direction = 'ASC',
): Promise<Page<LabelQueueRef>> => {
  const backwards = direction === 'DESC';
  const bounds = (backwards ? (['before', 'after'] as const) : (['after', 'before'] as const)).flatMap(
    (argument) => {
      const cursor = page[argument];
      if (cursor == null) return [null, null];
      const [value = 0, id = ''] = decodeCursor(labelQueueOrder, ['instant', 'string'], cursor, argument);
      return [new Date(value), id];
    },
  );
  const { rows } = await sql<
    LabelQueueRef & { readonly matches: string }
  >`select id, created_at as "createdAt", matches from items_with_suggested_labels(
      ${[...labels]}, ${subjectId}, ${sql.join(bounds)}, ${page.inclusive === true}, ${(page.fromEnd === true) !== backwards}, ${page.size + 1})`.execute(
    await session.db(),
  );
  const [row] = rows;
  return { ...pageOf(rows, page), ...(row && { number: countOf(row.matches) }) };
};

/** Counts the queue, where a page has no rows. */
export const countLabelQueue = async (session: ReadSession, filter: LabelQueueFilter): Promise<Count> =>
  (await pageOfLabelQueue(session, filter, { size: 0, after: null })).number ?? exactly(0);

/** The labels that reviewers dismissed for exactly this text of the item, in any of its revisions. */
export const findDismissedLabels = async (
  { db, viewer }: WriteSession,
  kind: ItemKind,
  { id, content }: { readonly id: string; readonly content: string },
): Promise<string[]> => {
  const { rows } = await sql<{ label: string }>`select distinct unnest(d.labels) as label
    from label_decisions d join revisions r on r.tenant = d.tenant and ${sql.ref(`r.${kind}_id`)} = ${id} and r.revision = d.revision
    where d.tenant = ${viewer.tenant} and ${sql.ref(`d.${kind}_id`)} = ${id} and d.verdict = 'DISMISSED' and r.content = ${content}`.execute(
    db,
  );
  return rows.map(({ label }) => label);
};

/** Gives a memory or an entity the authoritative labels of another item. */
export const copyLabels = async (
  { db, viewer }: WriteSession,
  id: string,
  labels: readonly string[],
): Promise<void> => {
  for (const table of ['memories', 'graph_entities'])
    await sql`update ${sql.table(table)} set sensitivity_labels = ${[...labels]}::text[]
      where tenant = ${viewer.tenant} and id = ${id}`.execute(db);
};
