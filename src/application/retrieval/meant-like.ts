import DataLoader from 'dataloader';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { type MeaningUse, standFarOut } from '#domain/retrieval/meaning.ts';
import { vectorsOfItems } from '#persistence/retrieval/item-vector.ts';
import { itemsInReach } from '#persistence/retrieval/items-in-reach.ts';
import type { ComparedScope } from '#persistence/retrieval/known-vectors.ts';
import { type GivenItems, nearestOfEach } from '#persistence/retrieval/nearest-items.ts';
import { pickReadableItems } from '#persistence/search.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { compareScopes } from './compare-scope.ts';

/** Reads each thing once that several items ask about. */
const givenItems = (session: ReadSession, scopes: readonly ComparedScope[]): GivenItems => {
  const readable = new Map<string, boolean>();
  const inReach = new Map<string | null, ReturnType<typeof itemsInReach>>();
  return {
    seenOf: async (lists) => {
      const unknown = [...new Set(lists.flat())].filter((id) => !readable.has(id));
      const found = new Set(unknown.length === 0 ? [] : await pickReadableItems(session, unknown));
      for (const id of unknown) readable.set(id, found.has(id));
      return lists.map((ids) => ids.filter((id) => readable.get(id)));
    },
    ownOf: (which) => {
      const project = scopes[which]?.project ?? null;
      const own = inReach.get(project) ?? itemsInReach(session, project);
      inReach.set(project, own);
      return own;
    },
  };
};

interface Meant {
  /** Nearest first. */
  readonly ids: readonly string[];
  /** Says whether the item was compared; null: it has no vector, or none is compared. */
  readonly meaning: MeaningUse | null;
}

const none: Meant = { ids: [], meaning: null };

const meantLikeEach = async (
  dependencies: AppDependencies,
  session: ReadSession,
  ids: readonly string[],
): Promise<readonly Meant[]> => {
  const { embedder, settings } = dependencies;
  if (embedder === undefined || settings.retrieval.meaningWeight === 0) return ids.map(() => none);
  const vectors = await vectorsOfItems(session, ids, embedder.name);
  const readable = vectors.size === 0 ? [] : await pickReadableItems(session, [...vectors.keys()]);
  const scopes = readable.flatMap((id) => vectors.get(id) ?? []);
  const compared = await compareScopes(dependencies, session, scopes);
  const nearest = await nearestOfEach({ count: scopes.length, ...compared }, givenItems(session, scopes));
  const meant = new Map(
    readable.map((id, at): readonly [string, Meant] => {
      const others = nearest[at]?.filter((other) => other !== id) ?? [];
      const isFar = standFarOut(others.map((other) => compared.cosineOf(at, other)));
      const meaning = compared.meanings[at] ?? null;
      return [id, { ids: others.filter((_, place) => isFar[place] === true), meaning }];
    }),
  );
  return ids.map((id) => meant.get(id) ?? none);
};

const loaders = new WeakMap<ReadSession, DataLoader<string, Meant>>();

/**
 * Lists the items of the same project whose meaning stands far out as near to that of an item, nearest first, of those whose words the
 * viewer reads; none where they do not read its own, where it has no vector, and where none is compared. Items that are asked
 * about together are compared together.
 */
export const meantLike = (
  dependencies: AppDependencies,
  session: ReadSession,
  id: string,
): Promise<Meant> => {
  const loader =
    loaders.get(session) ?? new DataLoader<string, Meant>((ids) => meantLikeEach(dependencies, session, ids));
  loaders.set(session, loader);
  return loader.load(id);
};
