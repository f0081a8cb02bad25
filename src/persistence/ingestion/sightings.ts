import DataLoader from 'dataloader';
import { programNames } from '#domain/ingestion/turns.ts';
import { readStandingId } from '#domain/input/shown-id.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo, visibleWithItem } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

export interface Sightings {
  readonly count: number;
  readonly lastAt: Date | null;
}

/**
 * How often items were met again, now or by the id of a snapshot until then, where it still is in force; never, where the viewer does not
 * see the item.
 */
export const sightingsByItem = (session: ReadSession) =>
  new DataLoader<string, Sightings>(async (keys) => {
    const wanted = keys.map(readStandingId);
    const { rows } = await sql<{
      key: string;
      count: string;
      lastAt: Date;
    }>`select wanted.key, count(*) as count, max(s.seen_at) as "lastAt"
      from unnest(${[...keys]}::text[], ${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[])
        as wanted (key, id, instant)
      join sightings s on (s.memory_id = wanted.id or s.entity_id = wanted.id) and (wanted.instant is null or s.seen_at <= wanted.instant)
      where ${visibleWithItem(session.viewer, 's')}
        and (s.chunk_id is null or exists (select 1 from chunks c join source_paths p on p.tenant = c.tenant and p.document_id = c.document_id
          and p.withdrawn_at is null where c.tenant = s.tenant and c.id = s.chunk_id)) group by 1`.execute(
      await session.byKey(),
    );
    const found = new Map(rows.map(({ key, count, lastAt }) => [key, { count: Number(count), lastAt }]));
    return keys.map((key) => found.get(key) ?? { count: 0, lastAt: null });
  });

export interface InteractionSighting {
  readonly interactionId: string;
  /** When the item was last met in it. */
  readonly at: Date;
  /** A person said it there, and not only a program. */
  readonly byPerson: boolean;
}

const spokenByPerson = (speaker: 'i.span_speaker' | 's.speaker') =>
  sql`(${sql.ref(speaker)} is null or not lower(${sql.ref(speaker)}) = any(${[...programNames]}))`;

/** The interactions in which an item that the viewer sees was met, its own source included. */
export const interactionSightings = (session: ReadSession) =>
  new DataLoader<string, readonly InteractionSighting[]>(async (itemIds) => {
    const ids = [...itemIds];
    const { viewer } = session;
    const { rows } = await sql<
      InteractionSighting & { itemId: string }
    >`select met."itemId", met.interaction_id as "interactionId",
        max(met.at) as at, bool_or(met.by_person) as "byPerson" from (
        select coalesce(s.memory_id, s.entity_id) as "itemId", s.interaction_id, s.seen_at as at, ${spokenByPerson('s.speaker')} as by_person from sightings s
          where (s.memory_id = any(${ids}) or s.entity_id = any(${ids})) and ${visibleWithItem(viewer, 's')}
        union all select i.id, i.interaction_id, i.created_at, ${spokenByPerson('i.span_speaker')} from memories i where ${hasId(viewer.tenant, ids, 'i')} and ${itemsVisibleTo(viewer, 'i')}
        union all select i.id, i.interaction_id, i.created_at, ${spokenByPerson('i.span_speaker')} from graph_entities i where ${hasId(viewer.tenant, ids, 'i')} and ${itemsVisibleTo(viewer, 'i')}
      ) met where met.interaction_id is not null group by 1, 2`.execute(await session.byKey());
    const found = Map.groupBy(rows, ({ itemId }) => itemId);
    return itemIds.map((id) => found.get(id) ?? []);
  });
