import { ask } from '../api/client.ts';
import type { Reading } from './edge.ts';
import { readingOf } from './neighbours.ts';
import { NeighboursQuery, type Point } from './operations.ts';

/** Neighbours that are read of a node, by each kind of link. */
export const neighboursRead = 25;
/** Nodes of one request. */
export const batch = 25;

/** Nodes of the graph that were read, each once, as long as the page is open. */
export interface GraphReader {
  readonly points: ReadonlyMap<string, Point>;
  readonly readings: ReadonlyMap<string, Reading>;
  /**
   * The neighbours of nodes, in batches; nodes that the viewer does not see are left out.
   * @throws RequestRefused
   */
  read(ids: readonly string[]): Promise<readonly Reading[]>;
}

export const createReader = (session: string): GraphReader => {
  const points = new Map<string, Point>();
  const readings = new Map<string, Reading>();
  const load = async (ids: readonly string[]) => {
    const { nodes } = await ask(session, NeighboursQuery, { ids: [...ids], first: neighboursRead });
    for (const node of nodes) {
      // Nodes of other types have no neighbours here.
      if (node === null || !('candidates' in node || 'source' in node)) continue;
      const { reading, points: found } = readingOf(node);
      readings.set(reading.id, reading);
      for (const point of found) points.set(point.id, point);
    }
  };
  return {
    points,
    readings,
    async read(ids) {
      const missing = [...new Set(ids)].filter((id) => !readings.has(id));
      for (let at = 0; at < missing.length; at += batch) await load(missing.slice(at, at + batch));
      return ids.flatMap((id) => readings.get(id) ?? []);
    },
  };
};
