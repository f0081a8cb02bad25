import type { GraphLink, GraphStep } from '../parts/flow-graph.tsx';
import { storedLine } from '../parts/stored-text.tsx';
import { counted } from '../parts/words.ts';
import {
  type Edge,
  type EdgeKind,
  keyOf,
  nothingRead,
  otherEnd,
  type Reading,
  saidFrom,
  withoutKinds,
} from './edge.ts';
import { toStep } from './neighbours.ts';
import { type GraphReader, neighboursRead } from './reader.ts';

/** Neighbours of one kind of edge that are drawn, before all that were read are asked for. */
const neighboursDrawn = 6;

export interface Walk {
  readonly start: string;
  readonly goal: string | undefined;
  /** Nodes whose neighbours are shown. */
  readonly open: ReadonlySet<string>;
  /** The node of them that is not closed. */
  readonly alwaysOpen: string | undefined;
  /** Open nodes of which all neighbours that were read are drawn. */
  readonly whole: ReadonlySet<string>;
  readonly without: readonly EdgeKind[];
  readonly path: readonly Edge[];
}

export const turnLabel = (isOpen: boolean, title: string): string =>
  `${isOpen ? 'Hide' : 'Show'} the neighbours of ${storedLine(title)}`;

export const moreLabel = `Show ${neighboursRead} more of each kind`;

/** The reading of a node, as far as the kinds of edges are shown. */
export const readingIn = ({ readings }: GraphReader, id: string, without: readonly EdgeKind[]): Reading =>
  withoutKinds(readings.get(id) ?? nothingRead(id), without);

/** The links of a path, each read in the direction of the path. */
const wayOf = ({ start, path }: Walk): GraphLink[] => {
  let at = start;
  return path.map((edge) => {
    const from = at;
    at = otherEnd(edge, from);
    return { from, to: at, says: saidFrom(edge, from), isOnWay: true };
  });
};

/** The nodes that are drawn: the ends, the path, and of each open node some neighbours of each kind. */
const drawnNodes = (reader: GraphReader, { start, goal, open, whole, without, path }: Walk): Set<string> => {
  const drawn = new Set([start, ...(goal === undefined ? [] : [goal]), ...open]);
  for (const { from, to } of path) drawn.add(from).add(to);
  for (const id of open)
    for (const edges of Map.groupBy(readingIn(reader, id, without).edges, ({ kind }) => kind).values())
      for (const edge of whole.has(id) ? edges : edges.slice(0, neighboursDrawn))
        drawn.add(otherEnd(edge, id));
  return drawn;
};

interface Turns {
  /** Shows or hides the neighbours of a node. */
  onTurn(id: string): void;
  /** Draws all neighbours of a node that were read. */
  onWhole(id: string): void;
  /** Reads more neighbours of a node. */
  onMore(id: string): void;
}

/** Draws a walk: its open nodes with their neighbours, and the path. */
export const drawingOf = (
  reader: GraphReader,
  walk: Walk,
  { onTurn, onWhole, onMore }: Turns,
): { readonly steps: GraphStep[]; readonly links: GraphLink[] } => {
  const drawn = drawnNodes(reader, walk);
  const onPath = new Set(walk.path.map(keyOf));
  const ends = new Set(walk.path.flatMap(({ from, to }) => [from, to]));
  const steps = [...drawn].flatMap((id): GraphStep[] => {
    const point = reader.points.get(id);
    if (point === undefined) return [];
    const step = {
      ...toStep(point, reader.asOf),
      isHere: id === walk.start || id === walk.goal,
      isOnWay: ends.has(id),
    };
    if (id === walk.alwaysOpen) return [step];
    const isOpen = walk.open.has(id);
    return [{ ...step, turn: { isOpen, label: turnLabel(isOpen, step.title), onTurn: () => onTurn(id) } }];
  });
  const links = new Map<string, GraphLink>();
  for (const id of walk.open) {
    const { edges, cut } = readingIn(reader, id, walk.without);
    const isCut = cut.length > 0;
    for (const edge of edges)
      if (drawn.has(otherEnd(edge, id)) && !onPath.has(keyOf(edge))) links.set(keyOf(edge), edge);
    const rest = edges.filter((edge) => !drawn.has(otherEnd(edge, id))).length;
    if (rest === 0 && !isCut) continue;
    const more = `more-${id}`;
    steps.push({
      id: more,
      what: 'more',
      title: rest === 0 ? 'More neighbours' : counted(isCut ? `${rest}+` : rest, 'more neighbour'),
      turn:
        rest === 0
          ? { isOpen: false, label: moreLabel, onTurn: () => onMore(id) }
          : { isOpen: false, label: 'Draw them all', onTurn: () => onWhole(id) },
    });
    links.set(more, { from: id, to: more });
  }
  return { steps, links: [...wayOf(walk), ...links.values()] };
};
