import { defineEntity, p } from '@mikro-orm/core';
import { type InboxReason, inboxReasons } from '#domain/inbox/inbox.ts';
import { audienceColumns, double, instant, oneOf } from './governed-columns.ts';
import { inboxVisibility, indexRole, sameTenant, systemRole, viewerRole } from './policies.ts';
import { textArray } from './text-array.ts';

/**
 * Entries of the inbox: a row for each reason that holds and each subject. Triggers of the tables that a reason depends on
 * write the rows anew in the same transaction, so a row has what its subject has, under the same names. Quarantines are
 * not among them. Personal items have no rows.
 */
export const InboxEntryTable = defineEntity({
  name: 'InboxEntry',
  tableName: 'inbox_entries',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    subjectId: p.text().primary(),
    reason: p.text().$type<InboxReason>().primary(),
    /** A priority is of one reason alone. */
    priority: p.integer(),
    /** Ahead where the reason is a date to come (verification, expiry): the entry stands from then on. */
    since: instant(),
    /** Not due before this instant; null: due. */
    deferredUntil: instant().nullable(),
    /** The date from which it stands, until upkeep has counted it after that; null: it is in the numbers of `inbox_counts`. */
    fallsDueAt: instant().nullable(),
    /** Hash of who sends entries one after another, and of who sees them; null for reasons without turns. */
    flow: p.bigint('string').nullable(),
    /** Instant by which it is ordered: each further entry of a flow counts as an hour younger. Null where `flow` is. */
    turn: instant().nullable(),
    project: p.text().nullable(),
    ...audienceColumns,
    sensitivityLabels: textArray().defaultRaw(`'{}'`),
    /** The memory or entity that it is about, of two the older; null where it is about neither, as those below. */
    itemId: p.text().nullable(),
    ownerName: p.text().nullable(),
    confidence: double().nullable(),
    reviewScore: double().nullable(),
    /** The newer side of a contradiction; null for any other reason, as those below. */
    otherId: p.text().nullable(),
    otherProject: p.text().nullable(),
    otherContributor: p.text().nullable(),
    otherAudience: textArray().defaultRaw(`'{}'`),
    otherLabels: textArray().defaultRaw(`'{}'`),
    otherOwnerName: p.text().nullable(),
  },
  indexes: [
    // Partial, so that no plan made of the empty table looks a subject up in it.
    {
      name: 'inbox_entries_order_index',
      expression:
        'create index "inbox_entries_order_index" on "inbox_entries" ("tenant", "priority", "since", "subject_id") where priority > 0',
    },
    {
      name: 'inbox_entries_owner_index',
      expression:
        'create index "inbox_entries_owner_index" on "inbox_entries" ("tenant", "owner_name", "priority", "since", "subject_id") where owner_name is not null',
    },
    {
      name: 'inbox_entries_other_owner_index',
      expression:
        'create index "inbox_entries_other_owner_index" on "inbox_entries" ("tenant", "other_owner_name", "priority", "since", "subject_id") where other_owner_name is not null',
    },
    // In the orders by a figure, what is not due yet would be in the way.
    {
      name: 'inbox_entries_confidence_index',
      expression:
        'create index "inbox_entries_confidence_index" on "inbox_entries" ("tenant", "priority", "confidence", "subject_id") where falls_due_at is null',
    },
    {
      name: 'inbox_entries_review_index',
      expression:
        'create index "inbox_entries_review_index" on "inbox_entries" ("tenant", "priority", "review_score", "subject_id") where falls_due_at is null',
    },
    {
      name: 'inbox_entries_uncounted_index',
      expression:
        'create index "inbox_entries_uncounted_index" on "inbox_entries" ("tenant", "falls_due_at") where falls_due_at is not null',
    },
    {
      name: 'inbox_entries_turn_index',
      expression:
        'create index "inbox_entries_turn_index" on "inbox_entries" ("tenant", "priority", "turn", "subject_id") where turn is not null',
    },
    {
      name: 'inbox_entries_flow_index',
      expression:
        'create index "inbox_entries_flow_index" on "inbox_entries" ("tenant", "flow", "turn") where flow is not null',
    },
  ],
  checks: [oneOf('inbox_entries', 'reason', inboxReasons)],
  policies: [
    {
      name: 'inbox_entries_viewer_select',
      command: 'select',
      roles: [viewerRole],
      using: inboxVisibility,
    },
    { name: 'inbox_entries_system', command: 'select', roles: [systemRole], using: sameTenant },
    { name: 'inbox_entries_index', command: 'all', roles: [indexRole], using: 'true', check: 'true' },
  ],
});
