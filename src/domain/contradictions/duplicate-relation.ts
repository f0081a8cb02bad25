import {
  compareClauses,
  type Difference,
  isSameFrame,
} from '#domain/contradictions/heuristic/differences.ts';
import { areOpposite } from '#domain/contradictions/heuristic/opposites.ts';
import { type Clause, readSentences } from '#domain/contradictions/heuristic/read-clauses.ts';
import { haveEqualValues, haveSameValues } from '#domain/contradictions/heuristic/same-values.ts';
import { namesPlace, relateScopes, type StatementScope } from '#domain/contradictions/scope.ts';

/** How an item that says nearly the same as another relates to it. */
const duplicateRelations = ['SAME', 'OTHER_VALUE', 'NEGATED', 'OTHER_SCOPE'] as const;
export type DuplicateRelation = (typeof duplicateRelations)[number];

type Statement = StatementScope & { readonly content: string };

const isAsked = ({ modality }: Clause): boolean => modality === 'must';
const isSameMood = (a: Clause, b: Clause): boolean =>
  a.modality === b.modality &&
  a.only === b.only &&
  a.isPast === b.isPast &&
  a.isConditional === b.isConditional;

const relationOfFrame = (a: Clause, b: Clause): DuplicateRelation | null => {
  if (!haveSameValues(a, b)) return 'OTHER_VALUE';
  if (a.negations % 2 !== b.negations % 2) return 'NEGATED';
  if ((isAsked(a) && b.modality === 'optional') || (isAsked(b) && a.modality === 'optional'))
    return 'NEGATED';
  return isSameMood(a, b) && a.isVague === b.isVague && haveEqualValues(a, b) ? 'SAME' : null;
};

/** One place is filled differently: with the opposite, with another place or thing, or with another value. */
const relationOfPlace = (
  a: Clause,
  b: Clause,
  { ofA, ofB, orderA, orderB }: Difference,
): DuplicateRelation | null => {
  const [one, other] = [ofA[0], ofB[0]];
  if (!one || !other) return null;
  const isSubject =
    orderA.tokens.indexOf(one) < orderA.subjectLength || orderB.tokens.indexOf(other) < orderB.subjectLength;
  if (ofA.length === 1 && ofB.length === 1 && areOpposite(one.word, other.word)) {
    // `The left pump`, `when the tank is full`: the opposite says of what, or when, and not what is so.
    if (isSubject || one.isCondition || other.isCondition) return 'OTHER_SCOPE';
    const isDeniedOnce = a.negations % 2 !== b.negations % 2;
    if (isDeniedOnce) return isSameMood(a, b) && haveEqualValues(a, b) ? 'SAME' : null;
    return 'NEGATED';
  }
  if (isSubject || [...ofA, ...ofB].some(({ word }) => namesPlace(word))) return 'OTHER_SCOPE';
  return 'OTHER_VALUE';
};

const relationOfClauses = (a: Clause, b: Clause): DuplicateRelation | null => {
  const difference = compareClauses(a, b);
  if (difference === null) return null;
  if (isSameFrame(difference)) return relationOfFrame(a, b);
  return difference.isOnePlace ? relationOfPlace(a, b, difference) : null;
};

/** A sentence may be read in two ways; either may be the one that the other sentence says. */
const relationOfSentences = (a: readonly Clause[], b: readonly Clause[]): DuplicateRelation | null => {
  const found = a.flatMap((one) => b.flatMap((other) => relationOfClauses(one, other) ?? []));
  return found.find((relation) => relation === 'SAME') ?? found[0] ?? null;
};

/**
 * How two statements that are much alike relate, by their words and where they stand. Null when that does not show it: one
 * says more than the other, or says it in words that are not compared.
 */
export const relateStatements = (a: Statement, b: Statement): DuplicateRelation | null => {
  if (relateScopes(a, b).relation !== 'same') return 'OTHER_SCOPE';
  const [ofA, ofB] = [readSentences(a.content), readSentences(b.content)];
  if (ofA.length === 0 || ofA.length !== ofB.length) return null;
  let relation: DuplicateRelation | null = 'SAME';
  for (const [at, sentence] of ofA.entries()) {
    const found = relationOfSentences(sentence.clauses, ofB[at]?.clauses ?? []);
    if (found === null) return null;
    if (found !== 'SAME') {
      if (relation !== 'SAME') return null;
      relation = found;
    }
  }
  return relation;
};

/** An item that was found to be alike: `similarity` is that of trigrams, from 0 to 1. */
interface Alike {
  readonly similarity: number;
  readonly relation: DuplicateRelation | null;
  /** Stands far out among others as near in meaning. */
  readonly isMeant: boolean;
}

/**
 * From so much likeness on any two items are shown as possible duplicates; below it only those that say the same in other words, or
 * are near in meaning.
 */
const likenessFloor = 0.5;
export const isPossibleDuplicate = ({ similarity, relation, isMeant }: Alike): boolean =>
  similarity >= likenessFloor || relation === 'SAME' || isMeant;
