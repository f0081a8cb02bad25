import type { AppDependencies } from '#application/app-dependencies.ts';
import { kindOfId } from '#application/review/steps/item.ts';
import { isLiteral } from '#domain/input/search.ts';
import type { MeaningUse } from '#domain/retrieval/meaning.ts';
import { mixedHits } from '#domain/retrieval/mixed-hits.ts';
import type { Count } from '#persistence/reading/count.ts';
import { itemsInReach } from '#persistence/retrieval/items-in-reach.ts';
import { nearestItems } from '#persistence/retrieval/nearest-items.ts';
import { allOfSearch, type FoundRef, meantBySearch, type SearchRequest } from '#persistence/search.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { compareByMeaning } from './compare-by-meaning.ts';

export interface MeantSearch {
  /** Null: words alone are looked for, page by page. */
  readonly hits: readonly FoundRef[] | null;
  /** Null where `hits` are: the words are counted where somebody asks. */
  readonly count: Count | null;
  /** Null: no embedding server is configured, or the search looks for no memories or entities, or for just these words. */
  readonly meaning: MeaningUse | null;
}

const byWords = { hits: null, count: null } as const;

/** Searches by words and by meaning, where an embedding server is configured and the search leaves room for other words. */
export const searchByMeaning = async (
  dependencies: AppDependencies,
  session: ReadSession,
  request: SearchRequest,
  text: string,
): Promise<MeantSearch> => {
  if (isLiteral(text) || !request.kinds.some((kind) => kind === 'memory' || kind === 'entity'))
    return { ...byWords, meaning: null };
  const { cosines, meaning } = await compareByMeaning(dependencies, session, text, request.project);
  if (cosines === null) return { ...byWords, meaning };
  const nearest = await nearestItems(
    cosines,
    (ids) => meantBySearch(session, request, ids),
    () => itemsInReach(session, request.project),
  );
  const found = await allOfSearch(session, request);
  const known = new Set(found.rows.map(({ id }) => id));
  const meant = nearest
    .filter((id) => !known.has(id))
    .map((id): FoundRef => ({ itemKind: kindOfId(id), id, section: null, rank: 0, meaning: null }));
  const hits = mixedHits(found.rows, meant, {
    ...dependencies.settings.retrieval,
    cosineOf: ({ id }) => cosines.of(id),
  });
  return { hits, count: { ...found.count, value: hits.length }, meaning };
};
