import { type SourceKind, sourcePrefixes } from '#domain/ingestion/source.ts';
import { referenceThrough } from './relations.ts';

/** Tables of the sources, by kind. */
export const sourceTables = { chunk: 'chunks', interaction: 'interactions' } as const satisfies Record<
  SourceKind,
  string
>;

const { chunk: _, ...wholeTables } = sourceTables;
/** Tables of the sources that a pass reads as a whole; sections are read with their document. */
export const wholeSources = Object.values(wholeTables);

/**
 * Columns that the store generates out of `source_id`, one for each kind, and the tables that they point to. They are for foreign keys,
 * and for conditions on the kind; nothing else reads them.
 */
export const sourceKeys = sourcePrefixes.map(([kind, prefix]) => ({
  column: `${kind}_id`,
  table: sourceTables[kind],
  /** The prefix of the ids that the column takes from `source_id`. */
  prefix,
}));

/** The source that a row was read from, of whatever kind. */
export const sourceReference = {
  sourceId: referenceThrough(sourceKeys).nullable(),
} as const;

/** A check that the id of a source is that of one of the kinds. */
export const sourceCheck = (table: string) => ({
  name: `${table}_source_kind_check`,
  expression: `source_id is null or num_nonnulls(${sourceKeys.map(({ column }) => column).join(', ')}) = 1`,
});
