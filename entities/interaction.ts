import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instant, personalColumns, tenantColumns } from './governed-columns.ts';
import { interactionVisibility, searchableTablePolicies } from './policies.ts';

/** A captured conversation or note; its contributor is who recorded it. */
export const InteractionTable = defineEntity({
  name: 'Interaction',
  tableName: 'interactions',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    ...personalColumns,
    project: p.text(),
    subjectId: p.text().nullable(),
    content: p.text(),
    /** Place of capture, in the caller's words ("slack", "review"). */
    capturedIn: p.text().nullable(),
    occurredAt: instant(),
    createdAt: instant(),
  },
  indexes: [
    { name: 'interactions_contributor_index', properties: ['tenant', 'contributor', 'id'] },
    { name: 'interactions_project_index', properties: ['tenant', 'project', 'id'] },
  ],
  policies: searchableTablePolicies('interactions', interactionVisibility),
});
export type Interaction = InferEntity<typeof InteractionTable>;
