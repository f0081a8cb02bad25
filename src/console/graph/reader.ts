import { ask } from '../api/client.ts';
import { idAsOf, itemIdOf } from '../parts/addresses.ts';
import { nothingRead, type Reading } from './edge.ts';
import type { NeighbourReader } from './find-path.ts';
import { isLaterThan, joined, readingOf, type WalkedReading } from './neighbours.ts';
import { NeighboursQuery, type Point } from './operations.ts';

/** Neighbours that are read of a node at once, by each kind of link. */
export const neighboursRead = 25;
/** Nodes of one request. */
export const batch = 25;

/** Nodes of the graph that were read, each once, as long as the page is open. */
export interface GraphReader extends NeighbourReader {
  readonly points: ReadonlyMap<string, Point>;
  readonly asOf: string | undefined;
  readonly readings: ReadonlyMap<string, Reading>;
}

/** Reads the graph as it stood at `asOf`, under today's permissions; absent: as it is. */
export const createReader = (session: string, asOf: string | undefined): GraphReader => {
  const points = new Map<string, Point>();
  const readings = new Map<string, WalkedReading>();
  const idThen = (id: string) => (/^(mem|ent|trc)_/.test(id) ? idAsOf(id, asOf) : id);
  const load = async (ids: readonly string[], before?: WalkedReading) => {
    const { nodes } = await ask(session, NeighboursQuery, {
      ids: ids.map(idThen),
      first: neighboursRead,
      asOf: asOf ?? null,
      ...before?.ends,
    });
    for (const node of nodes) {
      // Nodes of other types have no neighbours here.
      if (node === null || !('candidates' in node || 'source' in node) || isLaterThan(asOf, node)) continue;
      const { reading, points: found } = readingOf(node, asOf);
      readings.set(reading.id, before === undefined ? reading : joined(before, reading));
      for (const point of found) points.set(itemIdOf(point.id), point);
    }
  };
  return {
    points,
    readings,
    asOf,
    async read(ids) {
      const missing = [...new Set(ids)].filter((id) => !readings.has(id));
      for (let at = 0; at < missing.length; at += batch) await load(missing.slice(at, at + batch));
      return ids.flatMap((id) => readings.get(id) ?? []);
    },
    async readMore(id) {
      const before = readings.get(id);
      if (before !== undefined && before.cut.length > 0) await load([id], before);
      return readings.get(id) ?? nothingRead(id);
    },
  };
};
