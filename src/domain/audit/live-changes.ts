import type { InboxReason } from '#domain/inbox/inbox.ts';
import { type AuditChange, auditChanges } from './audit-actions.ts';

/** After one of these a memory or an entity may stand in the review queue, for a viewer for whom it did not before. */
export const queueingChanges = [
  'memory.extracted',
  'memory.created',
  'memory.returned',
  // Shared again: until then it was in nobody's queue.
  'memory.personal_set',
  'entity.extracted',
  'entity.proposed',
  'entity.returned',
] as const satisfies readonly AuditChange[];

/** After one of these an extraction is routed, or decided by a person. */
export const workflowChanges = [
  'workflow.routed',
  'workflow.approved',
  'workflow.rejected',
  'workflow.reopened',
] as const satisfies readonly AuditChange[];

/** Effect of a change on the inbox: entries for these reasons may appear, change or leave. */
export interface InboxChange {
  readonly brings?: readonly InboxReason[];
  readonly ends?: readonly InboxReason[];
}

const standing = [
  'REVIEWER_WORDING',
  'PERSONAL_REQUEST',
  'DISPUTE',
  'SOURCE_DRIFT',
  'VERIFICATION_DUE',
  'EXPIRED',
  'REJECTED_AFTER_PROMOTION',
  'SUGGESTED_LABELS',
] as const;

/** After one of these an entry of the inbox about the change's target may be there, be another, or be gone. */
export const inboxChanges: Readonly<Partial<Record<AuditChange, InboxChange>>> = Object.freeze({
  'memory.extracted': { brings: ['CANDIDATE', 'SUGGESTED_LABELS'] },
  'memory.created': { brings: ['CANDIDATE', 'SUGGESTED_LABELS'] },
  'memory.returned': { brings: ['CANDIDATE'], ends: standing },
  // Shared again, or no longer shared.
  'memory.personal_set': { brings: ['CANDIDATE'], ends: ['CANDIDATE', 'PERSONAL_REQUEST'] },
  'memory.personal_requested': { brings: ['PERSONAL_REQUEST'] },
  'memory.personal_declined': { ends: ['PERSONAL_REQUEST'] },
  'memory.promoted': { brings: ['REVIEWER_WORDING', 'EXPIRED'], ends: ['CANDIDATE'] },
  'memory.rejected': { ends: ['CANDIDATE', 'SUGGESTED_LABELS'] },
  'memory.deferred': { ends: ['CANDIDATE'] },
  'memory.edited': { ends: ['CANDIDATE', 'SUGGESTED_LABELS', 'REVIEWER_WORDING'] },
  'memory.superseded': { ends: standing },
  'memory.retired': { ends: standing },
  'memory.erased': { ends: ['CANDIDATE', 'CONTRADICTION', ...standing] },
  'memory.restored': {
    brings: ['REVIEWER_WORDING', 'DISPUTE', 'SOURCE_DRIFT', 'VERIFICATION_DUE', 'EXPIRED'],
  },
  'memory.verified': { ends: standing },
  'memory.holding_set': { brings: ['EXPIRED'], ends: ['EXPIRED'] },
  'memory.disputed': { brings: ['DISPUTE'] },
  'memory.dispute_settled': { ends: ['DISPUTE'] },
  'memory.source_drifted': { brings: ['SOURCE_DRIFT'] },
  'memory.labels_promoted': { ends: ['SUGGESTED_LABELS'] },
  'memory.labels_dismissed': { ends: ['SUGGESTED_LABELS'] },
  'memory.labels_set': { ends: ['SUGGESTED_LABELS'] },
  'entity.extracted': { brings: ['CANDIDATE', 'SUGGESTED_LABELS'] },
  'entity.proposed': { brings: ['CANDIDATE', 'GRADUATION'] },
  'entity.returned': { brings: ['CANDIDATE', 'GRADUATION'] },
  'entity.promoted': { brings: ['REVIEWER_WORDING', 'EXPIRED'], ends: ['CANDIDATE', 'GRADUATION'] },
  'entity.rejected': { ends: ['CANDIDATE', 'GRADUATION', 'SUGGESTED_LABELS'] },
  'entity.deferred': { ends: ['CANDIDATE', 'GRADUATION'] },
  'entity.edited': { ends: ['CANDIDATE', 'GRADUATION', 'SUGGESTED_LABELS', 'REVIEWER_WORDING'] },
  'entity.superseded': { ends: standing },
  'entity.labels_promoted': { ends: ['SUGGESTED_LABELS'] },
  'entity.labels_dismissed': { ends: ['SUGGESTED_LABELS'] },
  'entity.labels_set': { ends: ['SUGGESTED_LABELS'] },
  'entity.retired': { ends: standing },
  'entity.erased': { ends: ['CANDIDATE', 'GRADUATION', ...standing] },
  'entity.restored': { brings: ['REVIEWER_WORDING', 'SOURCE_DRIFT', 'VERIFICATION_DUE', 'EXPIRED'] },
  'entity.verified': { ends: standing },
  'entity.holding_set': { brings: ['EXPIRED'], ends: ['EXPIRED'] },
  'entity.source_drifted': { brings: ['SOURCE_DRIFT'] },
  'contradiction.detected': { brings: ['CONTRADICTION'] },
  'contradiction.reopened': { brings: ['CONTRADICTION'] },
  'contradiction.resolved': { ends: ['CONTRADICTION'] },
  'workflow.routed': { brings: ['ROUTING'] },
  'workflow.reopened': { brings: ['ROUTING'] },
  'workflow.approved': { ends: ['ROUTING'] },
  'workflow.rejected': { ends: ['ROUTING'] },
  'quarantine.set': { brings: ['QUARANTINE'] },
  'quarantine.released': { ends: ['QUARANTINE'] },
  'source.change_requested': { brings: ['SOURCE_CHANGE'] },
  'source.change_replaced': { ends: ['SOURCE_CHANGE'] },
  'source.change_accepted': { ends: ['SOURCE_CHANGE'] },
  'source.change_declined': { ends: ['SOURCE_CHANGE'] },
  'inbox.claimed': {},
  'inbox.assigned': {},
  'inbox.released': {},
  'inbox.snoozed': {},
});

const changesOf = (area: 'memory' | 'entity') =>
  auditChanges.filter((action) => action.startsWith(`${area}.`));

/** After one of these a memory, or an entity, is not as it was. */
export const memoryChanges: readonly AuditChange[] = changesOf('memory');
export const entityChanges: readonly AuditChange[] = changesOf('entity');

/** After one of these what a bundle delivered may have ended, say something else, be contradicted, or be hidden. */
export const deliveredFactChanges: readonly AuditChange[] = [
  ...memoryChanges,
  ...entityChanges,
  'contradiction.detected',
  'contradiction.reopened',
  'quarantine.set',
  'quarantine.released',
  'label_policy.set',
];

const leavingVerbs: readonly string[] = ['promoted', 'rejected', 'superseded', 'merged', 'retired', 'erased'];

/** After one of these what stood in the review queue stands there no longer. */
export const isLeaving = (action: string): boolean => leavingVerbs.includes(action.split('.')[1] ?? '');
