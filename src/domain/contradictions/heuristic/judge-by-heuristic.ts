import type { JudgedStatement, Judgment } from '#domain/contradictions/judgments.ts';
import { type Clause, readClauses } from './read-clauses.ts';
import { antonymRule } from './rules/antonym.ts';
import type { ClauseRule } from './rules/clause-rule.ts';
import { momentRule } from './rules/moment.ts';
import { negationRule } from './rules/negation.ts';
import { quantityRule } from './rules/quantity.ts';

/** In the order in which they are asked; the first that finds something explains it. */
export const clauseRules: readonly ClauseRule[] = Object.freeze([
  negationRule,
  antonymRule,
  quantityRule,
  momentRule,
]);

const contradictionOf = (ones: readonly Clause[], others: readonly Clause[], sameSpeaker: boolean) => {
  for (const one of ones)
    for (const other of others) {
      if ((one.isOfSpeaker || other.isOfSpeaker) && !sameSpeaker) continue;
      for (const rule of clauseRules) {
        const found = rule(one, other);
        if (found) return found;
      }
    }
  return null;
};

/**
 * The contradictions that words alone give away: two sentences say the same of the same thing, word by word, but for a
 * negation, an opposite or a value. Whatever else contradicts is not found; it suggests nothing.
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
