import { sql } from '#persistence/reading/sql.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type ComparedScope, numbersOf } from './known-vectors.ts';

/** The vector of an item by a model, and its project, as a scope to compare; null where the viewer sees none. */
export const vectorOfItem = async (
  session: ReadSession,
  itemId: string,
  model: string,
): Promise<ComparedScope | null> => {
  const { rows } = await sql<{
    project: string;
    vector: Uint8Array;
  }>`select v.project, v.vector from item_vectors v
    where v.tenant = ${session.viewer.tenant} and v.item_id = ${itemId} and v.model = ${model}`.execute(
    await session.db(),
  );
  const [row] = rows;
  return row ? { project: row.project, model, asked: numbersOf(row.vector) } : null;
};
