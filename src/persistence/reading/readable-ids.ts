import type { ReadSession } from '../store/viewer-session.ts';
import { rowsWithIds } from './rows-with-ids.ts';
import { type Expression, type SqlBool, sql } from './sql.ts';
import { wordsVisibleTo } from './visibility-predicate.ts';

/** Picks, in their order, the items that meet the condition of their table on the row `i` and whose words the viewer reads. */
export const readableIds = async (
  session: ReadSession,
  ids: readonly string[],
  tables: readonly {
    readonly table: 'memories' | 'graph_entities';
    readonly where: Expression<SqlBool>;
  }[],
): Promise<string[]> => {
  const ofTables = tables.map(
    ({ table, where }) => sql`select i.id from ${rowsWithIds(session.viewer, table, ids)} i
      where ${where} and ${wordsVisibleTo(session.viewer, 'i')}`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(ofTables, sql` union all `)}`.execute(
    await session.byKey(),
  );
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => found.has(id));
};
