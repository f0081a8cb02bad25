import { defineEntity, p } from '@mikro-orm/core';
import type { Reading } from '#domain/ingestion/reading.ts';
import { double, personalColumns, tenantColumns } from './governed-columns.ts';
import { searchableTablePolicies, unvouchedVisibility } from './policies.ts';
import { reference } from './relations.ts';
import { sourceCheck, sourceReference } from './source-references.ts';

/**
 * A statement that a pass read, and that waits for a place in the review queue: its source has as many pending candidates
 * as its budget allows. The row goes when the statement moves up. Seen as a candidate would be.
 */
export const WaitingStatementTable = defineEntity({
  name: 'WaitingStatement',
  tableName: 'waiting_statements',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    ...personalColumns,
    project: p.text(),
    reportId: reference('extraction_reports'),
    /** The wave, or the source that is read as a whole, that the pass read: pending candidates are counted by it. */
    targetId: p.text(),
    visibilityKey: p.text(),
    documentId: reference('documents').nullable(),
    ...sourceReference,
    rule: p.text(),
    content: p.text(),
    /** [0, 1]. */
    confidence: double(),
    /** Order in which statements move up, the highest first; [0, 1]. */
    rank: double(),
    /** The reading but for its content: type, offsets into the source's text, context, review score. */
    reading: p.json<Omit<Reading, 'content' | 'rule'>>(),
  },
  indexes: [
    { name: 'waiting_statements_report_index', properties: ['tenant', 'reportId'] },
    {
      name: 'waiting_statements_document_index',
      expression:
        'create index "waiting_statements_document_index" on "waiting_statements" ("tenant", "document_id") where document_id is not null',
    },
    {
      name: 'waiting_statements_rank_index',
      expression:
        'create index "waiting_statements_rank_index" on "waiting_statements" ("tenant", "target_id", "visibility_key", "rank" desc, "id")',
    },
  ],
  checks: [sourceCheck('waiting_statements')],
  policies: searchableTablePolicies('waiting_statements', unvouchedVisibility),
});
