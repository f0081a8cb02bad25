import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

test.for([
  ['for the whole tenant', false, [], 'shared'],
  ['an audience, sorted', false, ['b', 'a', 'B'], 'audience:B,a,b'],
  ['an audience, each group once', false, ['b', 'a', 'b'], 'audience:a,b'],
  ['a separator inside a group', false, ['a,b'], 'audience:a\\,b'],
  ['an escape inside a group', false, ['a\\', 'b'], 'audience:a\\\\,b'],
  ['a personal item', true, [], 'person:ann'],
  ['a personal item with an audience that sees nothing of it', true, ['a'], 'person:ann'],
] as const)('%s', ([, isPersonal, audience, key]) => {
  expect(visibilityKey({ isPersonal, audience, contributor: 'ann' })).toBe(key);
});

test('two audiences share a key exactly when they are the same groups', () => {
  const audience = fc.array(fc.string({ unit: fc.constantFrom('a', ',', '\\', ':'), maxLength: 3 }), {
    maxLength: 3,
  });
  const sameGroups = (one: readonly string[], other: readonly string[]) =>
    new Set(one).symmetricDifference(new Set(other)).size === 0;
  fc.assert(
    fc.property(audience, audience, (one, other) => {
      const keyOf = (groups: readonly string[]) =>
        visibilityKey({ isPersonal: false, audience: groups, contributor: 'ann' });
      expect(keyOf(one) === keyOf(other)).toBe(sameGroups(one, other));
    }),
    { numRuns: propertyRuns(2000) },
  );
});
