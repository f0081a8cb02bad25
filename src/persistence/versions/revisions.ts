import { policyMask } from '#domain/labels/policy/mask.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import type { EntityRow, ItemRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import type { ChildList } from '#persistence/reading/nested-list.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';

export interface RevisionRow {
  readonly revision: number;
  readonly content: string;
  readonly summary: string | null;
  readonly name: string | null;
  readonly status: ItemStatus;
  /** Why the change rejected or retired the item; null for others. */
  readonly reason: string | null;
  readonly editedBy: string;
  readonly editedAt: Date;
}

export const revisionColumns = sql`n.revision, n.content, n.summary, n.name, n.status, n.reason, n.edited_by as "editedBy", n.edited_at as "editedAt"`;

const masked = (text: string | null) => (text === null ? null : policyMask);
export const revisionAsShown = <Row extends RevisionRow>(
  row: Row,
  { redacted }: Pick<ItemRow, 'redacted'>,
): Row =>
  redacted
    ? {
        ...row,
        content: policyMask,
        summary: masked(row.summary),
        name: masked(row.name),
        reason: masked(row.reason),
      }
    : row;

/** Seen with the item; the words of one that is redacted are masked. */
const wordings = <Item extends ItemRow>(
  parent: 'memory_id' | 'entity_id',
  { name, all }: { readonly name: string; readonly all: boolean },
): ChildList<RevisionRow, Item> => ({
  name,
  columns: revisionColumns,
  from: sql`revisions`,
  parent,
  lasts: { since: 'edited_at' },
  key: 'revision',
  keyOf: ({ revision }) => revision,
  visible: () => (all ? sql<SqlBool>`true` : sql<SqlBool>`n.reworded`),
  asShownWith: revisionAsShown,
});

/** The wordings of an item, the original first. */
const wordingsAlone = { name: 'revisions', all: false };
export const revisionsOfMemory = wordings<MemoryRow>('memory_id', wordingsAlone);
export const revisionsOfEntity = wordings<EntityRow>('entity_id', wordingsAlone);
/** Every state that an item was in from one change to the next, the original first. */
const everyVersion = { name: 'versions', all: true };
export const versionsOfMemory = wordings<MemoryRow>('memory_id', everyVersion);
export const versionsOfEntity = wordings<EntityRow>('entity_id', everyVersion);
