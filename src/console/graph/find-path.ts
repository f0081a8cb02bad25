import { type Edge, otherEnd, type Reading } from './edge.ts';

/** How far a search goes, before it gives up. */
export interface PathBounds {
  readonly steps: number;
  readonly nodes: number;
  /** Nodes of one request. */
  readonly batch: number;
}

export interface PathSearch {
  /** The edges from one end to the other; null when no path was found. */
  readonly path: readonly Edge[] | null;
  /** Nodes whose neighbours were read. */
  readonly read: number;
  /** Nodes of them that have more neighbours than were read. */
  readonly cut: number;
  /** The bound that ended the search; null when it ended by itself. */
  readonly bound: 'steps' | 'nodes' | null;
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
 * node was cut. `read` gives the neighbours of nodes that the viewer sees.
 */
export const findPath = async (
  from: string,
  to: string,
  read: (ids: readonly string[]) => Promise<readonly Reading[]>,
  bounds: PathBounds,
): Promise<PathSearch> => {
  const [start, goal] = [sideOf(from), sideOf(to)];
  let [readNodes, cut] = [0, 0];
  const end = (path: readonly Edge[] | null, bound: PathSearch['bound'] = null): PathSearch => ({
    path,
    read: readNodes,
    cut,
    bound,
  });
  if (from === to) return end([]);
  for (let step = 0; start.level.length > 0 && goal.level.length > 0; step += 1) {
    if (step === bounds.steps) return end(null, 'steps');
    const [side, other] = start.level.length <= goal.level.length ? [start, goal] : [goal, start];
    const next: string[] = [];
    for (let at = 0; at < side.level.length; at += bounds.batch) {
      const ids = side.level.slice(at, at + bounds.batch);
      if (readNodes + ids.length > bounds.nodes) return end(null, 'nodes');
      readNodes += ids.length;
      for (const { id, edges, isCut } of await read(ids)) {
        if (isCut) cut += 1;
        for (const edge of edges) {
          const found = otherEnd(edge, id);
          if (side.reached.has(found)) continue;
          side.reached.set(found, edge);
          next.push(found);
          if (other.reached.has(found))
            return end([...wayBack(start, found).reverse(), ...wayBack(goal, found)]);
        }
      }
    }
    side.level = next;
  }
  return end(null);
};
