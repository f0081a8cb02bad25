import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { sameTenant, seesRow, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/** Records that a model has named the verification events of an interaction; one row each. Visible with its interaction. */
export const VerificationReadingTable = defineEntity({
  name: 'VerificationReading',
  tableName: 'verification_readings',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    interactionId: reference('interactions').primary(),
    model: p.text(),
    /** Events that became evidence. */
    recorded: p.integer(),
    readAt: instant(),
  },
  policies: tablePolicies(
    'verification_readings',
    `${sameTenant} and ${seesRow('interactions', 'interaction_id', 'verification_readings')}`,
  ).filter(({ command }) => command !== 'update'),
});
