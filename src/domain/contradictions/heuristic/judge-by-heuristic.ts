import { compareClauses } from '#domain/contradictions/heuristic/differences.ts';
import { type Clause, readClauses, sentencesOf } from '#domain/contradictions/heuristic/read-clauses.ts';
import {
  isContradictedBy,
  type Replacement,
  readReplacements,
} from '#domain/contradictions/heuristic/replacement.ts';
import type { ClauseFinding, ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { exclusivityRule } from '#domain/contradictions/heuristic/rules/exclusivity.ts';
import { momentRule } from '#domain/contradictions/heuristic/rules/moment.ts';
import { negationRule } from '#domain/contradictions/heuristic/rules/negation.ts';
import { obligationRule } from '#domain/contradictions/heuristic/rules/obligation.ts';
import { oppositeRule } from '#domain/contradictions/heuristic/rules/opposite.ts';
import { quantityRule } from '#domain/contradictions/heuristic/rules/quantity.ts';
import { valueRule } from '#domain/contradictions/heuristic/rules/value.ts';
import { readSlots, type Slot, slotDifference } from '#domain/contradictions/heuristic/slots.ts';
import { successorOf } from '#domain/contradictions/heuristic/succession.ts';
import type { JudgedStatement, Judgment } from '#domain/contradictions/judgments.ts';
import { relateScopes } from '#domain/contradictions/scope.ts';
import { asJudged, type Suggestion, suggestResolution } from '#domain/contradictions/suggest-resolution.ts';

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

const replacedIn = (ones: readonly Clause[], replacements: readonly Replacement[]): boolean =>
  replacements.some((replacement) => ones.some((clause) => isContradictedBy(clause, replacement)));

interface Read {
  readonly statement: JudgedStatement;
  readonly clauses: readonly Clause[];
  readonly replacements: readonly Replacement[];
  readonly slots: readonly Slot[];
}

const read = (statement: JudgedStatement): Read => {
  const sentences = sentencesOf(statement.content);
  return {
    statement,
    clauses: readClauses(statement.content),
    replacements: readReplacements(sentences.map((sentence) => sentence.toLowerCase())),
    slots: readSlots(sentences),
  };
};

const sharesAWord = (a: readonly Clause[], b: readonly Clause[]): boolean => {
  const lemmas = new Set(a.flatMap(({ written }) => written.tokens.map(({ lemma }) => lemma)));
  return b.some(({ written }) => written.tokens.some(({ lemma }) => lemmas.has(lemma)));
};

interface PairFinding extends ClauseFinding {
  readonly suggestion: Suggestion | null;
}

/** A is the older. */
const judgePair = (a: Read, b: Read): PairFinding | null => {
  const sides = { a: a.statement, b: b.statement };
  const successor = successorOf(sides.a, sides.b);
  if (successor !== null)
    return sharesAWord(a.clauses, b.clauses)
      ? {
          severity: 'HARD',
          explanation: 'One record says that it takes the place of the other.',
          suggestion: suggestResolution({ ...sides, successor, scopes: { relation: 'same' } }),
        }
      : null;
  const scopes = relateScopes(sides.a, sides.b);
  if (scopes.relation === 'apart') return null;
  const found =
    contradictionOf(a.clauses, b.clauses, sides.a.speaker === sides.b.speaker) ??
    slotDifference(a.slots, b.slots);
  const replacedBy = found
    ? null
    : replacedIn(a.clauses, b.replacements)
      ? 'b'
      : replacedIn(b.clauses, a.replacements)
        ? 'a'
        : null;
  if (found === null && replacedBy === null) return null;
  const { severity, explanation } = found ?? {
    severity: 'HARD' as const,
    explanation: 'One says that something else has taken the place of what the other names.',
  };
  // What an older one says has been replaced may have come back since.
  const suggestion = suggestResolution({ ...sides, successor: replacedBy === 'b' ? 'b' : null, scopes });
  if (scopes.relation === 'same') return { severity, explanation, suggestion };
  return {
    severity: 'SOFT',
    explanation: `${explanation} They stand in different places: ${scopes.ofA}, and ${scopes.ofB}.`,
    suggestion,
  };
};

/**
 * The contradictions that words alone give away: two sentences say the same of the same thing but for a negation, an
 * opposite or a value, or one says that it takes the place of the other. Whatever else contradicts is not found.
 */
export const judgeByHeuristic = (
  statement: JudgedStatement,
  others: readonly JudgedStatement[],
): Judgment[] => {
  const judged = read(statement);
  if (judged.clauses.length + judged.replacements.length === 0) return [];
  return others.flatMap((other): Judgment[] => {
    const theirs = read(other);
    // The older first, as a contradiction names them.
    const isOlder = statement.id < other.id;
    const found = isOlder ? judgePair(judged, theirs) : judgePair(theirs, judged);
    if (found === null) return [];
    const { severity, explanation, suggestion } = found;
    return [
      {
        candidate_id: other.id,
        is_contradiction: true,
        severity,
        explanation,
        ...asJudged(suggestion, isOlder ? 'a' : 'b'),
      },
    ];
  });
};
