import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { type DisputeVerdict, disputeVerdicts } from '#domain/evidence/disputes.ts';
import { instant, oneOf, tenantColumns } from './governed-columns.ts';
import { sameTenant, seesRow, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/** A person says that a believed memory does not hold. Seen with its memory, and gone with it. */
export const DisputeTable = defineEntity({
  name: 'Dispute',
  tableName: 'disputes',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    memoryId: reference('memories', 'cascade'),
    userQuote: p.text().nullable(),
    /** Place of the statement, in the caller's words. */
    sourceRef: p.text().nullable(),
    /** The candidate that says what holds instead; null: none was given, or it was deleted. */
    counterId: reference('memories', 'set null').nullable(),
    raisedBy: p.text(),
    /** The person who raised it, folded: they have one open dispute of a memory. */
    raiserKey: p.text(),
    raisedAt: instant(),
    /** Null while it is open, as those below. */
    verdict: p.text().$type<DisputeVerdict>().nullable(),
    settledBy: p.text().nullable(),
    settledAt: instant().nullable(),
    decisionNote: p.text().nullable(),
  },
  indexes: [
    {
      name: 'disputes_open_key',
      expression:
        'create unique index "disputes_open_key" on "disputes" ("tenant", "memory_id", "raiser_key") where verdict is null',
    },
    {
      name: 'disputes_open_raiser_index',
      expression:
        'create index "disputes_open_raiser_index" on "disputes" ("tenant", "raiser_key") where verdict is null',
    },
    { name: 'disputes_memory_index', properties: ['tenant', 'memoryId', 'id'] },
    { name: 'disputes_raiser_index', properties: ['tenant', 'raisedBy', 'id'] },
  ],
  checks: [
    oneOf('disputes', 'verdict', disputeVerdicts),
    { name: 'disputes_settlement_check', expression: '(verdict is null) = (settled_at is null)' },
  ],
  policies: tablePolicies('disputes', `${sameTenant} and ${seesRow('memories', 'memory_id', 'disputes')}`),
});
export type Dispute = InferEntity<typeof DisputeTable>;
