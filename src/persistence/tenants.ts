import type { QueryExecutorProvider } from 'kysely';
import { nearestNames } from '#domain/input/nearest-names.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { CommitUnknown } from '#pg-pipeline/write-transaction.ts';
import { sql } from './reading/sql.ts';
import type { Orm } from './store/orm.ts';
import { openWriteSession, type ReadSession, type WriteSession } from './store/viewer-session.ts';

/**
 * Notes groups of the session's tenant, and returns those that were not known before. Sorted, so that two writers
 * never wait for each other crosswise.
 */
export const recordGroups = async (
  db: QueryExecutorProvider,
  { tenant, user }: Viewer,
  groups: readonly string[],
  now: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`insert into known_groups (tenant, name, noted_by, noted_at)
    select ${tenant}, name, ${user}, ${now}::timestamptz from unnest(${[...groups].sort()}::text[]) as name
    on conflict do nothing returning name`.execute(db);
  return rows.map(({ name }) => name).sort();
};

/**
 * The groups that no token of the tenant has named, the viewer's own included, and no admin has declared, or that were
 * withdrawn from everybody, in their order.
 */
export const findUnknownGroups = async (
  db: QueryExecutorProvider,
  { tenant, groups: own }: Viewer,
  groups: readonly string[],
): Promise<string[]> => {
  if (groups.every((group) => own.includes(group))) return [];
  const { rows } = await sql<{ name: string }>`select k.name from known_groups k
    where k.tenant = ${tenant} and k.name = any(${[...groups]}) and not exists (select 1 from withdrawn_groups w
      where w.tenant = k.tenant and w.name = k.name and w.user_key = '' and w.restored_at is null)`.execute(
    db,
  );
  const known = new Set([...own, ...rows.map(({ name }) => name)]);
  return groups.filter((group) => !known.has(group));
};

/** Names of known groups that a misspelt one may have meant, three at most; null: the group is known. */
export const nearestGroups = async (
  { db, viewer: { tenant } }: ReadSession,
  group: string,
): Promise<string[] | null> => {
  const { rows } = await sql<{
    name: string;
  }>`(select name from known_groups where tenant = ${tenant} and name = ${group})
    union (select name from known_groups where tenant = ${tenant} order by name limit ${mostCompared})`.execute(
    await db(),
  );
  const names = rows.map(({ name }) => name);
  return names.includes(group) ? null : nearestNames(group, names);
};
/** Groups that a name is compared with. */
const mostCompared = 500;

/** Picks, of these folded names, those of users of the tenant: people whose tokens have called a mutation. */
export const findKnownUsers = async (
  { db, viewer }: WriteSession,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`select name from known_users
    where tenant = ${viewer.tenant} and name = any(${[...names]})`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

/** The users and groups that this process has recorded in each store, so that each costs a statement once. */
const recorded = new WeakMap<Orm, Set<string>>();

/**
 * Records the groups of a token, and of a mutation's its user, in a transaction of its own: they stay recorded whatever
 * becomes of the call.
 */
export const recordCaller = async (
  orm: Orm,
  viewer: Viewer,
  now: Date,
  { isMutation }: { readonly isMutation: boolean },
): Promise<void> => {
  const known = recorded.get(orm) ?? new Set<string>();
  recorded.set(orm, known);
  const keyOf = (kind: 'user' | 'group', name: string) => JSON.stringify([viewer.tenant, kind, name]);
  const isNew = isMutation && !known.has(keyOf('user', viewer.user));
  const groups = viewer.groups.filter((group) => !known.has(keyOf('group', group)));
  if (groups.length === 0 && !isNew) return;
  const session = await openWriteSession(orm, viewer, 'viewer');
  try {
    if (groups.length > 0) await recordGroups(session.db, viewer, groups, now);
    if (isNew)
      await sql`insert into known_users (tenant, name, spelling, noted_at)
        values (${viewer.tenant}, ${foldedName(viewer.user)}, ${viewer.user}, ${now})
        on conflict do nothing`.execute(session.db);
    await session.commit();
  } catch (error) {
    await session.rollback().catch(() => undefined);
    // Nothing of the call has begun: whether this was written does not matter to the caller.
    throw error instanceof CommitUnknown ? error.cause : error;
  }
  if (isNew) known.add(keyOf('user', viewer.user));
  for (const group of groups) known.add(keyOf('group', group));
};
