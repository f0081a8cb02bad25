/**
 * What the contract asks for and a later capability brings: `Type.field`, or a `Type` that a fragment is on. It only
 * shrinks: the contract test fails on a line whose field exists, and on one that no document asks for.
 */
export const laterFields: readonly string[] = [
  'CandidateFilter.search',
  'Memory.contradictions',
  'Memory.effectiveConfidence',
  'Memory.evidence',
  'Memory.labelPromotions',
  'Memory.redacted',
  'Memory.votes',
  'MemoryFilter.label',
  'MemoryFilter.search',
  'Mutation.detectContradictions',
  'Mutation.dismissLabels',
  'Mutation.mandateMemory',
  'Mutation.promoteLabels',
  'Mutation.recordEvidence',
  'Mutation.reopenContradiction',
  'Mutation.resolveContradiction',
  'Mutation.setLabelPolicy',
  'Mutation.setMemoryPersonal',
  'Mutation.setSensitivityLabels',
  'Mutation.voteMemory',
  'Query.contradictions',
  'Query.labelPolicy',
  'Query.memoriesWithSuggestedLabels',
  'Query.memoryBundle',
  'Query.memoryStats',
  'Query.myContributions',
  'Subscription.candidateQueued',
  'Subscription.workflowItemChanged',
];
