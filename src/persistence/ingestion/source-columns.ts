import { type Source, sourceOfId } from '#domain/ingestion/source.ts';
import { sql } from '#persistence/reading/sql.ts';

/** The id by which a row names its source, of whatever kind; null when a person wrote it. */
export interface NamesSource {
  readonly sourceId: string | null;
}

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

/** Joins the source of a row of `table`: a chunk as `c`, an interaction as `n`. */
export const joinedSource = (table: string) =>
  sql.raw(`left join chunks c on c.tenant = ${table}.tenant and c.id = ${table}.source_id
    left join interactions n on n.tenant = ${table}.tenant and n.id = ${table}.source_id`);
