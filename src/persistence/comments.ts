import DataLoader from 'dataloader';
import type { OptionalCondition } from '#domain/input/condition.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import type { Comment } from '#entities/comment.ts';
import { meets } from './reading/conditions.ts';
import type { EntityRow, ItemRow, MemoryRow } from './reading/item-rows.ts';
import type { ChildList } from './reading/nested-list.ts';
import type { NewestFirst } from './reading/newest-first.ts';
import { columnList } from './reading/row-columns.ts';
import { type SeenRows, seenAmong } from './reading/row-loader.ts';
import { rowsWithIds } from './reading/rows-with-ids.ts';
import { type SqlBool, sql } from './reading/sql.ts';
import { commentsVisibleTo } from './reading/visibility-predicate.ts';
import { bulkInsert } from './store/bulk-insert.ts';
import type { ReadSession, WriteSession } from './store/viewer-session.ts';

const names = ['id', 'memoryId', 'entityId', 'text', 'addresseeUser', 'writtenBy', 'writtenAt'] as const;

export type CommentRow = Pick<Comment, (typeof names)[number]>;

const shownWith = (row: CommentRow, { redacted }: Pick<ItemRow, 'redacted'>): CommentRow =>
  redacted ? { ...row, text: policyMask } : row;

const commentsOf = <Item extends ItemRow>(
  parent: 'memory_id' | 'entity_id',
): ChildList<CommentRow, Item> => ({
  name: 'comments',
  columns: columnList('n', names),
  from: sql`comments`,
  parent,
  lasts: { since: 'written_at' },
  key: 'id',
  keyOf: ({ id }) => id,
  visible: () => sql`true`,
  asShownWith: shownWith,
});

/** The comments on an item, oldest first: seen with it, by those who may read them (`mayReadField`). */
export const commentsOfMemory = commentsOf<MemoryRow>('memory_id');
export const commentsOfEntity = commentsOf<EntityRow>('entity_id');

/** Null for an id that is missing or of a hidden item; lists say who may read it (`commentsVisibleTo`, `mayReadField`). */
export const commentsById = (
  session: ReadSession,
  items: { readonly memories: SeenRows<MemoryRow>; readonly entities: SeenRows<EntityRow> },
) =>
  new DataLoader<string, CommentRow | null>(async (ids) => {
    const { rows } = await sql<CommentRow>`select ${columnList('n', names)}
      from ${rowsWithIds(session.viewer, 'comments', ids)} n`.execute(await session.byKey());
    const idsOf = (key: 'memoryId' | 'entityId') => [...new Set(rows.flatMap((row) => row[key] ?? []))];
    const [memories, entities] = await Promise.all([
      seenAmong(items.memories, idsOf('memoryId')),
      seenAmong(items.entities, idsOf('entityId')),
    ]);
    const found = new Map(
      rows.flatMap((row) => {
        const item = memories.get(row.memoryId ?? '') ?? entities.get(row.entityId ?? '');
        return item ? [[row.id, shownWith(row, item)]] : [];
      }),
    );
    return ids.map((id) => found.get(id) ?? null);
  });

export interface CommentFilter {
  /** A person whom comments are for, in any spelling. */
  readonly addressee?: string | null | undefined;
  readonly writtenAt?: OptionalCondition<Date>;
}

/** The comments on the items that a viewer sees and may read comments of, newest first, by id. */
export const commentList: NewestFirst<Pick<CommentRow, 'id'>, CommentFilter> = {
  name: 'comments:newest',
  table: 'comments',
  columns: () => sql`n.id`,
  visible: (viewer) => commentsVisibleTo(viewer, 'n'),
  conditions: ({ addressee, writtenAt }) => [
    addressee != null && sql<SqlBool>`n.addressee_key = ${foldedName(addressee)}`,
    meets(sql.ref('n.written_at'), writtenAt),
  ],
  orders: { WRITTEN_AT: null },
};

/** Writes a comment on a locked item. */
export const insertComment = (
  { db, viewer }: WriteSession,
  { id, memoryId, entityId, text, addresseeUser, writtenAt }: Omit<CommentRow, 'writtenBy'>,
): Promise<void> =>
  bulkInsert(db, 'comments', [
    {
      id,
      tenant: viewer.tenant,
      memory_id: memoryId ?? null,
      entity_id: entityId ?? null,
      text,
      addressee_user: addresseeUser ?? null,
      addressee_key: addresseeUser == null ? null : foldedName(addresseeUser),
      written_by: viewer.user,
      written_at: writtenAt,
    },
  ]);
