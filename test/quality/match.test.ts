import { describe, expect, test } from 'vitest';
import type { Label, Verdict } from './label-file.ts';
import { judgeProposed, sentencesAround } from './match.ts';
import { areaUnderCurve, wilson } from './statistics.ts';

const text =
  'The ledger will:\n- refuse a repeated key.\nKeys are kept for 400 days. A job removes them. Why not 500? Once written, each entry is immutable.';
const spanOf = (words: string) => {
  const start = text.indexOf(words);
  return [start, start + words.length] as const;
};
const label = (verdict: Verdict, words: string, needs: readonly string[] = []): Label => ({
  verdict,
  wanted: true,
  kinds: verdict === 'junk' ? [] : ['DECISION'],
  span: spanOf(words),
  needs: needs.map(spanOf),
});
const labels = [
  label('junk', 'The ledger will:'),
  label('edit', 'refuse a repeated key.', ['The ledger will:']),
  label('keep', 'Keys are kept for 400 days.'),
  label('edit', 'A job removes them.'),
  label('junk', 'Why not 500?'),
  label('keep', 'is immutable'),
];

describe('how a proposal is matched', () => {
  test.each([
    ['keep', 'a whole statement', ['Keys are kept for 400 days.'], 1],
    ['keep', 'a statement but for a word', ['are kept for 400 days.'], 1],
    ['edit', 'a cut statement', ['Keys are kept for'], 1],
    ['junk', 'less than half of a statement', ['Keys are'], 0],
    ['edit', 'an item without its lead-in', ['refuse a repeated key.'], 1],
    ['keep', 'an item with its lead-in', ['The ledger will:', 'refuse a repeated key.'], 1],
    [
      'keep',
      'a statement that needs the one before it, with that',
      ['Keys are kept for 400 days. A job removes them.'],
      2,
    ],
    ['edit', 'a statement that needs the one before it, alone', ['A job removes them.'], 1],
    ['keep', 'a statement and little else', ['Keys are kept for 400 days. A job'], 1],
    ['keep', 'the sentence that a label stands in', ['Once written, each entry is immutable.'], 1],
    ['junk', 'what is labelled as junk', ['Why not 500?'], 0],
    ['junk', 'a lead-in alone', ['The ledger will:'], 0],
  ] as const)('%s: %s', (verdict, _, words, found) => {
    const judged = judgeProposed({ spans: words.map(spanOf), kind: 'DECISION' }, labels, text);
    expect(judged.verdict).toBe(verdict);
    expect(judged.found).toHaveLength(found);
  });

  test('edit: a statement of another kind, but for near ones; an entity has none', () => {
    const proposed = { spans: [spanOf('Keys are kept for 400 days.')] };
    expect(judgeProposed({ ...proposed, kind: 'FACT' }, labels, text).verdict).toBe('edit');
    expect(judgeProposed({ ...proposed, kind: null }, labels, text).verdict).toBe('keep');
    const required = labels.map((one) => ({ ...one, kinds: ['REQUIREMENT'] as const }));
    expect(judgeProposed({ ...proposed, kind: 'CONSTRAINT' }, required, text).verdict).toBe('keep');
  });
});

test.each([
  ['a repeated key', 'refuse a repeated key.'],
  ['kept', 'Keys are kept for 400 days.'],
  ['days. A job', 'Keys are kept for 400 days. A job removes them.'],
])('the sentences around "%s" are "%s"', (words, sentences) => {
  const [start, end] = sentencesAround(text, spanOf(words));
  expect(text.slice(start, end).trim()).toBe(sentences.replace(/[.]$/, ''));
});

test.each([
  [1, [1, 2], [3, 4]],
  [0, [3, 4], [1, 2]],
  [0.5, [1, 1], [1, 1]],
  [0.75, [1, 3], [2, 4]],
])('the area under the curve is %d for bad ones at %j and good ones at %j', (area, bad, good) => {
  expect(
    areaUnderCurve([
      ...bad.map((score) => ({ score, good: false })),
      ...good.map((score) => ({ score, good: true })),
    ]),
  ).toBe(area);
});

test('the interval of 8 in 10 is Wilson’s', () => {
  const { value, low, high } = wilson(8, 10);
  expect([value, Number(low.toFixed(3)), Number(high.toFixed(3))]).toEqual([0.8, 0.49, 0.943]);
});
