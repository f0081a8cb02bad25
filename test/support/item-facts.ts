import type { ItemFacts } from '#domain/review/types.ts';

/** Facts of a candidate that ann brought in from a source, which nothing has befallen, but for what a test says of it. */
export const itemFacts = (facts: Partial<ItemFacts> = {}): ItemFacts => ({
  kind: 'memory',
  status: 'CANDIDATE',
  revision: 3,
  contributor: 'ann',
  ingesters: ['ann'],
  handAuthored: false,
  recordedBy: null,
  rewordedBy: [],
  saysMoreThanSource: false,
  wordingBy: null,
  owner: null,
  succeeds: 'none',
  claimedBy: null,
  routingStatus: null,
  frozen: false,
  isPersonal: false,
  originStatus: null,
  ...facts,
});
