import type { QueryExecutorProvider } from 'kysely';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { sql } from './reading/sql.ts';
import type { Orm } from './store/orm.ts';
import { openWriteSession } from './store/viewer-session.ts';

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

/** The groups that no token of the tenant has named, the viewer's own included, and no admin has declared, in their order. */
export const findUnknownGroups = async (
  db: QueryExecutorProvider,
  { tenant, groups: own }: Viewer,
  groups: readonly string[],
): Promise<string[]> => {
  if (groups.every((group) => own.includes(group))) return [];
  const { rows } = await sql<{ name: string }>`select name from known_groups
    where tenant = ${tenant} and name = any(${[...groups]})`.execute(db);
  const known = new Set([...own, ...rows.map(({ name }) => name)]);
  return groups.filter((group) => !known.has(group));
};

/** The groups that this process has recorded in each store, so that a group costs a statement once. */
const recorded = new WeakMap<Orm, Set<string>>();

/** Records the groups that a token names, in a transaction of its own: they stay recorded whatever becomes of the call. */
export const recordCarriedGroups = async (orm: Orm, viewer: Viewer, now: Date): Promise<void> => {
  const known = recorded.get(orm) ?? new Set<string>();
  recorded.set(orm, known);
  const keyOf = (group: string) => JSON.stringify([viewer.tenant, group]);
  const fresh = viewer.groups.filter((group) => !known.has(keyOf(group)));
  if (fresh.length === 0) return;
  const session = await openWriteSession(orm, viewer, 'viewer');
  try {
    await recordGroups(session.db, viewer, fresh, now);
    await session.commit();
  } catch (error) {
    await session.rollback().catch(() => undefined);
    throw error;
  }
  for (const group of fresh) known.add(keyOf(group));
};
