import { type Source, type SourceKind, sourceOfId } from '#domain/ingestion/source.ts';
import { sql } from '#persistence/reading/sql.ts';

/** Columns that a row names its source by: one for each kind, of which at most one is set. Nothing else names them together. */
const columns = { chunk: 'chunk_id', interaction: 'interaction_id' } as const satisfies Record<
  SourceKind,
  string
>;

/** The same columns as properties of an entity. */
const properties = { chunk: 'chunkId', interaction: 'interactionId' } as const satisfies Record<
  SourceKind,
  string
>;

/** Ids of a source as properties of an entity: at most one is set. */
export type SourceIds = { readonly [Kind in SourceKind as (typeof properties)[Kind]]: string | null };

/** The id by which a row that is read names its source, of whatever kind; null when a person wrote it. */
export interface NamesSource {
  readonly sourceId: string | null;
}

const idIf = (source: Source | null, kind: SourceKind): string | null =>
  source?.kind === kind ? source.id : null;

/** The source that a row names; null when a person wrote it. */
export const sourceOfRow = ({ sourceId }: NamesSource): Source | null => {
  if (sourceId === null) return null;
  const source = sourceOfId(sourceId);
  if (source === null) throw new Error('A row names a source of no kind.');
  return source;
};

/** Like `sourceOfRow`, for a table whose rows always have a source. */
export const statedSourceOfRow = (row: NamesSource): Source => {
  const source = sourceOfRow(row);
  if (source === null) throw new Error('A row that needs a source names none.');
  return source;
};

/** A source as properties of an entity, and in audit events. */
export const sourceIds = (source: Source | null): SourceIds => ({
  chunkId: idIf(source, 'chunk'),
  interactionId: idIf(source, 'interaction'),
});

/** The source of an entity, as properties of another that comes of it. */
export const sourceIdsOf = (
  entity: { readonly [Name in keyof SourceIds]?: SourceIds[Name] | undefined },
): SourceIds => ({
  chunkId: entity.chunkId ?? null,
  interactionId: entity.interactionId ?? null,
});

/** A source as columns of an inserted row. */
export const sourceColumns = (source: Source | null) => ({
  chunk_id: idIf(source, 'chunk'),
  interaction_id: idIf(source, 'interaction'),
});

/** SQL of the id of the source of a row of `table`, of whatever kind. */
export const sourceIdIn = (table: string): string =>
  `coalesce(${Object.values(columns)
    .map((column) => `${table}.${column}`)
    .join(', ')})`;

/** Names of the columns of `table` with the id of its source, by kind. */
export const sourceColumnsOf = (table: string) => ({
  chunk: `${table}.${columns.chunk}`,
  interaction: `${table}.${columns.interaction}`,
});

/** Joins the source of a row of `table`: a chunk as `c`, an interaction as `n`. */
export const joinedSource = (table: string) =>
  sql.raw(`left join chunks c on c.tenant = ${table}.tenant and c.id = ${table}.${columns.chunk}
    left join interactions n on n.tenant = ${table}.tenant and n.id = ${table}.${columns.interaction}`);

/** Sources as rows of a table `s`, with their place from 1 on. */
export const sourcesAsRows = (sources: readonly (Source | null)[]) =>
  sql`unnest(${sources.map((source) => idIf(source, 'chunk'))}::text[], ${sources.map((source) => idIf(source, 'interaction'))}::text[])
    with ordinality as s (${sql.raw(Object.values(columns).join(', '))}, place)`;
