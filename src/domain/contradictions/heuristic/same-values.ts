import { isSameMoment, momentsDiffer } from '#domain/contradictions/heuristic/moments.ts';
import { compareQuantities, type Quantity } from '#domain/contradictions/heuristic/quantities.ts';
import type { Clause } from '#domain/contradictions/heuristic/read-clauses.ts';

/** The quantities of two clauses side by side: the first of a dimension with the first of the same one. */
export const pairedQuantities = (a: Clause, b: Clause) => {
  const left = [...b.quantities];
  return a.quantities.flatMap((one) => {
    const at = left.findIndex(({ dimension }: Quantity) => dimension === one.dimension);
    const [other] = at === -1 ? [] : left.splice(at, 1);
    return other ? [{ one, other }] : [];
  });
};

/** True when no value of either is another one in the other. */
export const haveSameValues = (a: Clause, b: Clause): boolean =>
  a.quantities.length === b.quantities.length &&
  a.moments.length === b.moments.length &&
  pairedQuantities(a, b).every(({ one, other }) => compareQuantities(one, other) === null) &&
  a.moments.every((moment, at) => !momentsDiffer(moment, b.moments[at] ?? moment));

/** True when both give the very same values: no limit for a value, no day for an hour. */
export const haveEqualValues = (a: Clause, b: Clause): boolean =>
  haveSameValues(a, b) &&
  pairedQuantities(a, b).every(({ one, other }) => one.kind === other.kind) &&
  a.moments.every((moment, at) => isSameMoment(moment, b.moments[at] ?? moment));
