import { describe, expect, test } from 'vitest';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { type EligibilityFacts, explainEligibility } from '#domain/review/auto-promotion.ts';
import { itemStatuses } from '#domain/review/states.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const days = 86_400_000;
const met = (count: number, age = 0) =>
  Array.from({ length: count }, (_, index) => ({
    interactionId: `int_${index}`,
    at: ago(age),
    byPerson: true,
  }));

const candidate = (facts: Partial<EligibilityFacts> = {}): EligibilityFacts => ({
  status: 'CANDIDATE',
  type: 'PREFERENCE',
  rule: 'sentence.first_person',
  confidence: 0.5,
  interactions: [],
  openedByReviewer: false,
  fromInteraction: true,
  content: 'I prefer short reports.',
  speaker: null,
  now,
  ...facts,
});
type Policy = 'REFERENCE_COUNT' | 'CONFIDENCE_THRESHOLD' | 'SELF_STATED';
const said = (policy: Policy, facts: Partial<EligibilityFacts>) =>
  explainEligibility(candidate(facts)).find((eligibility) => eligibility.policy === policy);

describe('met in five different interactions within seven days', () => {
  test.for<[string, Partial<EligibilityFacts>, boolean, RegExp]>([
    ['four', { interactions: met(4) }, false, /Met in 4 different .*; 5 are needed/],
    ['five', { interactions: met(5) }, true, /Met in 5 different/],
    [
      'five, one of them seven days ago',
      { interactions: [...met(4), { interactionId: 'int_x', at: ago(7 * days), byPerson: true }] },
      true,
      /Met in 5/,
    ],
    [
      'five, one of them a millisecond earlier',
      { interactions: [...met(4), { interactionId: 'int_x', at: ago(7 * days + 1), byPerson: true }] },
      false,
      /Met in 4/,
    ],
    [
      'five, in one of which an assistant alone said it',
      { interactions: [...met(4), { interactionId: 'int_x', at: now, byPerson: false }] },
      false,
      /Met in 4/,
    ],
    ['five times in four of them', { interactions: [...met(4), ...met(1)] }, false, /Met in 4/],
    ['five, and somebody has looked', { interactions: met(5), openedByReviewer: true }, false, /opened it/],
    ['a decision', { interactions: met(9), type: 'DECISION' }, false, /too consequential/],
    ['a validation claim', { interactions: met(9), type: 'VALIDATION_CLAIM' }, false, /too consequential/],
  ])('%s', ([, facts, eligible, reason]) => {
    const answer = said('REFERENCE_COUNT', facts);
    expect([answer?.eligible, answer?.reason]).toEqual([eligible, expect.stringMatching(reason)]);
  });
});

describe('enough confidence by a heading rule', () => {
  test.for<[string, Partial<EligibilityFacts>, boolean, RegExp]>([
    ['exactly 0.85', { rule: 'heading.typed', confidence: 0.85 }, true, /0\.85 is needed/],
    ['just below', { rule: 'heading.typed', confidence: 0.849999 }, false, /0\.8085 at most/],
    ['a list rule', { rule: 'list.typed', confidence: 1 }, false, /a heading rule is needed/],
    ['no rule', { rule: null, confidence: 1 }, false, /rule is none/],
  ])('%s', ([, facts, eligible, reason]) => {
    const answer = said('CONFIDENCE_THRESHOLD', facts);
    expect([answer?.eligible, answer?.reason]).toEqual([eligible, expect.stringMatching(reason)]);
  });

  test('the default numbers cannot reach it, and the reason says how far they go', () => {
    const { priors, highSignalMultiplier, freshnessBonus } = extractionDefaults;
    const most = priors['heading.typed'] * highSignalMultiplier * freshnessBonus;
    expect(most).toBeCloseTo(0.8085, 12);
    expect(said('CONFIDENCE_THRESHOLD', { rule: 'heading.typed', confidence: most })?.eligible).toBe(false);
  });
});

describe('somebody said it of themselves', () => {
  test.for<[string, Partial<EligibilityFacts>, boolean]>([
    ['a preference', {}, true],
    ['an identity', { type: 'IDENTITY' }, true],
    ['a fact', { type: 'FACT' }, false],
    ['by another rule', { rule: 'heading.typed' }, false],
    ['from a document', { fromInteraction: false }, false],
    ['said by a named person', { speaker: 'Ada' }, true],
    ['my name', { type: 'IDENTITY', content: 'My name is Ada.' }, true],
    ['said by an assistant', { speaker: 'Assistant' }, false],
    ['said by an agent', { speaker: 'Agent' }, false],
    ['said by a group', { speaker: 'Platform Team' }, false],
    ['said by everybody', { speaker: 'All' }, false],
    ['we', { content: 'We prefer short reports.' }, false],
    ['we, as one thinks', { content: 'We prefer short reports, I think.' }, false],
    ['our', { content: 'Our preference is a short report.' }, false],
    ['I, for us', { content: 'I prefer that we send short reports.' }, true],
  ])('%s: %s', ([, facts, eligible]) => {
    expect(said('SELF_STATED', facts)?.eligible).toBe(eligible);
  });
});

test('only a candidate is eligible, by any policy', () => {
  const best = { interactions: met(9), rule: 'heading.typed', confidence: 1 };
  for (const status of itemStatuses)
    expect([
      status,
      explainEligibility(candidate({ ...best, status })).some(({ eligible }) => eligible),
    ]).toEqual([status, status === 'CANDIDATE']);
});

test('each policy has its say, in one order', () => {
  expect(explainEligibility(candidate()).map(({ policy }) => policy)).toEqual([
    'REFERENCE_COUNT',
    'CONFIDENCE_THRESHOLD',
    'SELF_STATED',
  ]);
});
