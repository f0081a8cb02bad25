import { sql } from '#persistence/reading/sql.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { mostLookedUp } from './nearest-items.ts';

/** The items of a project, or of the tenant for null, that the viewer may see, in no order; null: more than `mostLookedUp`. */
export const itemsInReach = async (
  session: ReadSession,
  project: string | null,
): Promise<readonly string[] | null> => {
  const most = sql.lit(mostLookedUp + 1);
  const { rows } = await sql<{ id: string }>`select id from memories_in_reach(${project}, ${most}) id
    union all select id from graph_entities_in_reach(${project}, ${most}) id limit ${most}`.execute(
    await session.db(),
  );
  return rows.length > mostLookedUp ? null : rows.map(({ id }) => id);
};
