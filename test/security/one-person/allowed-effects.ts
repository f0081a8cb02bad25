import { type Role, roles } from '#domain/privacy/viewer.ts';

/**
 * Effects that one person's mutation may have on what others are given. `belief`: an item begins or ends to be believed, for some or for
 * all. `words`: of what is believed. `marks`: warnings and disputes of what is believed. `proposals`: candidates and what was rejected.
 * `history`: what was believed once.
 */
export const effects = [
  'belief',
  'words',
  'confidence',
  'marks',
  'audience',
  'labels',
  'filing',
  'graph',
  'votes',
  'own proposals',
  'proposals',
  'history',
  'inbox',
  'sources',
  'project state',
] as const;
export type Effect = (typeof effects)[number];

export interface AllowedEffects {
  readonly mutations: RegExp;
  /** An admin is a reviewer, a contributor and an auditor, too. */
  readonly by: readonly Role[];
  readonly effects: readonly Effect[];
  /** Section and number of docs/rules.md. */
  readonly rule: string;
}

const reviewers = ['reviewer'] as const;
const decided = [
  'belief',
  'words',
  'confidence',
  'marks',
  'graph',
  'own proposals',
  'proposals',
  'history',
  'inbox',
] as const;
const proposed = ['own proposals', 'inbox'] as const;

/** Lists who may do what to others alone: one row a rule. Each mutation of the schema stands in a row for each of its roles. */
export const allowedEffects: readonly AllowedEffects[] = [
  {
    mutations: /^(promoteCandidate|rejectCandidate|returnToCandidate|restore|retire|supersede)$/,
    by: reviewers,
    effects: decided,
    rule: '§5.1',
  },
  {
    mutations: /^(reviewCandidates|deferCandidate|deleteCandidate)$/,
    by: reviewers,
    effects: decided,
    rule: '§5.1',
  },
  { mutations: /^(resolve|reopen)Contradiction$/, by: reviewers, effects: decided, rule: '§7.3' },
  { mutations: /^settleDispute$/, by: reviewers, effects: decided, rule: '§6.4' },
  {
    mutations: /^editItem$/,
    by: reviewers,
    effects: ['words', 'marks', 'confidence', 'own proposals', 'proposals', 'inbox'],
    rule: '§5.4',
  },
  {
    mutations: /^editItem$/,
    by: ['contributor', 'service'],
    effects: proposed,
    rule: '§5.3',
  },
  { mutations: /^createMemory$/, by: ['contributor'], effects: proposed, rule: '§1.13' },
  {
    mutations: /^(ingestDocuments|withdrawDocuments)$/,
    by: ['contributor', 'service'],
    effects: [...proposed, 'proposals', 'sources', 'marks'],
    rule: '§10.1',
  },
  {
    mutations: /^acceptSourceChange$/,
    by: ['contributor', 'service', 'reviewer'],
    effects: [...proposed, 'proposals', 'sources', 'marks'],
    rule: '§10.8',
  },
  {
    mutations: /^declineSourceChange$/,
    by: ['contributor', 'service', 'reviewer'],
    effects: ['inbox'],
    rule: '§10.8',
  },
  {
    mutations: /^(recordInteraction)$/,
    by: ['contributor', 'service'],
    effects: proposed,
    rule: '§2.6',
  },
  {
    mutations: /^extractWave$/,
    by: ['contributor', 'reviewer', 'service'],
    effects: [...proposed, 'proposals', 'sources'],
    rule: '§2.5',
  },
  {
    mutations: /^extractInteraction$/,
    by: ['reviewer', 'service'],
    effects: [...proposed, 'proposals'],
    rule: '§2.5',
  },
  { mutations: /^reExtractMemory$/, by: reviewers, effects: [...proposed, 'proposals'], rule: '§2.5' },
  { mutations: /^recordExtraction$/, by: ['service'], effects: proposed, rule: '§3.7' },
  {
    mutations: /^routeExtraction$/,
    by: ['reviewer', 'service'],
    effects: [...proposed, 'proposals', 'marks'],
    rule: '§3.7',
  },
  {
    mutations: /^decideWorkflowItem$/,
    by: reviewers,
    effects: [...proposed, 'proposals', 'marks'],
    rule: '§3.5',
  },
  {
    mutations: /^rerouteAll$/,
    by: ['admin'],
    effects: ['own proposals', 'proposals', 'marks', 'inbox'],
    rule: '§3.4',
  },
  {
    mutations: /^proposeGraduation$/,
    by: reviewers,
    effects: ['own proposals', 'proposals', 'inbox'],
    rule: '§5.6',
  },
  {
    mutations: /^setMemoryPersonal$/,
    by: roles,
    effects: ['audience', 'belief', 'own proposals', 'inbox', 'marks'],
    rule: '§5.5',
  },
  {
    mutations: /^mandateMemory$/,
    by: ['admin'],
    effects: ['audience', 'belief', 'confidence', 'proposals'],
    rule: '§6.1',
  },
  {
    mutations: /^recordEvidence$/,
    by: ['contributor', 'service'],
    effects: ['confidence', 'own proposals', 'proposals', 'history'],
    rule: '§6.3',
  },
  {
    mutations: /^voteMemory$/,
    by: roles,
    effects: ['votes', 'own proposals', 'proposals', 'history'],
    rule: '§6.1',
  },
  { mutations: /^disputeMemory$/, by: roles, effects: ['marks', 'own proposals', 'inbox'], rule: '§6.4' },
  {
    mutations: /^verify$/,
    by: reviewers,
    effects: ['confidence', 'marks', 'words', 'inbox', 'proposals'],
    rule: '§10.3',
  },
  {
    mutations: /^detectContradictions$/,
    by: ['reviewer', 'service'],
    effects: ['marks', 'own proposals', 'proposals', 'inbox'],
    rule: '§7.1',
  },
  {
    mutations: /^(promoteLabels|dismissLabels)$/,
    by: reviewers,
    effects: ['labels', 'belief', 'sources', 'own proposals', 'proposals', 'history', 'inbox'],
    rule: '§4.1',
  },
  {
    mutations: /^setSensitivityLabels$/,
    by: ['admin', 'service'],
    effects: ['labels', 'belief', 'sources', 'own proposals', 'proposals', 'history', 'inbox'],
    rule: '§4.1',
  },
  {
    mutations: /^(setOwner|setDocumentKind)$/,
    by: reviewers,
    effects: ['filing', 'own proposals', 'proposals', 'history', 'sources', 'inbox'],
    rule: '§10.3',
  },
  {
    mutations: /^(relate|unrelate)Entities$/,
    by: reviewers,
    effects: ['graph', 'history', 'own proposals', 'proposals'],
    rule: '§7.5',
  },
  {
    mutations: /^(claimInboxItem|releaseInboxItem|snoozeInboxItem)$/,
    by: reviewers,
    effects: ['inbox'],
    rule: '§5.10',
  },
  { mutations: /^setProjectState$/, by: ['curator'], effects: ['project state'], rule: '§5.8' },
  {
    mutations: /^(eraseMemory|eraseSubject|quarantine|releaseQuarantine|setLabelPolicy)$/,
    by: ['admin'],
    effects: effects,
    rule: '§9.3',
  },
  {
    mutations: /^setDomainKeywords$/,
    by: ['admin'],
    effects: ['filing', 'proposals', 'own proposals'],
    rule: '§7.1',
  },
  {
    mutations:
      /^(subjectReport|declareGroups|exportTenant|(create|update|delete)Webhook|rotateWebhookSecret|replayWebhookDeliveries)$/,
    by: ['admin'],
    effects: [],
    rule: '§9.5',
  },
  { mutations: /^(deliverBundle)$/, by: roles, effects: [], rule: '§10.4' },
  { mutations: /^(insertTrace|reviseTrace|recordReplay)$/, by: ['service'], effects: [], rule: '§8.2' },
  { mutations: /^importPathwayState$/, by: ['admin', 'service'], effects: [], rule: '§8.2' },
];
