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
  type DocumentRow,
  documentAsShown,
  documentRow,
  type InteractionRow,
  interactionAsShown,
  interactionRow,
  type WaveRow,
  waveColumns,
} from './sources.ts';

type Optional<Value> = Value | null | undefined;

export interface DocumentFilter {
  readonly project?: Optional<string>;
  readonly path?: Optional<string>;
  /** Matched without regard to case. */
  readonly pathContains?: Optional<string>;
  readonly contributor?: Optional<string>;
  readonly waveId?: Optional<string>;
  /** Restricts to versions in force at their path, or to all others. */
  readonly inForce?: Optional<boolean>;
}

export const documents: NewestFirst<DocumentRow, DocumentFilter> = {
  name: 'documents:newest',
  table: 'documents',
  columns: documentRow,
  visible: (viewer) => documentsVisibleTo(viewer, 'n'),
  conditions: ({ project, path, pathContains, contributor, waveId, inForce }) => [
    project != null && sql<SqlBool>`n.project = ${project}`,
    path != null && sql<SqlBool>`n.path = ${path}`,
    pathContains != null && sql<SqlBool>`strpos(lower(n.path), lower(${pathContains}::text)) > 0`,
    contributor != null && sql<SqlBool>`n.contributor = ${contributor}`,
    waveId != null && sql<SqlBool>`n.wave_id = ${waveId}`,
    inForce != null &&
      sql<SqlBool>`exists (select 1 from source_paths p where p.tenant = n.tenant and p.document_id = n.id
        and p.withdrawn_at is null) = ${inForce}`,
  ],
  asShown: documentAsShown,
};

export interface WaveFilter {
  readonly project?: Optional<string>;
  /** The name of the user who began it. */
  readonly startedBy?: Optional<string>;
  /** Restricts to extracted documents, or to all others. */
  readonly extracted?: Optional<boolean>;
}

export const waves: NewestFirst<WaveRow, WaveFilter> = {
  name: 'waves:newest',
  table: 'waves',
  columns: () => waveColumns('n'),
  visible: (viewer) => wavesVisibleTo(viewer, 'n'),
  conditions: ({ project, startedBy, extracted }) => [
    project != null && sql<SqlBool>`n.project = ${project}`,
    startedBy != null && sql<SqlBool>`n.started_by = ${startedBy}`,
    extracted != null && sql<SqlBool>`(n.extracted_at is not null) = ${extracted}`,
  ],
};

export interface InteractionFilter {
  readonly project?: Optional<string>;
  readonly subjectId?: Optional<string>;
  readonly source?: Optional<string>;
  readonly contributor?: Optional<string>;
}

/** Personal ones are not listed. */
export const interactions: NewestFirst<InteractionRow, InteractionFilter> = {
  name: 'interactions:newest',
  table: 'interactions',
  columns: interactionRow,
  visible: (viewer) => sql<SqlBool>`(${interactionsVisibleTo(viewer, 'n')} and not n.is_personal)`,
  conditions: ({ project, subjectId, source, contributor }) => [
    project != null && sql<SqlBool>`n.project = ${project}`,
    subjectId != null && sql<SqlBool>`n.subject_id = ${subjectId}`,
    source != null && sql<SqlBool>`n.source = ${source}`,
    contributor != null && sql<SqlBool>`n.contributor = ${contributor}`,
  ],
  asShown: interactionAsShown,
};

export interface ExtractionFilter {
  readonly project?: Optional<string>;
  readonly schemaName?: Optional<string>;
  readonly extractorVersion?: Optional<string>;
  readonly interactionId?: Optional<string>;
}

/** Personal ones are not listed. */
export const extractions: NewestFirst<ExtractionRow, ExtractionFilter> = {
  name: 'extractions:newest',
  table: 'extractions',
  columns: () => extractionColumns('n'),
  visible: (viewer) => sql<SqlBool>`(${extractionsVisibleTo(viewer, 'n')} and not n.is_personal)`,
  conditions: ({ project, schemaName, extractorVersion, interactionId }) => [
    project != null && sql<SqlBool>`n.project = ${project}`,
    schemaName != null && sql<SqlBool>`n.schema_name = ${schemaName}`,
    extractorVersion != null && sql<SqlBool>`n.extractor_version = ${extractorVersion}`,
    interactionId != null && sql<SqlBool>`n.interaction_id = ${interactionId}`,
  ],
  asShown: extractionAsShown,
};

/** Extractions by what they were read from or are of, in the order they were recorded; personal ones are not listed. */
const extractionsOf = (
  name: string,
  parent: 'chunk_id' | 'interaction_id' | 'project',
): NestedList<ExtractionRow> => ({
  name,
  columns: extractions.columns,
  from: sql`extractions`,
  parent,
  key: 'id',
  keyOf: ({ id }) => id,
  visible: extractions.visible,
  asShown: extractionAsShown,
});
export const extractionsOfChunk = extractionsOf('extractions-of-chunk', 'chunk_id');
export const extractionsOfInteraction = extractionsOf('extractions-of-interaction', 'interaction_id');
export const extractionsOfProject = extractionsOf('extractions-of-project', 'project');
