import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import {
  type BundleFacts,
  bundleDefaults,
  emptyBundle,
  fillBundle,
  rankBundle,
} from '#domain/bundle/bundle.ts';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';

const now = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const memory = (id: string, more: Partial<BundleFacts> = {}): BundleFacts => ({
  id,
  mandatory: false,
  written: 0.5,
  createdAt: now,
  updatedAt: now,
  detectionTypes: [],
  evidenceCount: 0,
  verifierCount: 0,
  newestEvidenceAt: null,
  ...more,
});
const ranked = (...facts: BundleFacts[]) => rankBundle(facts, now, bundleDefaults, confidenceDefaults);

describe('mandatory first, then by score, equals by id', () => {
  test.for<[rule: string, facts: BundleFacts[], order: string[]]>([
    ['equals by id', [memory('b'), memory('a')], ['a', 'b']],
    ['the surer one first', [memory('a'), memory('b', { written: 0.7 })], ['b', 'a']],
    ['the newer one first', [memory('a', { updatedAt: daysAgo(10) }), memory('b')], ['b', 'a']],
    [
      'a mandate outranks any score',
      [memory('a'), memory('b', { mandatory: true, createdAt: daysAgo(900), updatedAt: daysAgo(900) })],
      ['b', 'a'],
    ],
    [
      'evidence makes it recent',
      [
        memory('a', { updatedAt: daysAgo(1) }),
        memory('b', {
          updatedAt: daysAgo(300),
          detectionTypes: ['CONFIRMATION'],
          evidenceCount: 1,
          verifierCount: 1,
          newestEvidenceAt: now,
        }),
      ],
      ['b', 'a'],
    ],
  ])('%s', ([, facts, order]) => {
    expect(ranked(...facts).map(({ id }) => id)).toEqual(order);
  });

  test('recency is gone after a year, and never below zero', () => {
    expect(ranked(memory('a', { updatedAt: daysAgo(400) }))[0]?.rank).toMatchObject({ score: 0, recency: 0 });
    expect(ranked(memory('a', { updatedAt: daysAgo(73) }))[0]?.rank.recency).toBeCloseTo(0.8, 12);
  });
});

describe('what enters', () => {
  const words = { long: 'word '.repeat(50).trim(), short: 'a gauge' };
  const next = (id: string, text: string, mandatory = false) => ({
    ranked: { id, mandatory, rank: { relevance: null, answers: null, score: 0, confidence: 0, recency: 0 } },
    words: text,
  });

  test('what does not fit is skipped, and a smaller one after it enters', () => {
    const bundle = fillBundle(emptyBundle(10), [next('a', words.long), next('b', words.short)]);
    expect(bundle).toMatchObject({ skipped: 1, tokensUsed: countTokens(words.short) });
    expect(bundle.items.map(({ id, reason }) => [id, reason])).toEqual([['b', 'RANKED']]);
  });

  test('what is mandatory enters over the budget, and nothing else then', () => {
    const bundle = fillBundle(emptyBundle(10), [next('a', words.long, true), next('b', words.short)]);
    expect(bundle).toMatchObject({ skipped: 1, tokensUsed: 50 });
    expect(bundle.items.map(({ id, reason }) => [id, reason])).toEqual([['a', 'MANDATORY']]);
  });

  test('a text of exactly the budget enters', () => {
    expect(fillBundle(emptyBundle(50), [next('a', words.long)]).tokensUsed).toBe(50);
    expect(fillBundle(emptyBundle(49), [next('a', words.long)]).tokensUsed).toBe(0);
  });

  test('after so many in a row that do not fit nothing smaller is looked for, and what is mandatory still enters', () => {
    const all = [
      next('a', words.short),
      next('b', words.long),
      next('c', words.long),
      next('d', words.short),
      next('e', words.long, true),
    ];
    const ids = (lookAhead: number) =>
      fillBundle(emptyBundle(10), all, { lookAhead }).items.map(({ id }) => id);
    expect(ids(2)).toEqual(['a', 'e']);
    expect(ids(3)).toEqual(['a', 'd', 'e']);
  });

  test('whatever comes, tokens add up, the budget holds, and batches change nothing', () => {
    const anyNext = fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.boolean()));
    fc.assert(
      fc.property(anyNext, fc.nat(60), fc.nat(20), (texts, budget, cut) => {
        const all = texts.map(([text, mandatory], index) => next(String(index), text, mandatory));
        const bundle = fillBundle(emptyBundle(budget), all);
        expect(bundle.tokensUsed).toBe(
          bundle.items.reduce((sum, { words: text }) => sum + countTokens(text), 0),
        );
        expect(bundle.items.length + bundle.skipped).toBe(all.length);
        const mandatory = bundle.items
          .filter(({ reason }) => reason === 'MANDATORY')
          .reduce((sum, { tokens }) => sum + tokens, 0);
        expect(bundle.tokensUsed).toBeLessThanOrEqual(budget + mandatory);
        expect(fillBundle(fillBundle(emptyBundle(budget), all.slice(0, cut)), all.slice(cut))).toEqual(
          bundle,
        );
      }),
    );
  });
});
