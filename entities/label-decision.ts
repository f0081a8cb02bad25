import { defineEntity, p } from '@mikro-orm/core';
import { type LabelVerdict, labelVerdicts } from '#domain/labels/label-review.ts';
import { instant, oneOf, tenantColumns } from './governed-columns.ts';
import { sameTenant, seesItemByCall, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';
import { textArray } from './text-array.ts';

const visibility = `${sameTenant} and ${seesItemByCall}`;

/**
 * A reviewer's decision about suggested labels of a memory or entity, and the wording that it was made on. Visible with
 * the item; never updated.
 */
export const LabelDecisionTable = defineEntity({
  name: 'LabelDecision',
  tableName: 'label_decisions',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    memoryId: reference('memories', 'cascade').nullable(),
    entityId: reference('graph_entities', 'cascade').nullable(),
    verdict: p.text().$type<LabelVerdict>(),
    /** Sorted. */
    labels: textArray(),
    /** The revision of the item that the reviewer decided on: a dismissal is for its wording. */
    revision: p.integer(),
    decidedBy: p.text(),
    decidedAt: instant(),
  },
  uniques: [
    { name: 'label_decisions_revision_key', properties: ['tenant', 'memoryId', 'revision'] },
    { name: 'label_decisions_entity_key', properties: ['tenant', 'entityId', 'revision'] },
  ],
  indexes: [{ name: 'label_decisions_decider_index', properties: ['tenant', 'decidedBy'] }],
  checks: [
    { name: 'label_decisions_item_check', expression: 'num_nonnulls(memory_id, entity_id) = 1' },
    oneOf('label_decisions', 'verdict', labelVerdicts),
  ],
  policies: tablePolicies('label_decisions', visibility),
});
