import { compareClauses } from '#domain/contradictions/heuristic/differences.ts';
import { type Clause, readSentences } from '#domain/contradictions/heuristic/read-clauses.ts';
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
import { withSpelling } from '#domain/contradictions/heuristic/spelling.ts';
import {
  type NamedRecords,
  readNamedRecords,
  successorOf,
} from '#domain/contradictions/heuristic/succession.ts';
import type { JudgedStatement, Judgment } from '#domain/contradictions/judgments.ts';
import { relateScopes, type ScopeRelation } from '#domain/contradictions/scope.ts';
import { asJudged, type Suggestion, suggestResolution } from '#domain/contradictions/suggest-resolution.ts';
import { succeedingRecord } from '#domain/sources/record-names.ts';

/** In the order in which they are asked; the first that finds something explains it. */
const clauseRules: readonly ClauseRule[] = Object.freeze([
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

/** The side that says that something has replaced what the other names; null for none. */
const replacingSide = (a: Read, b: Read): 'a' | 'b' | null => {
  if (replacedIn(a.clauses, b.replacements)) return 'b';
  return replacedIn(b.clauses, a.replacements) ? 'a' : null;
};

interface Read {
  readonly statement: JudgedStatement;
  readonly clauses: readonly Clause[];
  readonly replacements: readonly Replacement[];
  /** Read when they are asked for. */
  readonly slots: () => readonly Slot[];
  readonly records: NamedRecords;
}

const read = (statement: JudgedStatement): Read => {
  const sentences = readSentences(statement.content);
  let slots: readonly Slot[] | null = null;
  return {
    statement,
    clauses: sentences.flatMap(({ clauses }) => clauses),
    replacements: readReplacements(sentences.map(({ said }) => said)),
    slots: () => {
      slots ??= readSlots(sentences);
      return slots;
    },
    records: readNamedRecords(statement),
  };
};

const sharesAWord = (a: readonly Clause[], b: readonly Clause[]): boolean =>
  a.some(({ lemmas }) => b.some(({ written }) => written.tokens.some(({ lemma }) => lemmas.has(lemma))));

interface PairFinding extends ClauseFinding {
  readonly suggestion: Suggestion | null;
}

/**
 * A record and the one that it takes the place of are about one matter, whatever their titles, and the other's status
 * is no reason to leave it alone.
 */
const relatePlaces = (a: JudgedStatement, b: JudgedStatement, isSucceeded: boolean): ScopeRelation => {
  if (!isSucceeded) return relateScopes(a, b);
  const scopes = relateScopes({ ...a, recordStatus: null }, { ...b, recordStatus: null });
  return scopes.relation === 'named' ? { relation: 'same' } : scopes;
};

/** A is the older. */
const judgePair = (a: Read, b: Read): PairFinding | null => {
  if (a.records.saysNothingElse || b.records.saysNothingElse) return null;
  const sides = { a: a.statement, b: b.statement };
  const successor = successorOf(a.records, b.records);
  if (successor !== null)
    return sharesAWord(a.clauses, b.clauses)
      ? {
          severity: 'HARD',
          explanation: 'One record says that it takes the place of the other.',
          suggestion: suggestResolution({ ...sides, successor, scopes: { relation: 'same' } }),
        }
      : null;
  const succeeding = succeedingRecord(sides.a, sides.b);
  const scopes = relatePlaces(sides.a, sides.b, succeeding !== null);
  if (scopes.relation === 'apart') return null;
  const found =
    contradictionOf(a.clauses, b.clauses, sides.a.speaker === sides.b.speaker) ??
    (sharesAWord(a.clauses, b.clauses) ? slotDifference(a.slots(), b.slots()) : null);
  const replacedBy = found ? null : replacingSide(a, b);
  if (found === null && replacedBy === null) return null;
  const severity = found?.severity ?? 'HARD';
  const explanation = found
    ? withSpelling(found.explanation, sides.a.content, sides.b.content)
    : 'One says that something else has taken the place of what the other names.';
  // A replacement stated by an older sentence may have been undone since.
  const suggestion = suggestResolution({
    ...sides,
    successor: succeeding ?? (replacedBy === 'b' ? 'b' : null),
    scopes,
  });
  if (succeeding !== null)
    return {
      severity,
      explanation: `${explanation} The record of one takes the place of the other's.`,
      suggestion,
    };
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
 * The statement is read once, for as many calls with others as are made.
 */
export const judgingByHeuristic = (
  statement: JudgedStatement,
): ((others: readonly JudgedStatement[]) => Judgment[]) => {
  const judged = read(statement);
  if (judged.clauses.length + judged.replacements.length === 0) return () => [];
  const judge = (other: JudgedStatement): Judgment[] => {
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
  };
  return (others) => others.flatMap(judge);
};

export const judgeByHeuristic = (
  statement: JudgedStatement,
  others: readonly JudgedStatement[],
): Judgment[] => judgingByHeuristic(statement)(others);
