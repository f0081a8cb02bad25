import { expect, test } from 'vitest';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { explainReviewScore, type ReviewFacts } from '#domain/ingestion/review-score.ts';

const facts: ReviewFacts = {
  rule: 'sentence.declared',
  content: 'The harbour office keeps every reading for ten years.',
  context: {
    headingPath: ['Readings', 'Storage'],
    subject: 'Storage',
    recordStatus: null,
    recordDate: null,
  },
  document: 'rules',
  family: null,
  spans: 1,
};
const termsOf = (given: Partial<ReviewFacts>) =>
  explainReviewScore({ ...facts, ...given }, extractionDefaults.reviewWeights).terms.map(({ term }) => term);

test('the score is the logistic of what its terms add up to', () => {
  const { score, terms } = explainReviewScore(facts, extractionDefaults.reviewWeights);
  const sum = terms.reduce((total, { weight }) => total + weight, extractionDefaults.reviewWeights.base);
  expect(score).toBeCloseTo(1 / (1 + Math.exp(-sum)), 12);
  expect(terms.map(({ term }) => term)).toEqual(['sentence.declared', 'document.rules', 'COMPLETE']);
});

test('rule, document, section and words are terms; what has no weight is none', () => {
  expect(termsOf({ rule: 'extraction.recorded', document: null })).toEqual(['COMPLETE']);
  expect(termsOf({ family: 'action' })).toContain('section.action');
});

test.for<readonly [term: string, holds: string, holdsNot: string]>([
  ['DEMANDS', 'The office must keep readings.', 'The office keeps readings.'],
  ['BINDS', 'The office MUST keep readings.', 'The office must keep readings.'],
  ['WILL', 'The office will keep readings.', 'The office keeps readings.'],
  ['NEGATES', 'The office does not keep readings.', 'The office keeps notes.'],
  ['PASSIVE', 'Readings are kept.', 'The office keeps readings.'],
  ['UNIVERSAL', 'All readings are kept.', 'Readings are kept.'],
  ['EXISTS', 'There are readings.', 'Readings are there.'],
  ['FIGURES', 'Readings of 3 years.', 'Readings of three years.'],
  ['CODE', 'Readings of tide.ts are kept.', 'Readings of the tide are kept.'],
  ['ACRONYM', 'Readings by GPS are kept.', 'Readings by Gps are kept.'],
  ['LINK', 'Readings at https://a.example.', 'Readings at the office.'],
  ['OPENS_REASON', 'Because readings are kept.', 'Readings are kept because of it.'],
  ['OPENS_CONDITION', 'When it rains, readings are kept.', 'Readings are kept when it rains.'],
  ['OPENS_NAME', 'Ada Berg gave a talk.', 'The talk was given.'],
  ['ILLUSTRATES', 'Readings, for example tides.', 'Readings of tides.'],
  ['REPORTS', 'Ada suggested readings.', 'Ada keeps readings.'],
  ['FEELS', 'Thanks for the readings.', 'The readings are kept.'],
  ['VAGUE', 'Some readings are kept.', 'Readings are kept.'],
  ['PEOPLE', 'Everyone keeps readings.', 'The office keeps readings.'],
  ['DEFERS', 'We hope to keep readings.', 'We keep readings.'],
  ['SPEAKS_YOU', 'You keep readings.', 'They keep readings.'],
  ['TINY', 'Tides and more.', 'Tides and more of them.'],
  ['SHORT', 'Readings are kept here now.', 'Readings are kept here now by the harbour.'],
  ['FRAGMENT', 'Readings of tides', 'The office keeps readings of tides'],
  ['HEDGED', 'Readings would be kept.', 'Readings are kept.'],
])('%s', ([term, holds, holdsNot]) => {
  expect(termsOf({ content: holds })).toContain(term);
  expect(termsOf({ content: holdsNot })).not.toContain(term);
});
