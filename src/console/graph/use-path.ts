import { useEffect, useState } from 'react';
import { type EdgeKind, nothingRead, type Reading, withoutKinds } from './edge.ts';
import { findPath, type PathBounds, type PathSearch } from './find-path.ts';
import { batch, type GraphReader } from './reader.ts';

export const pathBounds: PathBounds = { steps: 6, reads: 500, batch };

/** A search that goes on, has ended, or failed. */
export type PathState =
  | { readonly state: 'searching'; readonly read: number }
  | { readonly state: 'ended'; readonly search: PathSearch }
  | { readonly state: 'failed' };

/** Looks for a path between two nodes by edges of the kinds that are shown; null while no second node is chosen. */
export const usePath = (
  reader: GraphReader,
  start: string | undefined,
  goal: string | undefined,
  without: readonly EdgeKind[],
): PathState | null => {
  const [found, setFound] = useState<{
    readonly reader: GraphReader;
    readonly key: string;
    readonly path: PathState;
  } | null>(null);
  const key = JSON.stringify([start, goal, without]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has the ends and the kinds
  useEffect(() => {
    if (start === undefined || goal === undefined) return;
    let isCurrent = true;
    const set = (path: PathState) => isCurrent && setFound({ reader, key, path });
    const read = new Set<string>();
    set({ state: 'searching', read: 0 });
    const shown = (reading: Reading): Reading => {
      set({ state: 'searching', read: read.add(reading.id).size });
      return withoutKinds(reading, without);
    };
    findPath(
      start,
      goal,
      {
        // Nothing more is asked for a search that nobody waits for.
        read: async (ids) => (isCurrent ? (await reader.read(ids)).map(shown) : []),
        readMore: async (id) => (isCurrent ? shown(await reader.readMore(id)) : nothingRead(id)),
      },
      pathBounds,
    ).then(
      (search) => set({ state: 'ended', search }),
      () => set({ state: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [reader, key]);
  if (start === undefined || goal === undefined) return null;
  return found?.reader === reader && found.key === key ? found.path : { state: 'searching', read: 0 };
};
