/** Why something waits for a person. */
export const inboxReasons = [
  'CANDIDATE',
  'SUGGESTED_LABELS',
  'CONTRADICTION',
  'DISPUTE',
  'REVIEWER_WORDING',
  'PERSONAL_REQUEST',
  'SOURCE_CHANGE',
  'ROUTING',
  'SOURCE_DRIFT',
  'VERIFICATION_DUE',
  'EXPIRED',
  'GRADUATION',
  'QUARANTINE',
  'REJECTED_AFTER_PROMOTION',
  'UNREAD_WAVE',
] as const;
export type InboxReason = (typeof inboxReasons)[number];

/**
 * Priorities, highest first: possibly wrong items that readers already receive come before items that nobody receives
 * yet. A reason may have two, by severity.
 */
export const inboxPriorities = Object.freeze({
  QUARANTINE: { usual: 90 },
  CONTRADICTION: { grave: 80, usual: 50 },
  DISPUTE: { usual: 75 },
  REVIEWER_WORDING: { usual: 60 },
  PERSONAL_REQUEST: { usual: 42 },
  SOURCE_DRIFT: { grave: 70, usual: 10 },
  REJECTED_AFTER_PROMOTION: { usual: 65 },
  SOURCE_CHANGE: { usual: 55 },
  UNREAD_WAVE: { usual: 47 },
  ROUTING: { usual: 45 },
  EXPIRED: { usual: 43 },
  VERIFICATION_DUE: { usual: 40 },
  SUGGESTED_LABELS: { usual: 35 },
  GRADUATION: { usual: 30 },
  CANDIDATE: { usual: 20 },
} as const satisfies Record<InboxReason, { readonly grave?: number; readonly usual: number }>);

/** Every mutation that settles an entry, each about its subject. */
export const allSettlingMutations = [
  'promoteCandidate',
  'rejectCandidate',
  'deferCandidate',
  'editItem',
  'deleteCandidate',
  'promoteLabels',
  'dismissLabels',
  'resolveContradiction',
  'settleDispute',
  'setMemoryPersonal',
  'acceptSourceChange',
  'declineSourceChange',
  'decideWorkflowItem',
  'verify',
  'setHolding',
  'supersede',
  'restore',
  'retire',
  'releaseQuarantine',
  'extractWave',
  'stopExtraction',
] as const;
export type SettlingMutation = (typeof allSettlingMutations)[number];

/** By which mutations an entry is settled. `isFormer`: the source says again what an item said that was superseded. */
export const settlingMutations = (reason: InboxReason, isFormer: boolean): readonly SettlingMutation[] => {
  switch (reason) {
    case 'CANDIDATE':
      return ['promoteCandidate', 'rejectCandidate', 'deferCandidate', 'editItem', 'deleteCandidate'];
    case 'SUGGESTED_LABELS':
      return ['promoteLabels', 'dismissLabels'];
    case 'CONTRADICTION':
      return ['resolveContradiction'];
    case 'DISPUTE':
      return ['settleDispute', 'supersede', 'retire'];
    case 'PERSONAL_REQUEST':
      return ['setMemoryPersonal'];
    case 'SOURCE_CHANGE':
      return ['acceptSourceChange', 'declineSourceChange'];
    case 'ROUTING':
      return ['decideWorkflowItem'];
    case 'SOURCE_DRIFT':
      return ['verify', 'editItem', ...(isFormer ? (['restore'] as const) : []), 'supersede', 'retire'];
    case 'GRADUATION':
      return ['promoteCandidate', 'rejectCandidate', 'deleteCandidate'];
    case 'QUARANTINE':
      return ['releaseQuarantine'];
    case 'UNREAD_WAVE':
      return ['extractWave', 'stopExtraction'];
    // A verification does not move the end that a reviewer set.
    case 'EXPIRED':
      return ['setHolding', 'supersede', 'retire'];
    // Other words are no evidence, and what was rejected stays so.
    case 'REVIEWER_WORDING':
    case 'VERIFICATION_DUE':
    case 'REJECTED_AFTER_PROMOTION':
      return ['verify', 'supersede', 'retire'];
  }
};

/** Reasons that have no rows in `inbox_entries`: their entries are read from the tables of their subjects. */
export const reasonsWithoutRows: readonly InboxReason[] = ['QUARANTINE', 'UNREAD_WAVE'];

/** Milliseconds after which a claim ends by itself. */
export const claimDuration = 30 * 60_000;

/** Milliseconds after which an entry that was handed to somebody is free again: 7 days. */
export const handOverDuration = 7 * 86_400_000;

/** Milliseconds for which an entry is put off at most: 30 days. */
export const longestSnooze = 30 * 86_400_000;

/** Reasons about what readers receive already, or that wait for somebody else: who puts such an entry off hides it from nobody else. */
export const snoozedForOneself: readonly InboxReason[] = [
  'CONTRADICTION',
  'DISPUTE',
  'SOURCE_DRIFT',
  'REVIEWER_WORDING',
  'PERSONAL_REQUEST',
  'SOURCE_CHANGE',
  'REJECTED_AFTER_PROMOTION',
];

/** Reasons about a believed item that each reader of it is shown: its owner sees these entries without a role. */
export const ownersReasons: readonly InboxReason[] = [
  'DISPUTE',
  'REVIEWER_WORDING',
  'SOURCE_DRIFT',
  'REJECTED_AFTER_PROMOTION',
  'EXPIRED',
  'VERIFICATION_DUE',
];

/** An entry's id: its reason and its subject. */
export const inboxItemId = (reason: InboxReason, subjectId: string): string => `inb_${reason}.${subjectId}`;

export interface InboxItemKey {
  readonly reason: InboxReason;
  readonly subjectId: string;
}

/** Parses the id of an entry; null when it is none. */
export const readInboxItemId = (id: string): InboxItemKey | null => {
  const [, name = '', subjectId = ''] = /^inb_([A-Z_]+)\.([a-z]{3}_[\w-]+)$/.exec(id) ?? [];
  const reason = inboxReasons.find((one) => one === name);
  return reason === undefined ? null : { reason, subjectId };
};
