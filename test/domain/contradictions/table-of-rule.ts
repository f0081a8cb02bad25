import { expect, test } from 'vitest';
import { compareClauses } from '#domain/contradictions/heuristic/differences.ts';
import { readSentences } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';

const clausesOf = (content: string) => readSentences(content).flatMap(({ clauses }) => clauses);

const judge = (rule: ClauseRule, one: string, other: string): string | null => {
  for (const a of clausesOf(one))
    for (const b of clausesOf(other)) {
      const difference = compareClauses(a, b);
      const found = difference && rule(a, b, difference);
      if (found) return found.severity;
    }
  return null;
};

/** Tests that a rule alone, without those before it, gives a severity for each pair of sentences in both orders. */
export const tableOf =
  (rule: ClauseRule) =>
  (title: string, expected: 'HARD' | 'SOFT' | null, pairs: readonly (readonly [string, string])[]) =>
    test.for(pairs)(`${title}: %s | %s`, ([one, other]) => {
      expect([judge(rule, one, other), judge(rule, other, one)]).toEqual([expected, expected]);
    });
