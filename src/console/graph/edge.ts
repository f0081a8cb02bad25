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
  /** True: it has neighbours that were not read. */
  readonly isCut: boolean;
}

/** The end of an edge that is not `id`. */
export const otherEnd = ({ from, to }: Edge, id: string): string => (from === id ? to : from);

/** The words of an edge, read from one of its ends. */
export const saidFrom = (edge: Edge, id: string): string => (edge.from === id ? edge.says : edge.saysBack);

export const keyOf = ({ from, to, says }: Edge): string => `${from}-${to}-${says}`;
