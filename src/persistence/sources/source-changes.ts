import DataLoader from 'dataloader';
import type { OptionalCondition } from '#domain/input/condition.ts';
import { maskingSource, type WithheldText } from '#domain/labels/policy/mask.ts';
import type { SourceChangeKind, SourceChangeVerdict } from '#domain/sources/source-changes.ts';
import type { SourceOwners } from '#domain/sources/source-owners.ts';
import type { SourceChange } from '#entities/source-change.ts';
import { meets } from '#persistence/reading/conditions.ts';
import { inSlices } from '#persistence/reading/in-slices.ts';
import type { NewestFirst } from '#persistence/reading/newest-first.ts';
import { columnList, type ReadColumns } from '#persistence/reading/row-columns.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { type SqlBool, sql, texts } from '#persistence/reading/sql.ts';
import { sourceChangesVisibleTo, withheldTexts } from '#persistence/reading/visibility-predicate.ts';
import { type InsertedRow, insertionOf } from '#persistence/store/bulk-insert.ts';
import type { QueryExecutorProvider, ReadSession, WriteSession } from '#persistence/store/viewer-session.ts';
import { type SourceKey, sourceOf } from './source-paths.ts';

const marks = ['id', 'tenant', 'contributor', 'audience', 'ownerUsers', 'ownerGroups'] as const;
const names = [
  'kind',
  'project',
  'path',
  'visibilityKey',
  'updatedAt',
  'documentKind',
  'sentAt',
  'verdict',
  'decidedBy',
  'decidedAt',
  'decisionNote',
  'documentId',
] as const;

/** A change without its text. */
export type SourceChangeRow = ReadColumns<SourceChange, (typeof marks | typeof names)[number]>;

const columns = columnList('n', [...marks, ...names]);

export const ownersOf = ({
  ownerUsers,
  ownerGroups,
}: Pick<SourceChangeRow, 'ownerUsers' | 'ownerGroups'>): SourceOwners => ({
  users: ownerUsers,
  groups: ownerGroups,
});

/** Null for an id that is missing or hidden. */
export const sourceChangesById = (session: ReadSession) =>
  new DataLoader<string, SourceChangeRow | null>(async (ids) => {
    const { rows } = await sql<SourceChangeRow>`select ${columns} from source_changes n
      where ${hasId(session.viewer.tenant, ids, 'n')} and ${sourceChangesVisibleTo(session.viewer, 'n')}`.execute(
      await session.byKey(),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

/**
 * Texts of changes that the viewer sees, but for what the label policy withholds in the version in force; null for a withdrawal.
 */
export const sourceChangeContents = (session: ReadSession) =>
  new DataLoader<string, string | null>(async (ids) => {
    const { rows } = await sql<{
      id: string;
      content: string | null;
      withheld: readonly WithheldText[] | null;
    }>`select n.id, n.content, ${withheldTexts({ document: 'p.document_id' })} as withheld
      from source_changes n left join source_paths p on p.tenant = n.tenant and p.project = n.project
        and p.visibility_key = n.visibility_key and p.path = n.path
      where ${hasId(session.viewer.tenant, ids, 'n')} and ${sourceChangesVisibleTo(session.viewer, 'n')}`.execute(
      await session.byKey(),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    const contents: (string | null)[] = [];
    for (const id of ids) {
      const { content, withheld } = found.get(id) ?? { content: null, withheld: null };
      contents.push(content === null ? null : await inSlices(maskingSource(content, withheld)));
    }
    return contents;
  });

export interface SourceChangeFilter {
  readonly project?: OptionalCondition<string>;
  readonly path?: OptionalCondition<string>;
  readonly kind?: OptionalCondition<SourceChangeKind>;
  readonly sentBy?: OptionalCondition<string>;
  readonly sentAt?: OptionalCondition<Date>;
  /** True: only those that wait; false: only those that are settled. */
  readonly waiting?: boolean | null | undefined;
}

/** The changes that a viewer sees, newest first. */
export const sourceChanges: NewestFirst<SourceChangeRow, SourceChangeFilter> = {
  name: 'source-changes:newest',
  table: 'source_changes',
  columns: () => columns,
  visible: (viewer) => sourceChangesVisibleTo(viewer, 'n'),
  conditions: ({ project, path, kind, sentBy, sentAt, waiting }) => [
    meets(sql.ref('n.project'), project),
    meets(sql.ref('n.path'), path),
    meets(sql.ref('n.kind'), kind),
    meets(sql.ref('n.contributor'), sentBy),
    meets(sql.ref('n.sent_at'), sentAt),
    waiting != null && sql<SqlBool>`(n.verdict is null) = ${waiting}::boolean`,
  ],
  orders: { SENT_AT: null },
};

/** The whole text of a change, nothing masked; null for a withdrawal. For a session of the system role: the caller checks visibility. */
export const sourceChangeText = async (
  db: QueryExecutorProvider,
  tenant: string,
  id: string,
): Promise<string | null> => {
  const { rows } = await sql<{ content: string | null }>`select content from source_changes
    where tenant = ${tenant} and id = ${id}`.execute(db);
  return rows[0]?.content ?? null;
};

/** A change that the viewer sees, locked; null for an id that is missing or hidden. */
export const lockSourceChange = async (
  { db, viewer }: WriteSession,
  id: string,
): Promise<SourceChangeRow | null> => {
  const { rows } = await sql<SourceChangeRow>`select ${columns} from source_changes n
    where n.tenant = ${viewer.tenant} and n.id = ${id} and ${sourceChangesVisibleTo(viewer, 'n')} for update`.execute(
    db,
  );
  return rows[0] ?? null;
};

/** A change that one sender has waiting at a path. */
export interface WaitingChange extends SourceKey {
  readonly id: string;
  /** Null for a withdrawal. */
  readonly contentHash: string | null;
}

/** The viewer's own changes that wait at these paths, by path. */
export const ownWaitingChanges = async (
  { db, viewer: { tenant, user } }: WriteSession,
  keys: readonly SourceKey[],
): Promise<ReadonlyMap<string, WaitingChange>> => {
  const { rows } =
    await sql<WaitingChange>`select n.id, n.project, n.visibility_key as "visibilityKey", n.path, n.content_hash as "contentHash"
    from unnest(${texts(keys, 'project')}, ${texts(keys, 'visibilityKey')}, ${texts(keys, 'path')}) as given (project, visibility_key, path)
    cross join lateral (select * from source_changes waiting where waiting.tenant = ${tenant} and waiting.project = given.project
      and waiting.visibility_key = given.visibility_key and waiting.path = given.path and waiting.contributor = ${user}
      and waiting.verdict is null offset 0) n`.execute(db);
  return new Map(rows.map((row) => [sourceOf(row), row]));
};

export const storeSourceChanges = (
  { send }: WriteSession,
  rows: readonly InsertedRow<'source_changes'>[],
): void => send(insertionOf('source_changes', rows));

interface Settlement {
  readonly verdict: SourceChangeVerdict;
  readonly now: Date;
  readonly note?: string;
  /** The version that it became, or that was withdrawn. */
  readonly documentId?: string | null;
}

/** Ends changes that wait. */
export const settleSourceChanges = (
  { send, viewer: { tenant, user } }: WriteSession,
  ids: readonly string[],
  { verdict, now, note, documentId }: Settlement,
): void => {
  if (ids.length === 0) return;
  const more = sql`${note === undefined ? sql`` : sql`, decision_note = ${note}`}${documentId === undefined ? sql`` : sql`, document_id = ${documentId}`}`;
  send(sql`update source_changes n set verdict = ${verdict}, decided_by = ${user}, decided_at = ${now}${more}
    from unnest(${[...ids]}::text[]) given (id) where n.tenant = ${tenant} and n.id = given.id`);
};
