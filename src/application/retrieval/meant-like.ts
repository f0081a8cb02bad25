import DataLoader from 'dataloader';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { standFarOut } from '#domain/retrieval/meaning.ts';
import { vectorsOfItems } from '#persistence/retrieval/item-vector.ts';
import type { NearestOf } from '#persistence/retrieval/known-vectors.ts';
import { nearestOfEach } from '#persistence/retrieval/nearest-items.ts';
import { pickReadableItems } from '#persistence/search.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { compareScopes } from './compare-scope.ts';

/** Lists the items that stand far out as near to each of these, of the nearest ones whose words the viewer reads. */
const standingOut = async (
  session: ReadSession,
  ids: readonly string[],
  nearestOf: NearestOf,
): Promise<readonly (readonly string[])[]> => {
  const cosines = ids.map(() => new Map<string, number>());
  const seen = new Map<string, boolean>();
  const nearest = await nearestOfEach(
    ids.length,
    async (which, most) => {
      const found = await nearestOf(which, most);
      for (const [at, near] of found.entries())
        for (const { id, cosine } of near) cosines[which[at] ?? 0]?.set(id, cosine);
      return found.map((near) => near.map(({ id }) => id));
    },
    async (found) => {
      const unknown = [...new Set(found.flat())].filter((id) => !seen.has(id));
      const readable = new Set(await pickReadableItems(session, unknown));
      for (const id of unknown) seen.set(id, readable.has(id));
      return found.map((near) => near.filter((id) => seen.get(id)));
    },
  );
  return nearest.map((near, at) => {
    const others = near.filter((other) => other !== ids[at]);
    const isFar = standFarOut(others.map((other) => cosines[at]?.get(other) ?? null));
    return others.filter((_, place) => isFar[place] === true);
  });
};

const meantLikeEach = async (
  dependencies: AppDependencies,
  session: ReadSession,
  ids: readonly string[],
): Promise<readonly (readonly string[])[]> => {
  const { embedder, settings } = dependencies;
  if (embedder === undefined || settings.retrieval.meaningWeight === 0) return ids.map(() => []);
  const vectors = await vectorsOfItems(session, ids, embedder.name);
  const readable = vectors.size === 0 ? [] : await pickReadableItems(session, [...vectors.keys()]);
  const scopes = readable.flatMap((id) => vectors.get(id) ?? []);
  const { nearestOf } = await compareScopes(dependencies, session, scopes);
  const meant = await standingOut(session, readable, nearestOf);
  const meantBy = new Map(readable.map((id, at) => [id, meant[at] ?? []]));
  return ids.map((id) => meantBy.get(id) ?? []);
};

const loaders = new WeakMap<ReadSession, DataLoader<string, readonly string[]>>();

/**
 * Lists the items of the same project whose meaning stands far out as near to that of an item, nearest first, of those whose words the
 * viewer reads; none where they do not read its own, where it has no vector, and where none is compared. Items that are asked
 * about together are compared together.
 */
export const meantLike = (
  dependencies: AppDependencies,
  session: ReadSession,
  id: string,
): Promise<readonly string[]> => {
  const loader =
    loaders.get(session) ??
    new DataLoader<string, readonly string[]>((ids) => meantLikeEach(dependencies, session, ids));
  loaders.set(session, loader);
  return loader.load(id);
};
