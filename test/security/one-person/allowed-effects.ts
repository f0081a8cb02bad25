import { type Role, roles } from '#domain/privacy/viewer.ts';

/**
 * Effects that one person's mutation may have on what others are given. `belief`: an item begins or ends to be believed, for some or for
 * all. `words`: of what is believed. `marks`: warnings and disputes of what is believed. `proposals`: candidates and what was rejected.
 * `history`: what was believed once.
 */
const effects = [
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
  /** Section and number of docs/rules.md, and words that stand there. Null where others are given the same as before. */
  readonly rule: readonly [number: string, words: string] | null;
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
    rule: ['§5.1', 'Reviewers take its steps'],
  },
  {
    mutations: /^(reviewCandidates|deferCandidate|deleteCandidate)$/,
    by: reviewers,
    effects: decided,
    rule: ['§5.1', 'Reviewers take its steps'],
  },
  {
    mutations: /^(resolve|reopen)Contradiction$/,
    by: reviewers,
    effects: decided,
    rule: ['§7.3', 'A resolution acts in one transaction'],
  },
  { mutations: /^settleDispute$/, by: reviewers, effects: decided, rule: ['§6.4', 'A reviewer settles it'] },
  {
    mutations: /^editItem$/,
    by: reviewers,
    effects: ['words', 'marks', 'confidence', 'own proposals', 'proposals', 'inbox'],
    rule: ['§5.4', 'words that say more become a candidate of their editor'],
  },
  {
    mutations: /^editItem$/,
    by: ['contributor', 'service'],
    effects: proposed,
    rule: ['§5.3', 'An edit keeps every former wording'],
  },
  {
    mutations: /^createMemory$/,
    by: ['contributor'],
    effects: proposed,
    rule: ['§1.13', 'A contributor writes only into audiences'],
  },
  {
    mutations: /^(ingestDocuments|withdrawDocuments)$/,
    by: ['contributor', 'service'],
    effects: [...proposed, 'proposals', 'sources', 'marks'],
    rule: ['§10.1', 'A new version of a document, or its withdrawal'],
  },
  {
    mutations: /^acceptSourceChange$/,
    by: ['contributor', 'service', 'reviewer'],
    effects: [...proposed, 'proposals', 'sources', 'marks'],
    rule: ['§10.8', 'A change that waits is accepted or declined'],
  },
  {
    mutations: /^declineSourceChange$/,
    by: ['contributor', 'service', 'reviewer'],
    effects: ['inbox'],
    rule: ['§10.8', 'A change that waits is accepted or declined'],
  },
  {
    mutations: /^(recordInteraction)$/,
    by: ['contributor', 'service'],
    effects: proposed,
    rule: ['§1.13', 'A contributor writes only into audiences'],
  },
  {
    mutations: /^extractWave$/,
    by: ['contributor', 'reviewer', 'service'],
    effects: [...proposed, 'proposals', 'sources'],
    rule: ['§2.5', 'moves up as reviewers decide'],
  },
  { mutations: /^stopExtraction$/, by: ['contributor', 'reviewer', 'service'], effects: [], rule: null },
  {
    mutations: /^extractInteraction$/,
    by: ['reviewer', 'service'],
    effects: [...proposed, 'proposals'],
    rule: ['§2.5', 'moves up as reviewers decide'],
  },
  {
    mutations: /^reExtractMemory$/,
    by: reviewers,
    effects: [...proposed, 'proposals'],
    rule: ['§2.5', 'moves up as reviewers decide'],
  },
  {
    mutations: /^recordExtraction$/,
    by: ['service'],
    effects: proposed,
    rule: ['§3.7', 'What is recorded without a source'],
  },
  {
    mutations: /^routeExtraction$/,
    by: ['reviewer', 'service'],
    effects: [...proposed, 'proposals', 'marks'],
    rule: ['§3.1', 'a field below the threshold'],
  },
  {
    mutations: /^decideWorkflowItem$/,
    by: reviewers,
    effects: [...proposed, 'proposals', 'marks'],
    rule: ['§3.5', 'decision outranks routing'],
  },
  {
    mutations: /^rerouteAll$/,
    by: ['admin'],
    effects: ['own proposals', 'proposals', 'marks', 'inbox'],
    rule: ['§3.4', 'A re-run updates the status'],
  },
  {
    mutations: /^proposeGraduation$/,
    by: reviewers,
    effects: ['own proposals', 'proposals', 'inbox'],
    rule: ['§5.6', 'A proposed graduation'],
  },
  {
    mutations: /^setMemoryPersonal$/,
    by: roles,
    effects: ['audience', 'belief', 'own proposals', 'inbox', 'marks'],
    rule: ['§5.5', 'is a request that another reviewer'],
  },
  {
    mutations: /^mandateMemory$/,
    by: ['admin'],
    effects: ['audience', 'belief', 'confidence', 'proposals'],
    rule: ['§6.1', '1.00 under a mandate'],
  },
  {
    mutations: /^recordEvidence$/,
    by: ['contributor', 'service'],
    effects: ['confidence', 'own proposals', 'proposals', 'history'],
    rule: ['§6.3', 'Evidence carries a quote or a reference'],
  },
  {
    mutations: /^voteMemory$/,
    by: roles,
    effects: ['votes', 'own proposals', 'proposals', 'history'],
    rule: ['§6.1', 'A vote changes no belief'],
  },
  {
    mutations: /^disputeMemory$/,
    by: roles,
    effects: ['marks', 'own proposals', 'inbox'],
    rule: ['§6.4', 'says that a believed memory does not hold'],
  },
  {
    mutations: /^verify$/,
    by: reviewers,
    effects: ['confidence', 'marks', 'words', 'inbox', 'proposals'],
    rule: ['§10.3', 'a date by which it is verified again'],
  },
  {
    mutations: /^verify$/,
    by: roles,
    effects: ['confidence', 'marks', 'inbox'],
    rule: ['§10.3', 'An owner without the role reviewer'],
  },
  {
    mutations: /^detectContradictions$/,
    by: ['reviewer', 'service'],
    effects: ['marks', 'own proposals', 'proposals', 'inbox'],
    rule: ['§7.1', 'in one call of the judge'],
  },
  {
    mutations: /^(promoteLabels|dismissLabels)$/,
    by: reviewers,
    effects: ['labels', 'belief', 'marks', 'sources', 'own proposals', 'proposals', 'history', 'inbox'],
    rule: ['§4.1', 'A reviewer accepts or dismisses a suggestion'],
  },
  {
    mutations: /^setSensitivityLabels$/,
    by: ['admin', 'service'],
    effects: ['labels', 'belief', 'marks', 'sources', 'own proposals', 'proposals', 'history', 'inbox'],
    rule: ['§4.1', 'An admin or a service sets labels without one'],
  },
  {
    mutations: /^(setOwner|setDocumentKind)$/,
    by: reviewers,
    effects: ['filing', 'own proposals', 'proposals', 'history', 'sources', 'inbox'],
    rule: ['§10.3', 'A reviewer files it'],
  },
  {
    mutations: /^setHolding$/,
    by: reviewers,
    effects: [...decided, 'filing'],
    rule: ['§10.3', 'may say since when and until when it holds'],
  },
  {
    mutations: /^(relate|unrelate)Entities$/,
    by: reviewers,
    effects: ['graph', 'history', 'own proposals', 'proposals'],
    rule: ['§10.3', 'A reviewer files it'],
  },
  {
    mutations: /^(claimInboxItem|handOverInboxItem|releaseInboxItem|snoozeInboxItem)$/,
    by: reviewers,
    effects: ['inbox'],
    rule: ['§5.10', 'A claim holds'],
  },
  {
    mutations: /^setProjectState$/,
    by: ['curator'],
    effects: ['project state'],
    rule: ['§5.8', 'Every step but project state'],
  },
  {
    mutations: /^(eraseDocument|eraseMemory|eraseSubject)$/,
    by: ['admin'],
    effects: effects,
    rule: ['§9.3', 'removes the words of a memory wherever they stand'],
  },
  {
    mutations: /^(quarantine|releaseQuarantine)$/,
    by: ['admin'],
    effects: effects,
    rule: ['§10.5', 'A quarantine withholds what came of its origin'],
  },
  {
    mutations: /^(withdraw|restore)Group$/,
    by: ['admin'],
    effects: effects,
    rule: ['§1.14', 'An admin withdraws a group'],
  },
  {
    mutations: /^setLabelPolicy$/,
    by: ['admin'],
    effects: effects,
    rule: ['§4.3', 'DENY hides'],
  },
  {
    mutations: /^setDomainKeywords$/,
    by: ['admin'],
    effects: ['filing', 'proposals', 'own proposals'],
    rule: ['§7.1', 'visible memories of its scope'],
  },
  {
    mutations:
      /^(subjectReport|declareGroups|(hold|release)Intake|setSourceOwners|exportTenant|(create|update|delete)Webhook|rotateWebhookSecret|replayWebhookDeliveries)$/,
    by: ['admin'],
    effects: [],
    rule: null,
  },
  { mutations: /^commentOnItem$/, by: ['reviewer', 'auditor', 'contributor'], effects: [], rule: null },
  { mutations: /^(deliverBundle)$/, by: roles, effects: [], rule: null },
  { mutations: /^(insertTrace|reviseTrace|recordReplay)$/, by: ['service'], effects: [], rule: null },
  { mutations: /^importPathwayState$/, by: ['admin', 'service'], effects: [], rule: null },
];
