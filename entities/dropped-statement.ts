import { defineEntity, p } from '@mikro-orm/core';
import { type DropReason, dropReasons } from '#domain/ingestion/drop-reasons.ts';
import { double, oneOf, personalColumns, tenantColumns, tenantKey } from './governed-columns.ts';
import { tablePolicies, unvouchedVisibility } from './policies.ts';

/** A statement that a pass read and did not write as a candidate. Seen as a candidate would be. */
export const DroppedStatementTable = defineEntity({
  name: 'DroppedStatement',
  tableName: 'dropped_statements',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    ...personalColumns,
    reportId: p.text(),
    reason: p.text().$type<DropReason>(),
    rule: p.text(),
    content: p.text(),
    /** [0, 1]. */
    confidence: double(),
  },
  uniques: [tenantKey('dropped_statements')],
  indexes: [{ name: 'dropped_statements_report_index', properties: ['tenant', 'reportId', 'id'] }],
  checks: [oneOf('dropped_statements', 'reason', dropReasons)],
  policies: tablePolicies('dropped_statements', unvouchedVisibility),
});
