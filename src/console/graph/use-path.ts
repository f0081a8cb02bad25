import { useEffect, useState } from 'react';
import type { EdgeKind } from './edge.ts';
import { findPath, type PathBounds, type PathSearch } from './find-path.ts';
import { batch, type GraphReader } from './reader.ts';

export const pathBounds: PathBounds = { steps: 6, nodes: 500, batch };

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
    let read = 0;
    set({ state: 'searching', read });
    findPath(
      start,
      goal,
      async (ids) => {
        // Nothing more is asked for a search that nobody waits for.
        if (!isCurrent) return [];
        const readings = await reader.read(ids);
        read += ids.length;
        set({ state: 'searching', read });
        return readings.map((reading) => ({
          ...reading,
          edges: reading.edges.filter(({ kind }) => !without.includes(kind)),
        }));
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
