import type { Clause, Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { OrderedTokens } from '#domain/contradictions/heuristic/word-order.ts';
import { genericHeads, prepositions } from '#domain/contradictions/heuristic/words.ts';

/** Word-by-word difference of two clauses. */
export interface Difference {
  /** Words of only the first clause, and of only the second, in order. */
  readonly ofA: readonly Token[];
  readonly ofB: readonly Token[];
  /** Words of both, as the first has them. */
  readonly shared: readonly Token[];
  /** True when all that differs stands between the same two shared words. */
  readonly isOnePlace: boolean;
  /** The orders of words in which the two were compared. */
  readonly orderA: OrderedTokens;
  readonly orderB: OrderedTokens;
}

const mostTokens = 40;

/** The longest row of lemmas that both have, as pairs of places. */
const commonPlaces = (a: readonly Token[], b: readonly Token[]): (readonly [number, number])[] => {
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        a[i]?.lemma === b[j]?.lemma
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i]?.lemma === b[j]?.lemma) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
};

const isHead = ({ lemma }: Token): boolean => genericHeads.has(lemma);
/** It stands in a phrase that may stand elsewhere: after a preposition. */
const isMovable = ({ before, lemma }: Token): boolean => prepositions.has(before) || lemma.startsWith('§');

/** Takes out of both the phrases that both have at different places. */
const withoutMoved = (a: readonly Token[], b: readonly Token[]): readonly [Token[], Token[], number] => {
  const [restA, restB] = [[...a], [...b]];
  let moved = 0;
  let last: readonly [string, string] = ['', ''];
  for (let at = 0; at < restA.length; ) {
    const one = restA[at];
    const other = restB.findIndex(({ lemma }) => lemma === one?.lemma);
    const twin = restB[other];
    const goesOn = one?.before === last[0] && twin?.before === last[1] && moved > 0;
    if (one !== undefined && twin !== undefined && (goesOn || (isMovable(one) && isMovable(twin)))) {
      restA.splice(at, 1);
      restB.splice(other, 1);
      last = [one.word, twin.word];
      moved += 1;
    } else at += 1;
  }
  return [restA, restB, moved];
};

const isSameBag = (a: readonly Token[], b: readonly Token[]): boolean => {
  const lemmas = (tokens: readonly Token[]) =>
    tokens
      .filter((token) => !isHead(token))
      .map(({ lemma }) => lemma)
      .sort()
      .join(' ');
  return lemmas(a) === lemmas(b);
};

/** True when origin and destination are exchanged: `from staging to production`. */
const areTurned = (a: readonly Token[], b: readonly Token[]): boolean => {
  const endOf = (tokens: readonly Token[]) =>
    tokens.find(({ before }) => before === 'to' || before === 'into' || before === 'onto');
  const [one, other] = [endOf(a), endOf(b)];
  return one !== undefined && other !== undefined && one.lemma !== other.lemma;
};

const differenceOf = (orderA: OrderedTokens, orderB: OrderedTokens): Difference => {
  const [a, b] = [orderA.tokens, orderB.tokens];
  // When one names no agent, or both the same, agents cannot be confused.
  const namesNobody = orderA.subjectLength === 0 || orderB.subjectLength === 0;
  const nameTheSame = isSameBag(a.slice(0, orderA.subjectLength), b.slice(0, orderB.subjectLength));
  if ((namesNobody || nameTheSame) && a.length >= 3 && isSameBag(a, b) && !areTurned(a, b))
    return { ofA: [], ofB: [], shared: a, isOnePlace: true, orderA, orderB };
  const pairs = commonPlaces(a, b);
  const sharedA = new Set(pairs.map(([i]) => i));
  const sharedB = new Set(pairs.map(([, j]) => j));
  const gapOf = (places: readonly number[], at: number): number =>
    places.filter((place) => place < at).length;
  const placesA = pairs.map(([i]) => i);
  const placesB = pairs.map(([, j]) => j);
  const restA = a.filter((_, at) => !sharedA.has(at));
  const restB = b.filter((_, at) => !sharedB.has(at));
  const [movedA, movedB, moved] = withoutMoved(restA, restB);
  // A head that only one of them has adds nothing; where both differ, it may.
  const ofA = movedB.length === 0 || movedA.every(isHead) ? movedA.filter((token) => !isHead(token)) : movedA;
  const ofB = movedA.length === 0 || movedB.every(isHead) ? movedB.filter((token) => !isHead(token)) : movedB;
  const gaps = new Set([
    ...ofA.map((token) => gapOf(placesA, a.indexOf(token))),
    ...ofB.map((token) => gapOf(placesB, b.indexOf(token))),
  ]);
  return {
    ofA,
    ofB,
    shared: a.filter((_, at) => sharedA.has(at)),
    isOnePlace: gaps.size <= 1 && moved === 0,
    orderA,
    orderB,
  };
};

const sizeOf = ({ ofA, ofB }: Difference): number => ofA.length + ofB.length;

const ordersOf = ({ written, active }: Clause): readonly OrderedTokens[] =>
  active.tokens === written.tokens ? [written] : [written, active];

/** Compares two clauses in the word orders in which they differ least. Null when they share too little to have one subject. */
export const compareClauses = (a: Clause, b: Clause): Difference | null => {
  if (a.written.tokens.length > mostTokens || b.written.tokens.length > mostTokens) return null;
  const [ofA, ofB] = [a.written.tokens, b.written.tokens];
  let common = 0;
  for (const { lemma } of ofB) if (a.lemmas.has(lemma)) common += 1;
  if (common === 0 || common * 2 < Math.min(ofA.length, ofB.length)) return null;
  let best: Difference | null = null;
  for (const one of ordersOf(a))
    for (const other of ordersOf(b)) {
      const found = differenceOf(one, other);
      const isLess = best === null || sizeOf(found) < sizeOf(best);
      // Of two orders with equally many differences, prefers the one whose differences are in one place.
      const isClearer =
        best !== null && sizeOf(found) === sizeOf(best) && found.isOnePlace && !best.isOnePlace;
      if (best === null || isLess || isClearer) best = found;
      if (sizeOf(best) === 0) return best;
    }
  return best;
};

/** True when two clauses say something of the same thing, word by word, but for values. */
export const isSameFrame = ({ ofA, ofB }: Difference): boolean => ofA.length === 0 && ofB.length === 0;
