import { describe, expect, test } from 'vitest';
import { decideDirectLabels, decideLabelReview } from '#domain/labels/label-review.ts';

const memory = { suggested: ['pii.email', 'pii.phone'], authoritative: ['legal.contract'] };

describe('a reviewer answers to suggestions', () => {
  test.for([
    ['none is named', [], 'empty'],
    ['one is named twice', ['pii.email', 'pii.email'], 'duplicate_labels'],
    ['one that is not suggested is named twice', ['x', 'x'], 'duplicate_labels'],
    ['one is not suggested', ['pii.email', 'secret.token'], 'not_suggested'],
    ['one is authoritative already', ['legal.contract'], 'not_suggested'],
    ['one is a category', ['pii'], 'not_suggested'],
  ] as const)('refused when %s', ([, named, violation]) => {
    expect(decideLabelReview(memory, 'PROMOTED', named)).toMatchObject({
      outcome: 'refused',
      code: `promote_labels.${violation}`,
    });
    expect(decideLabelReview(memory, 'DISMISSED', named)).toMatchObject({
      outcome: 'refused',
      code: `dismiss_labels.${violation}`,
    });
  });

  test('a promotion adds to what is authoritative and takes from what is suggested, sorted', () => {
    expect(decideLabelReview(memory, 'PROMOTED', ['pii.phone', 'pii.email'])).toEqual({
      outcome: 'applied',
      labels: ['pii.email', 'pii.phone'],
      after: { suggested: [], authoritative: ['legal.contract', 'pii.email', 'pii.phone'] },
    });
  });

  test('a dismissal only takes from what is suggested', () => {
    expect(decideLabelReview(memory, 'DISMISSED', ['pii.email'])).toEqual({
      outcome: 'applied',
      labels: ['pii.email'],
      after: { suggested: ['pii.phone'], authoritative: ['legal.contract'] },
    });
  });
});

describe('the tenant names the authoritative labels itself', () => {
  test('they take the place of those that were, sorted, and are no longer suggested', () => {
    expect(decideDirectLabels(memory, ['secret.token', 'pii.email', 'pii.email'])).toEqual({
      authoritative: ['pii.email', 'secret.token'],
      suggested: ['pii.phone'],
    });
    expect(decideDirectLabels(memory, [])).toEqual({ authoritative: [], suggested: memory.suggested });
  });

  test('the same labels again change nothing', () => {
    expect(decideDirectLabels(memory, ['legal.contract', 'legal.contract'])).toBeNull();
    expect(decideDirectLabels({ suggested: [], authoritative: ['a', 'b'] }, ['a\nb'])).not.toBeNull();
    const other = decideDirectLabels({ suggested: [], authoritative: ['a', 'b'] }, ['a', 'c']);
    expect(other).toEqual({ authoritative: ['a', 'c'], suggested: [] });
  });
});
