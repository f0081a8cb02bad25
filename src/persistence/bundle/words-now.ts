import { policyMask } from '#domain/labels/policy/mask.ts';
import { rowsWithIds } from '#persistence/reading/rows-with-ids.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo, wordsAsShown, wordsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** Condition on an entity `e`: the memory that it was is given in its words. */
const givesWords = ({ viewer }: ReadSession) =>
  sql<SqlBool>`(e.status = 'ACTIVE' and not e.quarantined and ${itemsVisibleTo(viewer, 'e')})`;

/** A column of the entity `e` that a memory `i` became, where the viewer sees it and nothing withholds it; else null. */
export const ofEntity = <Value>(session: ReadSession, column: RawBuilder<Value>) =>
  sql<Value | null>`case when i.status = 'GRADUATED' then (select ${column} from graph_entities e where e.tenant = i.tenant
    and e.graduated_from_id = i.id and ${givesWords(session)} order by e.id limit 1) end`;

/**
 * A memory `i` in words: a graduated one in its entity's present ones, where the viewer sees the entity and nothing
 * withholds it; the mask where the label policy redacts either.
 */
export const wordsNow = (session: ReadSession) =>
  sql<string>`case when ${wordsVisibleTo(session.viewer, 'i')} then coalesce(
  ${ofEntity(session, sql`${wordsAsShown('e.content', 'e')}`)},
  i.content) else ${sql.lit(policyMask)} end`;

/** Id of the item in whose words a memory `i` is given. */
export const saidBy = (session: ReadSession) => sql<string>`coalesce(${ofEntity(session, sql`e.id`)}, i.id)`;

/** Puts the memories that are given in their words in the place of entities; other ids, of hidden entities too, stay as they are. */
export const memoriesSaidBy = async (
  session: ReadSession,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const entities = ids.filter((id) => id.startsWith('ent_'));
  if (entities.length === 0) return ids;
  const { rows } = await sql<{
    id: string;
    memoryId: string;
  }>`select e.id, e.graduated_from_id as "memoryId" from ${rowsWithIds(session.viewer, 'graph_entities', entities)} e
    where e.graduated_from_id is not null and ${givesWords(session)}`.execute(await session.byKey());
  const memories = new Map(rows.map(({ id, memoryId }) => [id, memoryId]));
  return [...new Set(ids.map((id) => memories.get(id) ?? id))];
};
