import { type Difference, isSameFrame } from '#domain/contradictions/heuristic/differences.ts';
import { lemmasOf } from '#domain/contradictions/heuristic/lemmas.ts';
import { momentsDiffer } from '#domain/contradictions/heuristic/moments.ts';
import { compareQuantities } from '#domain/contradictions/heuristic/quantities.ts';
import type { Clause } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { pairedQuantities } from '#domain/contradictions/heuristic/same-values.ts';
import { once } from '#domain/contradictions/heuristic/words.ts';

/** A due thing closes at its deadline. */
const closing = lemmasOf(
  'due deadline close closes end finish complete submit deliver expire expires valid date',
);
/** A scheduled thing begins at its time. */
const opening = lemmasOf('start begin open opening happen happens launch date');
const isSameEvent = (difference: Difference): boolean => {
  const { ofA, ofB } = difference;
  const all = (of: ReadonlySet<string>) => [...ofA, ...ofB].every(({ lemma }) => of.has(lemma));
  return isSameFrame(difference) || all(closing) || all(opening);
};

/** `The retrospective is on Thursday`: nothing but its time is said of it. */
const isSaidToBe = ({ written: { tokens, subjectLength } }: Clause): boolean =>
  subjectLength > 0 && subjectLength === tokens.length - 1 && tokens.at(-1)?.lemma === '¤';

/** They give different dates or times of what has one. */
export const momentRule: ClauseRule = (a, b, difference) => {
  if (
    a.negations + b.negations > 0 ||
    a.isVague ||
    b.isVague ||
    a.isEvent ||
    b.isEvent ||
    a.isPast !== b.isPast
  )
    return null;
  if (a.moments.length === 0 || a.moments.length !== b.moments.length || !isSameEvent(difference))
    return null;
  if (pairedQuantities(a, b).some(({ one, other }) => compareQuantities(one, other) !== null)) return null;
  // A sentence that opens with its date reports what happened then.
  if (
    a.written.tokens[0]?.lemma === '¤' ||
    !(isSaidToBe(a) || isSaidToBe(b) || a.written.tokens.some(({ lemma }) => once.has(lemma)))
  )
    return null;
  const differing = a.moments.flatMap((moment, at) => {
    const counterpart = b.moments[at];
    return counterpart && momentsDiffer(moment, counterpart) ? [[moment, counterpart] as const] : [];
  });
  const [pair, ...more] = differing;
  if (!pair || more.length > 0) return null;
  const [moment, counterpart] = pair;
  const recurs = moment.weekday !== null || moment.clock !== null;
  return {
    severity: recurs ? 'SOFT' : 'HARD',
    explanation: `They give different times: ${moment.text}, and ${counterpart.text}.`,
  };
};
