import { prefixOf, typenameByForm } from '#domain/input/ids.ts';

/** Kinds of sources that statements are read from, with their GraphQL types: a section of a document, or a recorded interaction. */
const typenames = { chunk: 'Chunk', interaction: 'Interaction' } as const;
export type SourceKind = keyof typeof typenames;
export const sourceKinds = Object.keys(typenames) as readonly SourceKind[];

/** The kinds, each with the prefix of its ids. */
export const sourcePrefixes: readonly (readonly [kind: SourceKind, prefix: string])[] = sourceKinds.map(
  (kind) => [kind, prefixOf(typenames[kind])],
);

/** The GraphQL types of sources. */
export const sourceTypenames: readonly string[] = Object.values(typenames);

/** A source of statements, by its kind and the id of its row. */
export interface Source {
  readonly kind: SourceKind;
  readonly id: string;
}

/** The source with this id, whose prefix says the kind; null for an id of anything else. */
export const sourceOfId = (id: string): Source | null => {
  const typename = typenameByForm(id);
  const kind = sourceKinds.find((each) => typenames[each] === typename);
  return kind === undefined ? null : { kind, id };
};

/** Equal for equal sources; statements without a source share one key. */
export const sourceKey = (source: Source | null): string =>
  source === null ? '' : `${source.kind} ${source.id}`;
