import DataLoader from 'dataloader';
import type { EntityRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import type { SeenRows } from '#persistence/reading/row-loader.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type RevisionRow, revisionAsShown, revisionColumns } from '#persistence/versions/revisions.ts';

export interface VersionKey {
  /** Id of the memory or entity. */
  readonly itemId: string;
  readonly revision: number;
}

/** Single versions of items: seen with the item, in the words that are for the viewer; null where there is none. */
export const versionsOfItems = (
  session: ReadSession,
  items: { readonly memories: SeenRows<MemoryRow>; readonly entities: SeenRows<EntityRow> },
) =>
  new DataLoader<VersionKey, RevisionRow | null, string>(
    async (keys) => {
      const shown = await Promise.all(
        keys.map(({ itemId }) =>
          itemId.startsWith('ent_') ? items.entities.seen(itemId) : items.memories.seen(itemId),
        ),
      );
      const seen = keys.filter((_, place) => shown[place] != null);
      if (seen.length === 0) return keys.map(() => null);
      const { rows } = await sql<
        RevisionRow & { itemId: string }
      >`select wanted.id as "itemId", ${revisionColumns}
        from unnest(${seen.map(({ itemId }) => itemId)}::text[], ${seen.map(({ revision }) => String(revision))}::int[]) wanted (id, revision)
        join revisions n on n.tenant = ${session.viewer.tenant} and n.revision = wanted.revision
          and (n.memory_id = wanted.id or n.entity_id = wanted.id)`.execute(await session.byKey());
      const found = new Map(rows.map(({ itemId, ...row }) => [`${itemId} ${row.revision}`, row]));
      return keys.map(({ itemId, revision }, place) => {
        const row = found.get(`${itemId} ${revision}`);
        const item = shown[place];
        return row && item ? revisionAsShown(row, item) : null;
      });
    },
    { cacheKeyFn: ({ itemId, revision }) => `${itemId} ${revision}` },
  );
