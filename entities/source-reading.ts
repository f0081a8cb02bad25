import { defineEntity, p } from '@mikro-orm/core';
import type { UnreadReason } from '#domain/ingestion/unread-reasons.ts';
import type { ModelOutcome } from '#domain/language-model/model-outcomes.ts';
import { tenantColumns } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies, seesRow } from './policies.ts';
import { reference } from './relations.ts';
import { sourceCheck, sourceReference, wholeSources } from './source-references.ts';

/** A section from which a pass took nothing, by its place in its source. */
export interface UnreadSection {
  readonly sourceId: string;
  /** UTF-16 code units into the content of the document or interaction. */
  readonly start: number;
  readonly end: number;
  readonly reason: UnreadReason;
  /** True for a part of a section that gave a statement elsewhere: it is no section of its own. */
  readonly isPart?: true;
  /** ISO 639-1, where it is not English. */
  readonly language?: string;
}

/**
 * A version of a document, or an interaction, that a pass has read: a version is read once by one version of the extractor,
 * unless somebody asks for it again. Seen with its source.
 */
export const SourceReadingTable = defineEntity({
  name: 'SourceReading',
  tableName: 'source_readings',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    reportId: reference('extraction_reports'),
    documentId: reference('documents').nullable(),
    /** The source, where it is read as a whole; null for a document, whose sections are sources. */
    ...sourceReference,
    extractorVersion: p.text(),
    /** The number of sections that gave a statement. */
    readSections: p.integer(),
    unreadSections: p.json<readonly UnreadSection[]>(),
    /** How many sections a model was to read, by what became of them. */
    modelSections: p.json<Readonly<Partial<Record<ModelOutcome, number>>>>().defaultRaw(`'{}'`),
  },
  indexes: [
    { name: 'source_readings_report_index', properties: ['tenant', 'reportId', 'documentId'] },
    {
      name: 'source_readings_document_index',
      expression:
        'create index "source_readings_document_index" on "source_readings" ("tenant", "document_id", "extractor_version") where document_id is not null',
    },
  ],
  checks: [
    { name: 'source_readings_source_check', expression: 'num_nonnulls(document_id, source_id) = 1' },
    sourceCheck('source_readings'),
  ],
  policies: searchableTablePolicies(
    'source_readings',
    `${sameTenant} and (${(
      [['documents', 'document_id'], ...wholeSources.map((table) => [table, 'source_id'] as const)] as const
    )
      .map(([table, source]) => `(${source} is not null and ${seesRow(table, source, 'source_readings')})`)
      .join(' or ')})`,
  ),
});
