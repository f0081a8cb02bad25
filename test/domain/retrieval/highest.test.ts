import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highest } from '#domain/retrieval/highest.ts';

test.for([
  ['none of none', [], 3, []],
  ['none where none is wanted', [1, 2], 0, []],
  ['all where there are fewer', [0.1, 0.3, 0.2], 5, [1, 2, 0]],
  ['the highest first', [0.1, 0.4, 0.2, 0.3], 2, [1, 3]],
  ['equal ones by their place', [0.5, 0.5, 0.5, 0.5, 0.5], 2, [0, 1]],
  ['a later equal one is left out', [0.1, 0.2, 0.3, 0.4, 0.3, 0.4], 2, [3, 5]],
  ['negative ones too', [-3, -1, -2], 2, [1, 2]],
] as const)('places of the highest: %s', ([, scores, most, places]) => {
  expect(highest(Float64Array.from(scores), most)).toEqual(places);
});

test('the same places as by sorting all', () => {
  const score = fc.integer({ min: -5, max: 5 });
  fc.assert(
    fc.property(fc.array(score, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (scores, most) => {
      const sorted = [...scores.entries()].sort(([a, one], [b, other]) => other - one || a - b);
      expect(highest(Float64Array.from(scores), most)).toEqual(sorted.slice(0, most).map(([place]) => place));
    }),
  );
});
