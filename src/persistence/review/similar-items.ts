import DataLoader from 'dataloader';
import { type PossibleDuplicate, possibleDuplicates } from '#domain/contradictions/possible-duplicates.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { ItemRef } from '#persistence/review/items.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

export type SimilarItem = PossibleDuplicate & Pick<ItemRef, 'itemKind'>;

/** Memories, and as many entities, that share rare words with an item and are looked at. */
const mostLookedAt = 200;

interface Wording extends Pick<ItemRef, 'itemKind' | 'id'> {
  readonly content: string;
  readonly headingPath: readonly string[];
}

const wordingsOf = async (session: ReadSession, ids: readonly string[]) => {
  const { tenant } = session.viewer;
  const from = (table: 'memories' | 'graph_entities', kind: ItemRef['itemKind']) =>
    sql`select i.id, ${kind}::text as "itemKind", i.content, coalesce(c.heading_path, '{}') as "headingPath"
      from ${sql.table(table)} i left join chunks c on c.tenant = i.tenant and c.id = i.source_id where ${hasId(tenant, ids, 'i')}`;
  const { rows } =
    await sql<Wording>`${from('memories', 'memory')} union all ${from('graph_entities', 'entity')}`.execute(
      await session.byKey(),
    );
  return new Map(rows.map((row) => [row.id, row]));
};

/** An item, and those of its project that mean nearly what it says: the viewer reads the words of all of them. */
export interface Likened {
  readonly id: string;
  readonly meant: readonly string[];
}

/** The items of the same project that say nearly the same, or mean it, most alike first, as far as the viewer may see. */
export const similarItems = (session: ReadSession) =>
  new DataLoader<Likened, readonly SimilarItem[], string>(
    async (likened) => {
      const asked = likened.map(({ id }) => id);
      const { rows } = await sql<{ itemId: string; peerId: string }>`
        select item_id as "itemId", peer_id as "peerId"
        from similar_items(${asked}, ${sql.lit(mostLookedAt)})`.execute(await session.db());
      const wordings = await wordingsOf(session, [
        ...new Set([...asked, ...rows.map(({ peerId }) => peerId), ...likened.flatMap(({ meant }) => meant)]),
      ]);
      const found = Map.groupBy(rows, ({ itemId }) => itemId);
      const textsOf = (ids: readonly string[]) => ids.flatMap((id) => wordings.get(id) ?? []);
      return likened.map(({ id, meant }) => {
        const own = wordings.get(id);
        if (own === undefined) return [];
        const sharing = textsOf((found.get(id) ?? []).map(({ peerId }) => peerId));
        return possibleDuplicates(own, sharing, textsOf(meant)).flatMap((one) =>
          textsOf([one.id]).map(({ itemKind }) => ({ ...one, itemKind })),
        );
      });
    },
    { cacheKeyFn: ({ id }) => id },
  );
