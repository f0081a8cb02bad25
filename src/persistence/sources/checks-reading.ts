import DataLoader from 'dataloader';
import { maskWordings, policyMask, type WithheldText } from '#domain/labels/policy/mask.ts';
import type { SourceState } from '#domain/sources/source-states.ts';
import type { EntityRow, ItemRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import type { HangingList } from '#persistence/reading/nested-list.ts';
import { type SeenRows, seenAmong } from '#persistence/reading/row-loader.ts';
import { sql } from '#persistence/reading/sql.ts';
import { documentsVisibleTo, withheldTexts } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { newestCheck } from './source-checks.ts';

export interface SourceCheckRow {
  readonly id: string;
  readonly state: SourceState;
  readonly documentId: string;
  readonly spanStart: number | null;
  readonly spanEnd: number | null;
  readonly spanText: string | null;
  readonly similarity: number | null;
  readonly successorId: string | null;
  readonly checkedAt: Date;
}

/** What a row holds beside that, until it is shown. */
interface Masking {
  readonly seesDocument: boolean;
  readonly withheld: readonly WithheldText[] | null;
}
type StoredCheck = SourceCheckRow & Masking;

const columnsFor = ({
  viewer,
}: ReadSession) => sql`n.id, n.state, n.document_id as "documentId", n.span_start as "spanStart",
  n.span_end as "spanEnd", n.span_text as "spanText", n.similarity, n.successor_id as "successorId", n.checked_at as "checkedAt",
  exists (select 1 from documents d where d.tenant = n.tenant and d.id = n.document_id and ${documentsVisibleTo(viewer, 'd')}) as "seesDocument",
  case when n.span_text is not null then ${withheldTexts({ document: 'n.document_id' })} end as withheld`;

/** Who does not see the version does not see where in it the words stand. */
const asShown = (row: StoredCheck, { redacted }: Pick<ItemRow, 'redacted'>): StoredCheck => {
  if (!row.seesDocument) return { ...row, spanStart: null, spanEnd: null, spanText: null };
  if (row.spanText === null) return row;
  return { ...row, spanText: redacted ? policyMask : maskWordings(row.spanText, row.withheld) };
};

const checks = <Item extends ItemRow>(parent: 'memory_id' | 'entity_id'): HangingList<StoredCheck, Item> => ({
  name: 'source-checks',
  columns: columnsFor,
  from: sql`source_checks`,
  parent,
  key: 'id',
  keyOf: ({ id }) => id,
  visible: () => sql`true`,
  asShownWith: asShown,
});

/** The checks of an item's source, oldest first. */
export const checksOfMemory = checks<MemoryRow>('memory_id');
export const checksOfEntity = checks<EntityRow>('entity_id');

/** The newest check of each item; null where its source was never checked, or where the item is not seen. */
export const newestChecks = (
  session: ReadSession,
  { memories, entities }: { readonly memories: SeenRows<MemoryRow>; readonly entities: SeenRows<EntityRow> },
) =>
  new DataLoader<string, SourceCheckRow | null>(async (ids) => {
    const isEntity = (id: string) => id.startsWith('ent_');
    const [seenMemories, seenEntities] = await Promise.all([
      seenAmong<ItemRow>(
        memories,
        ids.filter((id) => !isEntity(id)),
      ),
      seenAmong<ItemRow>(entities, ids.filter(isEntity)),
    ]);
    const seen = new Map([...seenMemories, ...seenEntities]);
    if (seen.size === 0) return ids.map(() => null);
    const newest = (owner: 'memory_id' | 'entity_id', owners: readonly string[]) =>
      sql`select item.id as "itemId", ${columnsFor(session)} from unnest(${[...owners]}::text[]) item (id)
        cross join lateral ${newestCheck(owner, sql`item.id`, session.viewer.tenant)} n`;
    const { rows } = await sql<
      StoredCheck & { readonly itemId: string }
    >`${newest('memory_id', [...seenMemories.keys()])}
      union all ${newest('entity_id', [...seenEntities.keys()])}`.execute(await session.byKey());
    const found = new Map(
      rows.flatMap(({ itemId, ...row }) => {
        const item = seen.get(itemId);
        return item ? [[itemId, asShown(row, item)] as const] : [];
      }),
    );
    return ids.map((id) => found.get(id) ?? null);
  });

/** The memories that were read in the place of a memory's words, newest first, whatever has become of them; for a memory that is seen. */
export const proposedSuccessors = (session: ReadSession, memories: SeenRows<MemoryRow>) =>
  new DataLoader<string, readonly string[]>(async (ids) => {
    const seen = await seenAmong(memories, ids);
    if (seen.size === 0) return ids.map(() => []);
    const { rows } = await sql<{
      memoryId: string;
      successorId: string;
    }>`select s.memory_id as "memoryId", s.successor_id as "successorId"
      from source_checks s where s.tenant = ${session.viewer.tenant} and s.memory_id = any(${[...seen.keys()]}) and s.successor_id is not null
      group by 1, 2 order by max(s.id) desc`.execute(await session.byKey());
    const found = Map.groupBy(rows, ({ memoryId }) => memoryId);
    return ids.map((id) => (found.get(id) ?? []).map(({ successorId }) => successorId));
  });
