import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { effectiveConfidence, type MemoryConfidenceFacts } from '#domain/evidence/effective-confidence.ts';

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
