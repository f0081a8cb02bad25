import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import {
  type BaseSource,
  effectiveConfidence,
  type MemoryConfidenceFacts,
} from '#domain/evidence/effective-confidence.ts';
import { shownConfidence } from '#domain/evidence/shown-confidence.ts';

const now = new Date('2026-06-01T12:00:00Z');
const year = 12 * 30.44;
const daysAgo = (days: number) => new Date(now.getTime() - Math.round(days * 86_400_000));

const unverified: MemoryConfidenceFacts = {
  mandatory: false,
  written: 0.5,
  createdAt: now,
  detectionTypes: [],
  evidenceCount: 0,
  verifierCount: 0,
  newestEvidenceAt: null,
};
const verified = (
  detectionTypes: readonly string[],
  more: Partial<MemoryConfidenceFacts> = {},
): MemoryConfidenceFacts => ({
  ...unverified,
  detectionTypes,
  evidenceCount: detectionTypes.length,
  verifierCount: 1,
  newestEvidenceAt: now,
  ...more,
});

describe('the base is the mandate’s, else the highest of what was written and the evidence', () => {
  test.for<[rule: string, facts: MemoryConfidenceFacts, base: number]>([
    ['without evidence, as written', { ...unverified, written: 0.77 }, 0.77],
    ['a correction', verified(['CORRECTION']), 0.9],
    ['an unprompted definition', verified(['UNPROMPTED_DEFINITION']), 0.9],
    ['a confirmation', verified(['CONFIRMATION']), 0.6],
    [
      'a confirmation of what was believed more, as written',
      verified(['CONFIRMATION'], { written: 0.8 }),
      0.8,
    ],
    ['the highest of several', verified(['CONFIRMATION', 'CORRECTION', 'CONFIRMATION']), 0.9],
    ['an unknown type is a confirmation', verified(['OVERHEARD']), 0.6],
    ['a type that every object has', verified(['constructor']), 0.6],
    ['a mandate over any evidence', verified(['CONFIRMATION'], { mandatory: true }), 1],
    ['a mandate without evidence', { ...unverified, mandatory: true }, 1],
  ])('%s', ([, facts, base]) => {
    expect(effectiveConfidence(facts, now)).toMatchObject({ base, value: base, decay: 1, modifiers: [] });
  });
});

describe('verifiers add, age halves, the floor holds', () => {
  test.for<[rule: string, facts: MemoryConfidenceFacts, value: number, floor: number]>([
    ['one verifier adds nothing', verified(['CONFIRMATION']), 0.6, 0.4],
    ['a second one adds 0.05', verified(['CONFIRMATION'], { verifierCount: 2 }), 0.65, 0.4],
    ['never above 1', verified(['CORRECTION'], { verifierCount: 9 }), 1, 0.4],
    ['half after twelve months', { ...unverified, createdAt: daysAgo(year) }, 0.25, 0],
    ['a quarter after twenty-four', { ...unverified, createdAt: daysAgo(2 * year) }, 0.125, 0],
    [
      'age counts from the newest evidence',
      verified(['CORRECTION'], { createdAt: daysAgo(9 * year), newestEvidenceAt: daysAgo(year) }),
      0.45,
      0.4,
    ],
    ['evidence keeps 0.40', verified(['CORRECTION'], { newestEvidenceAt: daysAgo(9 * year) }), 0.4, 0.4],
    ['a mandate keeps 0.50', { ...unverified, mandatory: true, createdAt: daysAgo(9 * year) }, 0.5, 0.5],
    [
      'a mandate beside evidence keeps the higher',
      verified(['CORRECTION'], { mandatory: true, newestEvidenceAt: daysAgo(9 * year) }),
      0.5,
      0.5,
    ],
    ['a date to come is no age', { ...unverified, createdAt: daysAgo(-5) }, 0.5, 0],
  ])('%s', ([, facts, value, floor]) => {
    const effective = effectiveConfidence(facts, now);
    expect(effective.value).toBeCloseTo(value, 9);
    expect(effective.floor).toBe(floor);
    expect(effective.asOf).toBe(now);
    expect(effective.evidenceCount).toBe(facts.evidenceCount);
  });

  test('the floor is never above the sum', () => {
    const numbers = {
      ...confidenceDefaults,
      evidenceBases: { CORRECTION: 0.9, CONFIRMATION: 0.2, UNPROMPTED_DEFINITION: 0.9 },
    };
    const old = verified(['CONFIRMATION'], { written: 0.1, newestEvidenceAt: daysAgo(9 * year) });
    expect(effectiveConfidence(old, now, numbers)).toMatchObject({ value: 0.2, floor: 0.2 });
  });
});

describe('the sum is explained from its base to its value', () => {
  type Steps = readonly (readonly [step: string, change: number, value: number])[];
  const old = { newestEvidenceAt: daysAgo(9 * year) };
  test.for<[rule: string, facts: MemoryConfidenceFacts, source: BaseSource, steps: Steps]>([
    ['as written', { ...unverified, written: 0.77 }, 'WRITTEN', [['BASE', 0.77, 0.77]]],
    ['a correction', verified(['CONFIRMATION', 'CORRECTION']), 'CORRECTION', [['BASE', 0.9, 0.9]]],
    [
      'evidence that adds nothing',
      verified(['CONFIRMATION'], { written: 0.6 }),
      'WRITTEN',
      [['BASE', 0.6, 0.6]],
    ],
    ['a mandate', { ...unverified, mandatory: true }, 'MANDATE', [['BASE', 1, 1]]],
    [
      'many verifiers, and long ago',
      verified(['CORRECTION'], { verifierCount: 5, ...old }),
      'CORRECTION',
      [
        ['BASE', 0.9, 0.9],
        ['FURTHER_VERIFIERS', 0.2, 1.1],
        ['CEILING', -0.1, 1],
        ['DECAY', -0.998047, 0.001953],
        ['FLOOR', 0.398047, 0.4],
      ],
    ],
    [
      'half, since a year',
      { ...unverified, createdAt: daysAgo(year) },
      'WRITTEN',
      [
        ['BASE', 0.5, 0.5],
        ['DECAY', -0.25, 0.25],
      ],
    ],
  ])('%s', ([, facts, baseSource, steps]) => {
    const shown = shownConfidence(effectiveConfidence(facts, now));
    expect(shown.baseSource).toBe(baseSource);
    expect(shown.steps.map(({ step, change, value }) => [step, change, value])).toEqual(steps);
    expect(shown.decaysSince).toBe(facts.newestEvidenceAt ?? facts.createdAt);
  });
});

describe('whatever is known', () => {
  const at = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const anyFacts: fc.Arbitrary<MemoryConfidenceFacts> = fc
    .record({
      mandatory: fc.boolean(),
      written: fc.double({ min: 0, max: 1, noNaN: true }),
      createdAt: at,
      detectionTypes: fc.array(fc.constantFrom('CORRECTION', 'CONFIRMATION', 'UNPROMPTED_DEFINITION', 'X')),
      newest: at,
      verifiers: fc.nat(30),
    })
    .map(({ newest, verifiers, ...facts }) => ({
      ...facts,
      evidenceCount: facts.detectionTypes.length,
      verifierCount: Math.min(verifiers, facts.detectionTypes.length),
      newestEvidenceAt: facts.detectionTypes.length > 0 ? newest : null,
    }));

  test('it stays in [0, 1], and its parts make it up', () => {
    fc.assert(
      fc.property(anyFacts, at, (facts, when) => {
        const { value, base, modifiers, decay, floor } = effectiveConfidence(facts, when);
        const sum = modifiers.reduce((total, { delta }) => total + delta, base);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(floor).toBeLessThanOrEqual(sum + 1e-12);
        expect(value).toBeCloseTo(Math.max(sum * decay, floor), 12);
      }),
    );
  });

  test('it is shown with 6 decimals, and its steps add up to the value that is shown', () => {
    fc.assert(
      fc.property(anyFacts, at, (facts, when) => {
        const exact = effectiveConfidence(facts, when);
        const { value, steps } = shownConfidence(exact);
        expect(Math.abs(value - exact.value)).toBeLessThanOrEqual(5e-7);
        expect(steps.at(-1)?.value).toBe(value);
        const millionths = steps.reduce((total, { change }) => total + Math.round(change * 1e6), 0);
        expect(millionths / 1e6).toBe(value);
        for (const { change } of steps) expect(change).toBe(Number(change.toFixed(6)));
      }),
    );
  });

  test('one more verifier never lowers it', () => {
    fc.assert(
      fc.property(anyFacts, at, (facts, when) => {
        const more = { ...facts, verifierCount: facts.verifierCount + 1 };
        expect(effectiveConfidence(more, when).value).toBeGreaterThanOrEqual(
          effectiveConfidence(facts, when).value,
        );
      }),
    );
  });

  test('it never rises with age alone', () => {
    fc.assert(
      fc.property(anyFacts, at, at, (facts, one, other) => {
        const [early, late] = one < other ? [one, other] : [other, one];
        expect(effectiveConfidence(facts, late).value).toBeLessThanOrEqual(
          effectiveConfidence(facts, early).value,
        );
      }),
    );
  });
});
