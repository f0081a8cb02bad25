import DataLoader from 'dataloader';
import {
  type DuplicateRelation,
  isPossibleDuplicate,
  relateStatements,
} from '#domain/contradictions/duplicate-relation.ts';
import { likenessTo } from '#domain/ingestion/trigrams.ts';
import { mostRelevant } from '#domain/retrieval/relevance.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { ItemRef } from '#persistence/review/items.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

export interface SimilarItem extends Pick<ItemRef, 'itemKind' | 'id'> {
  /** Trigram similarity, from 0 to 1. */
  readonly similarity: number;
  /** How it relates by its words and its headings; null where those do not show it. */
  readonly relation: DuplicateRelation | null;
}

/** So many memories, and so many entities, that share rare words with an item are looked at. */
const mostLookedAt = 200;
/** So many of them, the best by their words, are compared with it, by so many of their first characters. */
const mostCompared = 50;
const comparedLength = 1_000;
const peersEach = 5;

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
      const textsOf = (ids: readonly string[]) =>
        ids.flatMap((id) => {
          const wording = wordings.get(id);
          const words = wording?.content.slice(0, comparedLength) ?? '';
          return wording === undefined ? [] : [{ ...wording, words, source: null, place: 0 }];
        });
      return likened.map(({ id, meant }) => {
        const [own] = textsOf([id]);
        if (own === undefined) return [];
        const byWords = mostRelevant(
          textsOf((found.get(id) ?? []).map(({ peerId }) => peerId)),
          own.words,
          mostCompared,
        );
        const byMeaning = new Set(meant);
        const known = new Set(byWords.map((peer) => peer.id));
        const likenessOf = likenessTo(own.words);
        return [...byWords, ...textsOf(meant.filter((peer) => !known.has(peer)))]
          .map(({ id: peerId, itemKind, words, ...peer }) => ({
            id: peerId,
            itemKind,
            similarity: likenessOf(words),
            relation: relateStatements(own, peer),
          }))
          .filter((item) => isPossibleDuplicate({ ...item, isMeant: byMeaning.has(item.id) }))
          .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
          .slice(0, peersEach);
      });
    },
    { cacheKeyFn: ({ id }) => id },
  );
