import { type Edge, otherEnd, type Reading } from './edge.ts';

/** How far a search goes, before it gives up. */
export interface PathBounds {
  readonly steps: number;
  /** Readings of a node, and of a further part of its neighbours. */
  readonly reads: number;
  /** Nodes of one request. */
  readonly batch: number;
}

export interface NeighbourReader {
  /**
   * The neighbours of nodes that were read so far, or their first part; nodes that the viewer does not see are left out.
   * @throws RequestRefused
   */
  read(ids: readonly string[]): Promise<readonly Reading[]>;
  /**
   * The neighbours of a node that were read so far, and the next part of them.
   * @throws RequestRefused
   */
  readMore(id: string): Promise<Reading>;
}

export interface PathSearch {
  /** The edges from one end to the other; null when no path was found. */
  readonly path: readonly Edge[] | null;
  /** Nodes whose neighbours were read. */
  readonly read: number;
  /** Nodes of them that have more neighbours than were read. */
  readonly cut: number;
  /** The bound that ended the search; null when it ended by itself. */
  readonly bound: 'steps' | 'reads' | null;
}

/** Nodes reached from one end, each by the edge that led to it; the end itself by none. */
interface Side {
  readonly reached: Map<string, Edge | null>;
  level: readonly string[];
}

const sideOf = (end: string): Side => ({ reached: new Map([[end, null]]), level: [end] });

/** The edges from a node back to the end of its side. */
const wayBack = ({ reached }: Side, from: string): Edge[] => {
  const way: Edge[] = [];
  let at = from;
  for (let edge = reached.get(at); edge != null; edge = reached.get(at)) {
    way.push(edge);
    at = otherEnd(edge, at);
  }
  return way;
};

/**
 * A path between two nodes, walked breadth-first from both ends, the side with fewer nodes first; the shortest one where no
 * node was cut. Where the first part of the neighbours of each node leads nowhere, the search walks again and reads the further parts,
 * as long as its readings last.
 */
export const findPath = async (
  from: string,
  to: string,
  reader: NeighbourReader,
  bounds: PathBounds,
): Promise<PathSearch> => {
  /** Nodes that were read, and true for each that has further neighbours. */
  const read = new Map<string, boolean>();
  let reads = 0;
  const note = (readings: readonly Reading[]) => {
    for (const { id, cut } of readings) read.set(id, cut.length > 0);
    return readings;
  };
  const walk = async (readsOn: boolean): Promise<Pick<PathSearch, 'path' | 'bound'>> => {
    const [start, goal] = [sideOf(from), sideOf(to)];
    for (let step = 0; start.level.length > 0 && goal.level.length > 0; step += 1) {
      if (step === bounds.steps) return { path: null, bound: 'steps' };
      const [side, other] = start.level.length <= goal.level.length ? [start, goal] : [goal, start];
      const next: string[] = [];
      /** Takes the neighbours of a node into the next level; true when one of them was reached from the other end. */
      const meets = ({ id, edges }: Reading): string | undefined => {
        for (const edge of edges) {
          const found = otherEnd(edge, id);
          if (side.reached.has(found)) continue;
          side.reached.set(found, edge);
          next.push(found);
          if (other.reached.has(found)) return found;
        }
        return undefined;
      };
      for (let at = 0; at < side.level.length; at += bounds.batch) {
        const ids = side.level.slice(at, at + bounds.batch);
        const fresh = ids.filter((id) => !read.has(id)).length;
        if (reads + fresh > bounds.reads) return { path: null, bound: 'reads' };
        reads += fresh;
        for (let reading of note(await reader.read(ids)))
          for (;;) {
            const met = meets(reading);
            if (met !== undefined)
              return { path: [...wayBack(start, met).reverse(), ...wayBack(goal, met)], bound: null };
            if (!readsOn || reading.cut.length === 0) break;
            if (reads === bounds.reads) return { path: null, bound: 'reads' };
            reads += 1;
            reading = await reader.readMore(reading.id);
            note([reading]);
          }
      }
      side.level = next;
    }
    return { path: null, bound: null };
  };
  if (from === to) return { path: [], read: 0, cut: 0, bound: null };
  const isCut = () => [...read.values()].some(Boolean);
  let found = await walk(false);
  if (found.path === null && found.bound !== 'reads' && isCut()) found = await walk(true);
  return { ...found, read: read.size, cut: [...read.values()].filter(Boolean).length };
};
