import { describe, expect, test } from 'vitest';
import type { ScopeRelation } from '#domain/contradictions/scope.ts';
import { suggestResolution } from '#domain/contradictions/suggest-resolution.ts';

const same: ScopeRelation = { relation: 'same' };
const named: ScopeRelation = { relation: 'named', ofA: 'Staging', ofB: 'Production' };
const statement = (id: string, content: string, evidence: number, confidence: number) => ({
  id,
  content,
  speaker: 'bob',
  evidence,
  confidence,
});
const older = (evidence: number, confidence: number) =>
  statement('a', 'The cache is off', evidence, confidence);
const newer = (evidence: number, confidence: number) =>
  statement('b', 'The cache is on.', evidence, confidence);

describe('what the facts suggest of a contradiction', () => {
  test.for([
    ['the newer side, where it is better evidenced and written as surely', [1, 0.6], [2, 0.6], 'b'],
    ['nothing, where the newer side has no more evidence', [2, 0.6], [2, 0.9], null],
    ['nothing, where the newer side was written less surely', [1, 0.9], [2, 0.6], null],
    ['nothing, where the older side is better evidenced: it may be out of date', [3, 0.9], [1, 0.6], null],
  ] as const)('%s', ([, [oldEvidence, oldConfidence], [newEvidence, newConfidence], kept]) => {
    const suggestion = suggestResolution({
      a: older(oldEvidence, oldConfidence),
      b: newer(newEvidence, newConfidence),
      successor: null,
      scopes: same,
    });
    expect(suggestion?.kept ?? null).toBe(kept);
    if (kept !== null) expect(suggestion?.justification).toContain('newer');
  });

  test('a merge that names both places, where the scopes differ', () => {
    expect(
      suggestResolution({ a: older(1, 0.6), b: newer(2, 0.6), successor: null, scopes: named }),
    ).toMatchObject({ kept: null, mergedContent: 'Staging: The cache is off. Production: The cache is on.' });
  });

  test('the side that says that it takes the place of the other, before all else', () => {
    expect(
      suggestResolution({ a: older(3, 0.9), b: newer(0, 0.5), successor: 'b', scopes: named })?.kept,
    ).toBe('b');
  });
});
