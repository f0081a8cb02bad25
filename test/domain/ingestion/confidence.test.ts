import { describe, expect, test } from 'vitest';
import { explainConfidence } from '#domain/ingestion/confidence.ts';

const now = new Date('2026-05-01T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

describe('confidence is prior × structural signal × freshness', () => {
  test.for<
    [
      rule: string,
      path: string | null,
      headings: readonly string[],
      updatedAt: Date | null,
      signal: number,
      bonus: number,
    ]
  >([
    ['nothing known', 'notes/a.md', ['Round'], null, 1, 1],
    ['an interaction has no path', null, [], null, 1, 1],
    ['a high hint in the path', 'docs/ADR/0001.md', [], null, 1.1, 1],
    ['a high hint in a heading', 'a.md', ['1. Records', 'Decision'], null, 1.1, 1],
    ['a hint in the plural', 'a.md', ['Requirements'], null, 1.1, 1],
    ['a hint inside a word', 'quadrants/a.md', ['Prerequirement', 'Statusless'], null, 1, 1],
    ['a hint among the words of a name', 'docs/ADR-0009-use-it.md', [], null, 1.1, 1],
    ['a low hint inside a word', 'my_archived/a.md', ['Round'], null, 1, 1],
    ['a low hint among the words of a heading', 'a.md', ['Deprecated interfaces'], null, 0.9, 1],
    ['a low hint', '_archive/a.md', ['Round'], null, 0.9, 1],
    ['both: the low one wins', 'adr/a.md', ['Decision', 'Deprecated'], null, 0.9, 1],
    ['a hint does not straddle path and heading', 'a_arch', ['ive'], null, 1, 1],
    ['updated thirty days ago', 'a.md', [], daysAgo(30), 1, 1.05],
    ['updated longer ago', 'a.md', [], daysAgo(30.001), 1, 1],
    ['all at once', 'adr/a.md', ['Decision'], daysAgo(1), 1.1, 1.05],
  ])('%s', ([, documentPath, headingPath, updatedAt, signal, bonus]) => {
    const explanation = explainConfidence({ prior: 0.7, documentPath, headingPath, updatedAt, now });
    expect(explanation).toEqual({
      prior: 0.7,
      structuralSignalMultiplier: signal,
      freshnessBonus: bonus,
      final: 0.7 * signal * bonus,
    });
  });

  test('the defaults reach 0.8085 at most, not rounded', () => {
    expect(
      explainConfidence({ prior: 0.7, documentPath: 'adr', headingPath: [], updatedAt: now, now }).final,
    ).toBe(0.7 * 1.1 * 1.05);
  });
});
