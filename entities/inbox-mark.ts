import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { reviewerVisibility, tablePolicies } from './policies.ts';

/** Claim and snooze of an inbox entry. Holds ids alone; for reviewers. */
export const InboxMarkTable = defineEntity({
  name: 'InboxMark',
  tableName: 'inbox_marks',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    /** The entry's id: its reason and its subject. */
    entryId: p.text().primary(),
    claimedBy: p.text().nullable(),
    /** Folded name of the claimant, by which any spelling of theirs finds the entry. */
    claimedKey: p.text().nullable(),
    claimedUntil: instant().nullable(),
    snoozedUntil: instant().nullable(),
    snoozedBy: p.text().nullable(),
  },
  indexes: [
    {
      name: 'inbox_marks_snoozed_index',
      expression:
        'create index "inbox_marks_snoozed_index" on "inbox_marks" ("tenant", "snoozed_until") where snoozed_until is not null',
    },
    {
      name: 'inbox_marks_claimed_index',
      expression:
        'create index "inbox_marks_claimed_index" on "inbox_marks" ("tenant", "claimed_key", "claimed_until") where claimed_key is not null',
    },
  ],
  policies: tablePolicies('inbox_marks', reviewerVisibility),
});
