/**
 * What the contract asks for and a later capability brings: `Type.field`, or a `Type` that a fragment is on. It only
 * shrinks: the contract test fails on a line whose field exists, and on one that no document asks for.
 */
export const laterFields: readonly string[] = [
  'CandidateFilter.search',
  'Memory.contradictions',
  'Memory.effectiveConfidence',
  'Memory.evidence',
  'Memory.redacted',
  'Memory.votes',
  'MemoryFilter.search',
  'Mutation.detectContradictions',
  'Mutation.mandateMemory',
  'Mutation.recordEvidence',
  'Mutation.reopenContradiction',
  'Mutation.resolveContradiction',
  'Mutation.setLabelPolicy',
  'Mutation.setMemoryPersonal',
  'Mutation.voteMemory',
  'Query.contradictions',
  'Query.labelPolicy',
  'Query.memoryBundle',
  'Query.memoryStats',
  'Query.myContributions',
  'Subscription.candidateQueued',
  'Subscription.workflowItemChanged',
];
