import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisionSteps, extractionQualityOf } from '#domain/review/extraction-quality.ts';
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

describe('the quality of a rule from its figures', () => {
  const medianOf = (figures: Readonly<Record<string, number>>) =>
    extractionQualityOf('r', '1', figures).medianHoursToDecision;

  test('a median is the middle of the step that half of the decisions do not exceed', () => {
    expect(medianOf({})).toBeNull();
    expect(medianOf({ 'hours 0': 3, 'hours 9': 2 })).toBeCloseTo(1 / 120, 6);
    // Steps 1 and 23 begin at one and at 55 minutes.
    expect(medianOf({ 'hours 1': 2, 'hours 23': 3 })).toBeCloseTo((60 * 1.2 ** 22.5) / 3_600, 2);
    expect(medianOf({ 'hours 1': 2, 'hours 23': 2 })).toBeCloseTo(Math.sqrt(60 * 72) / 3_600, 6);
  });

  test('a median is within 10 % of any time in its step, from a minute to ten years', () => {
    const [first = 0, last = 0] = [decisionSteps[0], decisionSteps.at(-1)];
    expect([first, Math.floor(last / 86_400 / 365)]).toEqual([60, 10]);
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (seconds) => {
        const step = decisionSteps.findLastIndex((from) => from <= seconds) + 1;
        const hours = medianOf({ [`hours ${step}`]: 1 }) ?? 0;
        expect(Math.abs((hours * 3_600) / seconds - 1)).toBeLessThanOrEqual(0.1);
      }),
    );
  });

  test('rejections without a kind come first, and bands without a decision are left out', () => {
    const { rejected, rejectedByKind, byConfidence, byReviewScore } = extractionQualityOf('r', '1', {
      rejected: 4,
      'rejected OUT_OF_DATE': 1,
      'rejected NOT_TRUE': 1,
      'confidence 7 kept': 1,
      'confidence 7 rejected': 3,
      'confidence 7 millionths': 3_000_000,
    });
    expect({ rejected, rejectedByKind, byConfidence, byReviewScore }).toEqual({
      rejected: 4,
      rejectedByKind: [
        { kind: null, count: 2 },
        { kind: 'NOT_TRUE', count: 1 },
        { kind: 'OUT_OF_DATE', count: 1 },
      ],
      byConfidence: [{ tenth: 7, decided: 4, kept: 1, meanScore: 0.75 }],
      byReviewScore: [],
    });
    const said = extractionQualityOf('r', '1', { rejected: 1, 'rejected NOT_TRUE': 1 });
    expect(said.rejectedByKind).toEqual([{ kind: 'NOT_TRUE', count: 1 }]);
  });

  test('a time of more than ten years is in the last step', () => {
    const last = decisionSteps.at(-1) ?? 0;
    expect(medianOf({ [`hours ${decisionSteps.length}`]: 1 })).toBeCloseTo(
      (last * Math.sqrt(1.2)) / 3_600,
      6,
    );
  });
});
