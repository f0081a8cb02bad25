import { describe, expect, test } from 'vitest';
import { decideMandate } from '#domain/review/belief.ts';
import { itemStatuses } from '#domain/review/states.ts';
import { itemFacts } from '#test/support/item-facts.ts';

const facts = itemFacts({ status: 'ACTIVE', contributor: 'carol', ingesters: ['carol'] });
const decisionInput = {
  actor: { tenant: 'acme', user: 'alice', roles: ['admin'], groups: [] },
  expectedRevision: null,
  takeOver: false,
  fourEyes: 'on',
} as const;

describe('a mandate is for what is believed', () => {
  test.for(itemStatuses)('%s', (status) => {
    const decided = (mandatory: boolean) =>
      decideMandate({ ...facts, status }, { mandatory, unknownGroups: [] }, decisionInput);
    const believed = status === 'ACTIVE' || status === 'GRADUATED';
    expect(decided(true)).toEqual(
      believed
        ? { outcome: 'applied' }
        : { outcome: 'refused', violation: { code: 'mandate.not_believed', status } },
    );
    // It is taken back from whatever has one.
    expect(decided(false)).toEqual({ outcome: 'applied' });
  });
});
