import { type Source, sourceOfId } from '#domain/ingestion/source.ts';
import { wholeSources } from '#entities/source-references.ts';
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

/** Columns of a source of any kind: a section has its place, and a source that is read as a whole its own date and subject. */
const parts = [
  `select part.text, part.heading_path, part.start_offset, part.document_id, null as subject_id, null as contributor,
    null::timestamptz as occurred_at from chunks part`,
  ...wholeSources.map(
    (table) =>
      `select part.content, '{}', 0, null, part.subject_id, part.contributor, part.occurred_at from ${table} part`,
  ),
];

/** Joins the source of a row of `table`, of whatever kind, as `source`. */
export const joinedSource = (table: string) =>
  sql.raw(
    `left join lateral (${parts
      .map((part) => `${part} where part.tenant = ${table}.tenant and part.id = ${table}.source_id`)
      .join(' union all ')}) source on true`,
  );
