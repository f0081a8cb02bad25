import type { NestedList } from '#persistence/reading/nested-list.ts';
import type { NewestFirst } from '#persistence/reading/newest-first.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  documentsVisibleTo,
  extractionsVisibleTo,
  interactionsVisibleTo,
  wavesVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import { type ExtractionRow, extractionAsShown, extractionColumns } from './extractions.ts';
import {
  type DocumentFilter,
  documentConditions,
  documentOrders,
  type ExtractionFilter,
  extractionConditions,
  extractionOrders,
  type InteractionFilter,
  interactionConditions,
  interactionOrders,
  type WaveFilter,
  waveConditions,
  waveOrders,
} from './source-filters.ts';
import {
  type DocumentRow,
  documentAsShown,
  documentRow,
  type InteractionRow,
  interactionAsShown,
  interactionRow,
  type WaveRow,
  waveColumns,
} from './sources.ts';

export const documents: NewestFirst<DocumentRow, DocumentFilter> = {
  name: 'documents:newest',
  table: 'documents',
  columns: documentRow,
  visible: (viewer) => documentsVisibleTo(viewer, 'n'),
  conditions: documentConditions,
  orders: documentOrders,
  asShown: documentAsShown,
};

export const waves: NewestFirst<WaveRow, WaveFilter> = {
  name: 'waves:newest',
  table: 'waves',
  columns: () => waveColumns('n'),
  visible: (viewer) => wavesVisibleTo(viewer, 'n'),
  conditions: waveConditions,
  orders: waveOrders,
};

/** Personal ones are not listed. */
export const interactions: NewestFirst<InteractionRow, InteractionFilter> = {
  name: 'interactions:newest',
  table: 'interactions',
  columns: interactionRow,
  visible: (viewer) => sql<SqlBool>`(${interactionsVisibleTo(viewer, 'n')} and not n.is_personal)`,
  conditions: interactionConditions,
  orders: interactionOrders,
  asShown: interactionAsShown,
};

/** Personal ones are not listed. */
export const extractions: NewestFirst<ExtractionRow, ExtractionFilter> = {
  name: 'extractions:newest',
  table: 'extractions',
  columns: () => extractionColumns('n'),
  visible: (viewer) => sql<SqlBool>`(${extractionsVisibleTo(viewer, 'n')} and not n.is_personal)`,
  conditions: extractionConditions,
  served: ['project', 'interactionId'],
  orders: extractionOrders,
  asShown: extractionAsShown,
};

/** Extractions by what they were read from or are of, in the order they were recorded; personal ones are not listed. */
const extractionsOf = (name: string, parent: 'source_id' | 'project'): NestedList<ExtractionRow> => ({
  name,
  columns: extractions.columns,
  from: sql`extractions`,
  parent,
  key: 'id',
  keyOf: ({ id }) => id,
  visible: extractions.visible,
  conditions: extractionConditions,
  orders: extractionOrders,
  asShown: extractionAsShown,
});
export const extractionsOfSource = extractionsOf('extractions-of-source', 'source_id');
export const extractionsOfProject = extractionsOf('extractions-of-project', 'project');
