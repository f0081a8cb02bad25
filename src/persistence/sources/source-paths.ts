import type { SourceOwners } from '#domain/sources/source-owners.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { sql, texts } from '#persistence/reading/sql.ts';
import { insertionOf } from '#persistence/store/bulk-insert.ts';
import type { QueryExecutorProvider, WriteSession } from '#persistence/store/viewer-session.ts';

/** A path in a project and a visibility. */
export interface SourceKey {
  readonly project: string;
  readonly visibilityKey: string;
  readonly path: string;
}

export const sourceOf = ({ project, visibilityKey, path }: SourceKey): string =>
  JSON.stringify([project, visibilityKey, path]);

/** A path with the version of a call, and what was in force before. */
export interface FoundSource extends SourceKey {
  /** The version with this content. */
  readonly documentId: string;
  /** Null: the path is new. */
  readonly pathId: string | null;
  /** True when this very version is in force already. */
  readonly isInForce: boolean;
}

/** The owners of each of these paths, by path; paths that nobody has brought in are left out. */
export const findSourceOwners = async (
  db: QueryExecutorProvider,
  tenant: string,
  keys: readonly SourceKey[],
): Promise<ReadonlyMap<string, SourceOwners>> => {
  const { rows } = await sql<
    SourceKey & SourceOwners
  >`select given.project, given.visibility_key as "visibilityKey",
      given.path, p.owner_users as users, p.owner_groups as groups
    from unnest(${texts(keys, 'project')}, ${texts(keys, 'visibilityKey')}, ${texts(keys, 'path')}) as given (project, visibility_key, path)
    cross join lateral (select * from source_paths known where known.tenant = ${tenant} and known.project = given.project
      and known.visibility_key = given.visibility_key and known.path = given.path offset 0) p`.execute(db);
  return new Map(rows.map((row) => [sourceOf(row), row]));
};

/** Finds the ids of stored versions, and the versions in force at their paths. */
export const findSources = async (
  { db, viewer: { tenant } }: WriteSession,
  versions: readonly (SourceKey & { readonly contentHash: string })[],
): Promise<FoundSource[]> => {
  const { rows } =
    await sql<FoundSource>`select given.project, given.visibility_key as "visibilityKey", given.path,
      d.id as "documentId", p.id as "pathId", coalesce(p.document_id = d.id and p.withdrawn_at is null, false) as "isInForce"
    from unnest(${texts(versions, 'project')}, ${texts(versions, 'visibilityKey')}, ${texts(versions, 'path')}, ${texts(versions, 'contentHash')})
        with ordinality as given (project, visibility_key, path, content_hash, place)
      -- One look into each index for each, however many there are: 'offset 0' keeps it from being joined otherwise. See
      -- findVersions for '||'.
      cross join lateral (select id from documents stored where stored.tenant = ${tenant} and stored.project || '' = given.project
        and stored.visibility_key = given.visibility_key and stored.path = given.path and stored.content_hash = given.content_hash offset 0) d
      left join lateral (select * from source_paths known where known.tenant = ${tenant} and known.project = given.project
        and known.visibility_key = given.visibility_key and known.path = given.path offset 0) p on true
    order by given.place`.execute(db);
  return rows;
};

/** Puts versions in force, each at its path; a new path belongs to `owners`. */
export const putInForce = (
  { send, viewer: { tenant } }: WriteSession,
  sources: readonly FoundSource[],
  { now, newId, owners }: { readonly now: Date; readonly newId: () => string; readonly owners: SourceOwners },
): void => {
  const known = sources.filter(({ pathId }) => pathId !== null);
  if (known.length > 0)
    send(sql`update source_paths p set document_id = given.document_id, withdrawn_at = null, changed_at = ${now}
      from unnest(${texts(known, 'pathId')}, ${texts(known, 'documentId')}) as given (id, document_id)
      where p.tenant = ${tenant} and p.id = given.id`);
  send(
    insertionOf(
      'source_paths',
      sources
        .filter(({ pathId }) => pathId === null)
        .map(({ project, visibilityKey, path, documentId }) => ({
          id: newId(),
          tenant,
          project,
          visibility_key: visibilityKey,
          path,
          document_id: documentId,
          owner_users: owners.users,
          owner_groups: owners.groups,
          changed_at: now,
        })),
    ),
  );
};

/** Versions that were there before have come back. */
export const recordReturns = (
  { send, viewer: { tenant } }: WriteSession,
  documentIds: readonly string[],
  now: Date,
): void => {
  if (documentIds.length > 0)
    send(sql`update documents set returned_at = coalesce(returned_at, '[]') || to_jsonb(${now.toISOString()}::text)
      where ${hasId(tenant, documentIds)}`);
};

/** A path that is in force, with what its visibility goes by. */
export interface SourceInForce extends SourceKey {
  readonly pathId: string;
  readonly documentId: string;
  readonly tenant: string;
  readonly contributor: string;
  readonly audience: readonly string[];
  readonly isWithdrawn: boolean;
  readonly owners: SourceOwners;
}

/** The sources of a project at these paths, of every visibility, locked; for a system session. */
export const sourcesAt = async (
  { db, viewer: { tenant } }: WriteSession,
  project: string,
  paths: readonly string[],
): Promise<SourceInForce[]> => {
  const { rows } =
    await sql<SourceInForce>`select p.id as "pathId", p.project, p.visibility_key as "visibilityKey", p.path,
      p.document_id as "documentId", p.withdrawn_at is not null as "isWithdrawn", d.tenant, d.contributor, d.audience,
      json_build_object('users', p.owner_users, 'groups', p.owner_groups) as owners
    from source_paths p join documents d on d.tenant = p.tenant and d.id = p.document_id
    where p.tenant = ${tenant} and p.project = ${project} and p.path = any(${[...paths]})
    order by p.id for update of p`.execute(db);
  return rows;
};

export const withdrawSources = async (
  { db, viewer: { tenant } }: WriteSession,
  pathIds: readonly string[],
  now: Date,
): Promise<void> => {
  await sql`update source_paths set withdrawn_at = ${now}, changed_at = ${now}
    where ${hasId(tenant, pathIds)}`.execute(db);
};
