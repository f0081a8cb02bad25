import { typenameByForm } from '#domain/input/ids.ts';

/** Kinds of sources that statements are read from: a section of a document, or a recorded interaction. */
export const sourceKinds = ['chunk', 'interaction'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A source of statements, by its kind and the id of its row. */
export interface Source {
  readonly kind: SourceKind;
  readonly id: string;
}

const kindsByTypename: Readonly<Record<string, SourceKind>> = { Chunk: 'chunk', Interaction: 'interaction' };

/** The source with this id, whose prefix says the kind; null for an id of anything else. */
export const sourceOfId = (id: string): Source | null => {
  const kind = kindsByTypename[typenameByForm(id) ?? ''];
  return kind === undefined ? null : { kind, id };
};

/** Equal for equal sources; statements without a source share one key. */
export const sourceKey = (source: Source | null): string =>
  source === null ? '' : `${source.kind} ${source.id}`;
