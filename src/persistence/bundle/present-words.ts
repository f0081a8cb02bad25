import type { ItemStatus } from '#domain/review/states.ts';
import { rowsWithIds } from '#persistence/reading/rows-with-ids.ts';
import { sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { endedAs } from './bundle.ts';
import { wordsNow } from './words-now.ts';

/**
 * The memory behind the entity that took the place of the one which the memory `i` became; null where it is an entity
 * of the short path.
 */
const memoryInItsPlace = ({ viewer }: ReadSession) =>
  sql<string | null>`case when i.status = 'GRADUATED' then (select s.graduated_from_id from graph_entities e
      join graph_entities s on s.tenant = e.tenant and s.id = e.superseded_by_id
    where e.tenant = i.tenant and e.graduated_from_id = i.id and e.status = 'SUPERSEDED' and ${itemsVisibleTo(viewer, 'e')}
      and s.graduated_from_id <> i.id and ${itemsVisibleTo(viewer, 's')} order by e.id limit 1) end`;

export interface PresentWords {
  /** Status of the memory, or of the ended entity that it became. Quarantined: believed, and delivered to nobody. */
  readonly status: ItemStatus | 'QUARANTINED';
  readonly words: string;
  /** The memory that took its place, or became the entity that took its entity's; null: none did. */
  readonly supersededById: string | null;
}

/** Present words of memories that the viewer sees, by id. */
export const presentWords = async (
  session: ReadSession,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PresentWords>> => {
  const { rows } = await sql<
    PresentWords & { id: string }
  >`select i.id, coalesce(${endedAs(session)}, case when i.quarantined and i.status in ('ACTIVE', 'GRADUATED') then 'QUARANTINED' else i.status end) as status, ${wordsNow(session)} as words,
      coalesce(i.superseded_by_id, ${memoryInItsPlace(session)}) as "supersededById"
    from ${rowsWithIds(session.viewer, 'memories', ids)} i where ${itemsVisibleTo(session.viewer, 'i')}`.execute(
    await session.db(),
  );
  return new Map(rows.map(({ id, ...now }) => [id, now]));
};
