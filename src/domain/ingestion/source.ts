/** Kinds of sources that statements are read from: a section of a document, or a recorded interaction. */
export const sourceKinds = ['chunk', 'interaction'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A source of statements, by its kind and the id of its row. */
export interface Source {
  readonly kind: SourceKind;
  readonly id: string;
}

/** Equal for equal sources; statements without a source share one key. */
export const sourceKey = (source: Source | null): string =>
  source === null ? '' : `${source.kind} ${source.id}`;
