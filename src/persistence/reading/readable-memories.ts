import type { ReadSession } from '../store/viewer-session.ts';
import { rowsWithIds } from './rows-with-ids.ts';
import { type Expression, type SqlBool, sql } from './sql.ts';
import { wordsVisibleTo } from './visibility-predicate.ts';

/** Picks, in their order, the memories that meet a condition on the row `i` and whose words the viewer reads. */
export const readableMemories = async (
  session: ReadSession,
  ids: readonly string[],
  where: Expression<SqlBool>,
): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select i.id from ${rowsWithIds(session.viewer, 'memories', ids)} i
    where ${where} and ${wordsVisibleTo(session.viewer, 'i')}`.execute(await session.byKey());
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => found.has(id));
};
