import type { AppDependencies } from '#application/app-dependencies.ts';
import { standFarOut } from '#domain/retrieval/meaning.ts';
import { vectorOfItem } from '#persistence/retrieval/item-vector.ts';
import { nearestItems } from '#persistence/retrieval/nearest-items.ts';
import { pickReadableItems } from '#persistence/search.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { compareScope } from './compare-scope.ts';

/**
 * The items of the same project whose meaning stands far out as near to that of an item, nearest first, of those whose words the
 * viewer reads; none where that holds not of its own, where it has no vector, and where none is compared.
 */
export const meantLike = async (
  dependencies: AppDependencies,
  session: ReadSession,
  id: string,
): Promise<readonly string[]> => {
  const { embedder, settings } = dependencies;
  if (embedder === undefined || settings.retrieval.meaningWeight === 0) return [];
  const scope = await vectorOfItem(session, id, embedder.name);
  if (scope === null || (await pickReadableItems(session, [id])).length === 0) return [];
  const { cosines } = await compareScope(dependencies, session, scope);
  if (cosines === null) return [];
  const nearest = await nearestItems(cosines, (ids) => pickReadableItems(session, ids));
  const others = nearest.filter((other) => other !== id);
  const isFar = standFarOut(others.map(cosines.of));
  return others.filter((_, at) => isFar[at] === true);
};
