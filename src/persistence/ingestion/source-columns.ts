import { type Source, type SourceKind, sourceKinds } from '#domain/ingestion/source.ts';

/** Property of a row that holds the id of a source of each kind; its column is the same name in snake case. */
const properties = { chunk: 'chunkId', interaction: 'interactionId' } as const satisfies Record<
  SourceKind,
  string
>;

/** Ids of a source as properties of a row: at most one is set. */
export type SourceIds = { readonly [Kind in SourceKind as (typeof properties)[Kind]]: string | null };

const idIf = (source: Source | null, kind: SourceKind): string | null =>
  source?.kind === kind ? source.id : null;

/** The source that a row names; null when a person wrote it. */
export const sourceOfRow = (
  row: { readonly [Name in keyof SourceIds]?: SourceIds[Name] | undefined },
): Source | null => {
  for (const kind of sourceKinds) {
    const id = row[properties[kind]];
    if (id != null) return { kind, id };
  }
  return null;
};

/** Like `sourceOfRow`, for a table whose rows always have a source. */
export const statedSourceOfRow = (row: SourceIds): Source => {
  const source = sourceOfRow(row);
  if (source === null) throw new Error('A row that needs a source names none.');
  return source;
};

export const sourceIds = (source: Source | null): SourceIds => ({
  chunkId: idIf(source, 'chunk'),
  interactionId: idIf(source, 'interaction'),
});

/** A source as columns of an inserted row. */
export const sourceColumns = (source: Source | null) => ({
  chunk_id: idIf(source, 'chunk'),
  interaction_id: idIf(source, 'interaction'),
});
