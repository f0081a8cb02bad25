import { compareClauses } from '#domain/contradictions/heuristic/differences.ts';
import { type Clause, readClauses } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseFinding, ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { exclusivityRule } from '#domain/contradictions/heuristic/rules/exclusivity.ts';
import { momentRule } from '#domain/contradictions/heuristic/rules/moment.ts';
import { negationRule } from '#domain/contradictions/heuristic/rules/negation.ts';
import { obligationRule } from '#domain/contradictions/heuristic/rules/obligation.ts';
import { oppositeRule } from '#domain/contradictions/heuristic/rules/opposite.ts';
import { quantityRule } from '#domain/contradictions/heuristic/rules/quantity.ts';
import { valueRule } from '#domain/contradictions/heuristic/rules/value.ts';
import type { JudgedStatement, Judgment } from '#domain/contradictions/judgments.ts';

/** In the order in which they are asked; the first that finds something explains it. */
export const clauseRules: readonly ClauseRule[] = Object.freeze([
  negationRule,
  obligationRule,
  oppositeRule,
  exclusivityRule,
  quantityRule,
  momentRule,
  valueRule,
]);

const contradictionOf = (
  ones: readonly Clause[],
  others: readonly Clause[],
  sameSpeaker: boolean,
): ClauseFinding | null => {
  for (const one of ones)
    for (const other of others) {
      if ((one.isOfSpeaker || other.isOfSpeaker) && !sameSpeaker) continue;
      const difference = compareClauses(one, other);
      if (difference === null) continue;
      for (const rule of clauseRules) {
        const found = rule(one, other, difference);
        if (found) return found;
      }
    }
  return null;
};

/**
 * The contradictions that words alone give away: two sentences say the same of the same thing but for a negation, an
 * opposite or a value. Whatever else contradicts is not found.
 */
export const judgeByHeuristic = (
  statement: JudgedStatement,
  others: readonly JudgedStatement[],
): Judgment[] => {
  const clauses = readClauses(statement.content);
  if (clauses.length === 0) return [];
  return others.flatMap((other): Judgment[] => {
    const theirs = readClauses(other.content);
    const sameSpeaker = statement.speaker === other.speaker;
    // The older first, as a contradiction names them.
    const found =
      statement.id < other.id
        ? contradictionOf(clauses, theirs, sameSpeaker)
        : contradictionOf(theirs, clauses, sameSpeaker);
    return found
      ? [
          {
            candidate_id: other.id,
            is_contradiction: true,
            ...found,
            resolution_action: null,
            resolution_merged_content: null,
            resolution_justification: null,
          },
        ]
      : [];
  });
};
