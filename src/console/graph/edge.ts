/** Kinds of edges, by which the graph is filtered. */
export const edgeKinds = ['relation', 'source', 'graduation', 'succession', 'contradiction', 'run'] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/** An edge, with its words read from `from` to `to`, and from `to` to `from`. */
export interface Edge {
  readonly kind: EdgeKind;
  readonly from: string;
  readonly to: string;
  readonly says: string;
  readonly saysBack: string;
}

/** A node whose neighbours were read. */
export interface Reading {
  readonly id: string;
  readonly edges: readonly Edge[];
  /** Kinds of edges of which it has more than were read. */
  readonly cut: readonly EdgeKind[];
}

/** The reading of a node of which nothing was read. */
export const nothingRead = (id: string): Reading => ({ id, edges: [], cut: [] });

/** A reading as far as its kinds of edges are shown: of those that are not, nothing more is to be read. */
export const withoutKinds = ({ id, edges, cut }: Reading, without: readonly EdgeKind[]): Reading => ({
  id,
  edges: edges.filter(({ kind }) => !without.includes(kind)),
  cut: cut.filter((kind) => !without.includes(kind)),
});

/** The end of an edge that is not `id`. */
export const otherEnd = ({ from, to }: Edge, id: string): string => (from === id ? to : from);

/** The words of an edge, read from one of its ends. */
export const saidFrom = (edge: Edge, id: string): string => (edge.from === id ? edge.says : edge.saysBack);

export const keyOf = ({ from, to, says }: Edge): string => `${from}-${to}-${says}`;
