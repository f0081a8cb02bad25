import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies, seesRow } from './policies.ts';
import { reference } from './relations.ts';
import { sourceCheck, sourceReference, wholeSources } from './source-references.ts';
import { textArray } from './text-array.ts';

/**
 * An extraction pass. What it wrote, met again and dropped are rows of their own, so that every figure of a report is counted under the
 * viewer's own visibility. Visible with its wave, interaction or extraction.
 */
export const ExtractionReportTable = defineEntity({
  name: 'ExtractionReport',
  tableName: 'extraction_reports',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    waveId: reference('waves').nullable(),
    ...sourceReference,
    /** The recorded extraction whose statements it is about; null for a pass over a wave or an interaction. */
    extractionId: reference('extractions').nullable(),
    extractorVersion: p.text(),
    /** Errors of single rules or chunks, without private text. */
    errors: textArray().defaultRaw(`'{}'`),
    createdBy: p.text(),
    createdAt: instant(),
    /** When every source had been read and the best statements proposed; null while a pass in several calls goes on. */
    finishedAt: instant().nullable(),
    /** When an erasure last took words out of its statements or its source: files of it that do not say so hold them still. */
    wordsErasedAt: instant().nullable(),
  },
  indexes: [
    { name: 'extraction_reports_wave_index', properties: ['tenant', 'waveId', 'createdAt'] },
    { name: 'extraction_reports_source_index', properties: ['tenant', 'sourceId', 'createdAt'] },
    { name: 'extraction_reports_extraction_index', properties: ['tenant', 'extractionId', 'createdAt'] },
    {
      name: 'extraction_reports_erased_index',
      properties: ['tenant', 'wordsErasedAt'],
      where: 'words_erased_at is not null',
    },
  ],
  checks: [sourceCheck('extraction_reports')],
  policies: searchableTablePolicies(
    'extraction_reports',
    `${sameTenant} and (${(
      [
        ['waves', 'wave_id'],
        ...wholeSources.map((table) => [table, 'source_id'] as const),
        ['extractions', 'extraction_id'],
      ] as const
    )
      .map(([table, source]) => `(${source} is not null and ${seesRow(table, source, 'extraction_reports')})`)
      .join(' or ')})`,
  ),
});
