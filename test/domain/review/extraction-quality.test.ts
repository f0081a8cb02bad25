import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { suggestedPrior } from '#domain/review/suggested-prior.ts';
import { wilsonInterval } from '#domain/review/wilson-interval.ts';

describe('the Wilson interval of a share', () => {
  // By the formula of the 1927 paper, computed by hand with z = 1.96.
  test.for([
    [0, 10, 0, 0, 0.278],
    [10, 10, 1, 0.722, 1],
    [1, 2, 0.5, 0.095, 0.905],
    [81, 263, 0.308, 0.255, 0.366],
  ] as const)('%d of %d is %d, from %d to %d', ([successes, total, value, low, high]) => {
    const estimate = wilsonInterval(successes, total);
    expect(estimate?.value).toBeCloseTo(value, 3);
    expect(estimate?.low).toBeCloseTo(low, 3);
    expect(estimate?.high).toBeCloseTo(high, 3);
  });

  test('holds the share and stays within 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (total, share) => {
          const successes = Math.round(total * share);
          const { value, low, high } = wilsonInterval(successes, total) ?? { value: -1, low: 0, high: 0 };
          expect(low).toBeLessThanOrEqual(value + 1e-12);
          expect(high).toBeGreaterThanOrEqual(value - 1e-12);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('of no case there is none', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });
});

test.for([
  [18, 19, null],
  [20, 20, 0.84],
  [10, 40, 0.14],
] as const)('%d kept of %d decisions suggest the prior %d', ([kept, decisions, prior]) => {
  expect(suggestedPrior(wilsonInterval(kept, decisions), decisions)).toBe(prior);
});
