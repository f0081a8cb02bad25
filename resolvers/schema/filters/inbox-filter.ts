import {
  type InboxItemKey,
  inboxReasons,
  type InboxReason as Reason,
  readInboxItemId,
} from '#domain/inbox/inbox.ts';
import { namedValues, type OptionalCondition } from '#domain/input/condition.ts';
import type { InboxFilter as Filter } from '#persistence/inbox/inbox.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { createBadUserInput } from '#resolvers/schema/errors.ts';
import { byEnum, byId, byName, enumFilter } from './filters.ts';
import { ItemFilter } from './item-filter.ts';
import { orderInput } from './order-input.ts';

const descriptions: Readonly<Record<(typeof inboxReasons)[number], string>> = {
  CANDIDATE:
    'A candidate is in the review queue and due. The entry is settled by promoting, rejecting, deferring or deleting the candidate.',
  SUGGESTED_LABELS: 'Labels are suggested for it. Settled by promoteLabels and dismissLabels.',
  CONTRADICTION: 'Two memories contradict each other. Settled by resolveContradiction.',
  DISPUTE: 'Somebody says that a believed memory does not hold. Settled by settleDispute.',
  REVIEWER_WORDING:
    'A believed item has words of the reviewer who promoted it, which say more than its source. The entry is settled when another reviewer verifies, supersedes or retires the item.',
  PERSONAL_REQUEST:
    'The contributor of a believed memory would like it to be theirs alone. Settled by setMemoryPersonal, true or false.',
  SOURCE_CHANGE:
    'Somebody sent a version or a withdrawal of a source that belongs to others. Settled by acceptSourceChange and declineSourceChange.',
  ROUTING: 'What a service recorded is to be reviewed. Settled by decideWorkflowItem.',
  SOURCE_DRIFT:
    'The source of the item no longer says it in that place. The entry is settled by verifying, editing, superseding or retiring the item.',
  VERIFICATION_DUE:
    'The verification of a believed item is overdue. The entry is settled by verifying, editing, superseding or retiring the item.',
  EXPIRED:
    'The `holdsUntil` of a believed item has passed. The entry is settled by setting it anew (setHolding), superseding or retiring the item.',
  GRADUATION:
    'A memory is proposed as an entity. Settled by promoteCandidate, rejectCandidate and deleteCandidate.',
  QUARANTINE: 'An admin withholds what came from somewhere. Settled by releaseQuarantine.',
  REJECTED_AFTER_PROMOTION:
    'A believed item whose extraction was rejected since. The entry is settled by verifying, superseding or retiring the item.',
  UNREAD_WAVE:
    'Documents were stored and left unread, and the gateway gave up reading them. Settled by extractWave and stopExtraction.',
};

export const InboxReason = builder.enumType('InboxReason', {
  description: 'Why something waits for a person.',
  values: Object.fromEntries(
    inboxReasons.map((reason) => [reason, { description: descriptions[reason] }]),
  ) as Record<(typeof inboxReasons)[number], { description: string }>,
});

const InboxReasonFilter = enumFilter('InboxReason', InboxReason);

export const InboxFilter = builder.inputType('InboxFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    id: t.field(
      byId(
        ['InboxItem'],
        'By the id of the entry, `inb_…`, as far as it still waits; one that is put off needs `snoozed`.',
      ),
    ),
    reason: t.field(byEnum(InboxReasonFilter, 'By the reason for which the entry waits.')),
    project: t.field(
      byName('project', 'By the project of the item that the entry is about, of two items of either.'),
    ),
    owner: t.field(
      byName(
        'owner',
        'By the user or group that looks after what the entry is about, of two items after either.',
      ),
    ),
    mine: t.boolean({
      required: false,
      description: 'True: what you claimed, or you or one of your groups looks after.',
    }),
    snoozed: t.boolean({ required: false, description: 'True: those that are put off, too.' }),
    item: t.field({
      type: ItemFilter,
      required: false,
      description:
        'By the memory or entity that the entry is about; of a contradiction or a quarantine, by any of its items. Entries about neither meet no such condition.',
    }),
  }),
});

export const InboxOrder = orderInput(
  'InboxOrder',
  'An order of the inbox.',
  builder.enumType('InboxOrderField', {
    description: 'What the inbox is ordered by, beside its own order; equal ones by their ids.',
    values: {
      SINCE: { description: 'By the time since which the entry has waited.' },
      CONFIDENCE: {
        description:
          'By `confidence` of the item that the entry is about; entries about no single item come last.',
      },
      REVIEW_SCORE: {
        description:
          'By `reviewScore` of the item that the entry is about; entries about no single item come last.',
      },
    },
  }),
);

/** The reasons that a condition allows; null where it states nothing. */
const reasonsOf = (condition: OptionalCondition<Reason>): readonly Reason[] | null =>
  namedValues(condition) ??
  (condition?.not == null ? null : inboxReasons.filter((reason) => !condition.not?.includes(reason)));

const keyOf = (id: string): InboxItemKey => {
  const key = readInboxItemId(id);
  if (key === null)
    throw createBadUserInput(
      `${JSON.stringify(id.slice(0, 80))} is the id of no entry: it names no reason with a subject.`,
      ['filter', 'id'],
    );
  return key;
};

type Asked = (typeof InboxFilter)['$inferInput'];

/** The filter as the caller gave it; absent members state nothing. */
export const readInboxFilter = (asked: Asked | null | undefined, now: Date): Filter => ({
  reasons: reasonsOf(asked?.reason),
  project: asked?.project ?? null,
  owner: asked?.owner ?? null,
  item: asked?.item ?? null,
  mine: asked?.mine ?? false,
  snoozed: asked?.snoozed ?? false,
  entries: namedValues(asked?.id)?.map(keyOf) ?? null,
  now,
});
