import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import {
  type BundleFacts,
  bundleDefaults,
  emptyBundle,
  fillBundle,
  rankBundle,
  shortened,
} from '#domain/bundle/bundle.ts';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';

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

describe('where a task is named', () => {
  const answers = (words: number, more: object = {}) => ({
    words,
    neighbours: 0,
    meaning: null,
    dates: null,
    ...more,
  });

  test('what answers it best comes first, whatever its age; the parts add up', () => {
    const facts = [
      memory('old', {
        updatedAt: daysAgo(300),
        answers: answers(1, { neighbours: 0.5, meaning: 0.25, dates: 2 }),
      }),
      memory('new', { answers: answers(3.5) }),
      memory('none', { answers: answers(0) }),
    ];
    const [first, second, third] = ranked(...facts);
    expect([first?.id, second?.id, third?.id]).toEqual(['old', 'new', 'none']);
    expect(first?.rank.relevance).toBe(3.75);
    expect(first?.rank.answers).toEqual(answers(1, { neighbours: 0.5, meaning: 0.25, dates: 2 }));
    expect(first?.rank.score).toBe(3.75 * (first?.rank.confidence ?? 0));
    expect(third?.rank).toMatchObject({ relevance: 0, score: 0 });
  });

  test('what answers it equally comes by confidence and recency', () => {
    const facts = [
      memory('a', { updatedAt: daysAgo(100), answers: answers(0) }),
      memory('b', { answers: answers(0) }),
    ];
    expect(ranked(...facts).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(ranked(...facts.reverse()).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  test('and nothing answers it, only what is mandatory and the few best are left', () => {
    const facts = ['a', 'b', 'c'].map((id, place) => memory(id, { written: 0.9 - place / 10 }));
    const all = ranked(...facts, memory('m', { mandatory: true }), memory('n', { mandatory: true }));
    expect(shortened(all, { unanswered: 2 }).map(({ id }) => id)).toEqual(['m', 'n', 'a', 'b']);
    expect(shortened(all, { unanswered: 0 }).map(({ id }) => id)).toEqual(['m', 'n']);
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
      next('d', 'a pier'),
      next('e', words.long, true),
    ];
    const ids = (lookAhead: number) =>
      fillBundle(emptyBundle(10), all, { lookAhead }).items.map(({ id }) => id);
    expect(ids(2)).toEqual(['a', 'e']);
    expect(ids(3)).toEqual(['a', 'd', 'e']);
  });

  test.for([
    ['The lock leaks.', 'the lock leaks', 1],
    ['The lock leaks.', 'A “lock” leaks!', 0],
    ['The lock leaks.', 'Lock (leaks)', 1],
    ['A lock leaks.', 'An lock leaks.', 1],
    ['The lock leaks.', 'The lock does not leak.', 0],
    ['The lock leaks.', 'The lock leaks?', 0],
    ['Limit: 1.5 t', 'Limit: 15 t', 0],
    ['Limit: 5 t', 'Limit: -5 t', 0],
    ['x < 5', 'x > 5', 0],
    ['Ann relieves Ben.', 'Ben relieves Ann.', 0],
    ['Close before noon.', 'Close after noon.', 0],
    ['[redacted]', '[redacted]', 1],
    ['…', '!', 0],
  ] as const)('"%s" and then "%s": %i repeat what was said', ([first, second, repeated]) => {
    const both = [next('a', first), next('b', second)];
    const bundle = fillBundle(emptyBundle(100), both);
    expect([bundle.repeated, bundle.items.length, bundle.skipped]).toEqual([repeated, 2 - repeated, 0]);
    expect(fillBundle(fillBundle(emptyBundle(100), both.slice(0, 1)), both.slice(1))).toEqual(bundle);
  });

  test('what is mandatory enters though it repeats, and redacted words repeat nothing', () => {
    const both = [next('a', 'The lock leaks.', true), next('b', 'The lock leaks.', true)];
    expect(fillBundle(emptyBundle(100), both)).toMatchObject({
      repeated: 0,
      items: [{ id: 'a' }, { id: 'b' }],
    });
    const masked = [next('a', policyMask), next('b', policyMask)];
    expect(fillBundle(emptyBundle(100), masked)).toMatchObject({
      repeated: 0,
      items: [{ id: 'a' }, { id: 'b' }],
    });
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
        expect(bundle.items.length + bundle.skipped + bundle.repeated).toBe(all.length);
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
