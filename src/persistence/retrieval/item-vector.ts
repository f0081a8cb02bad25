import { sql } from '#persistence/reading/sql.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type ComparedScope, numbersOf } from './known-vectors.ts';

/** The vectors of items by a model, each with its project as a scope to compare, by item; none where the viewer sees none. */
export const vectorsOfItems = async (
  session: ReadSession,
  itemIds: readonly string[],
  model: string,
): Promise<ReadonlyMap<string, ComparedScope>> => {
  const { rows } = await sql<{
    itemId: string;
    project: string;
    vector: Uint8Array;
  }>`select v.item_id as "itemId", v.project, v.vector from unnest(${[...itemIds]}::text[]) asked (id)
    join item_vectors v on v.tenant = ${session.viewer.tenant} and v.item_id = asked.id and v.model = ${model}`.execute(
    await session.db(),
  );
  return new Map(
    rows.map(({ itemId, project, vector }) => [itemId, { project, model, asked: numbersOf(vector) }]),
  );
};
