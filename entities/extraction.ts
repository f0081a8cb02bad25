import { defineEntity, p } from '@mikro-orm/core';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import { instant, personalColumns, tenantColumns, tenantKey } from './governed-columns.ts';
import { unvouchedSight, wall } from './policies.ts';

/** A structured reading of a source, before routing. Seen as a candidate is, and with the item that came of it. */
export const ExtractionTable = defineEntity({
  name: 'Extraction',
  tableName: 'extractions',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    ...personalColumns,
    project: p.text(),
    schemaName: p.text(),
    payload: p.json<unknown>(),
    fieldConfidence: p.json<readonly FieldConfidence[]>(),
    chunkId: p.text().nullable(),
    interactionId: p.text().nullable(),
    reportId: p.text().nullable(),
    createdAt: instant(),
  },
  uniques: [tenantKey('extractions')],
  policies: wall(
    'extractions',
    `(${unvouchedSight}) or exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id)`,
  ),
});
export class Extraction extends ExtractionTable.class {}
ExtractionTable.setClass(Extraction);
