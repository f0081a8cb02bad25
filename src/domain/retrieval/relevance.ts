import { createTermReader } from './terms.ts';

/** Numbers of BM25, as its authors and its engines have them. */
const saturation = 1.2;
const lengthShare = 0.75;
/** Share of a neighbour's relevance that a statement is lifted by. */
const neighbourShare = 0.5;
/** Statements on each side that lift. */
const reach = 2;
/** UTF-16 code units that are read of all texts, so that long ones do not keep a process for seconds; of each at least so many. */
const mostRead = 1_000_000;
const leastOfEach = 1_000;

/** A text that may answer a task. */
export interface Searched {
  readonly id: string;
  readonly words: string;
  /** The document or the conversation that it stands in; null: none. */
  readonly source: string | null;
  /** Place in that source, ascending. */
  readonly place: number;
}

/**
 * Scores each text by BM25; rarity is counted among these texts alone, so that it says nothing of hidden ones. `share`:
 * of the rarity of all terms of the task, as much as the one text holds that holds most, with all texts `among` counted.
 */
const scoresOf = (
  texts: readonly Searched[],
  asked: string,
  among: number,
): { readonly scores: number[]; readonly share: number } => {
  const termsOf = createTermReader();
  const task = new Set(termsOf(asked));
  const all = texts.reduce((sum, { words }) => sum + words.length, 0);
  const ofEach = all <= mostRead ? all : Math.max(leastOfEach, mostRead / texts.length);
  const counted = texts.map(({ words }) => {
    const terms = termsOf(words.slice(0, ofEach));
    const counts = new Map<string, number>();
    for (const term of terms) if (task.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { length: terms.length, counts };
  });
  const holding = new Map<string, number>();
  for (const { counts } of counted)
    for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  const rarityOf = (count: number, of: number) => Math.log(1 + (of - count + 0.5) / (count + 0.5));
  const rarity = new Map([...holding].map(([term, count]) => [term, rarityOf(count, texts.length)]));
  const weights = new Map([...task].map((term) => [term, rarityOf(holding.get(term) ?? 0, among)]));
  const whole = weights.values().reduce((sum, weight) => sum + weight, 0);
  let most = 0;
  const meanLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length) || 1;
  const scores = counted.map(({ length, counts }) => {
    const norm = saturation * (1 - lengthShare + (lengthShare * length) / meanLength);
    let score = 0;
    let part = 0;
    for (const [term, count] of counts) {
      score += ((rarity.get(term) ?? 0) * count * (saturation + 1)) / (count + norm);
      part += weights.get(term) ?? 0;
    }
    most = Math.max(most, part);
    return score;
  });
  return { scores, share: whole === 0 ? 0 : most / whole };
};

/** True when a task has a term by which anything can be found. */
export const hasTerms = (task: string): boolean => createTermReader()(task).length > 0;

/** Relevance of texts to a task, and how much of the task the best of them holds. */
export interface Answering {
  /** Says how well each text answers by its own words, 0 or more, in their order. */
  readonly words: readonly number[];
  /** The lift of each text by those that stand beside it, 0 or more. */
  readonly neighbours: readonly number[];
  /** From 0 to 1: the share of the task, by the rarity of its terms, that stands in the one text that holds most of it. */
  readonly share: number;
}

/** The lift of each text by its neighbours in its source: half of the best score within two places on either side, in their order. */
export const neighbourLifts = (
  texts: readonly Pick<Searched, 'id' | 'source' | 'place'>[],
  scores: readonly number[],
): number[] => {
  const lifts = texts.map(() => 0);
  const bySource = Map.groupBy(
    texts
      .map(({ id, source, place }, at) => ({ id, source, place, at }))
      .filter(({ source }) => source !== null),
    ({ source }) => source,
  );
  for (const group of bySource.values()) {
    group.sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1));
    for (const [turn, { at }] of group.entries()) {
      let best = 0;
      for (let step = 1; step <= reach; step += 1)
        for (const other of [group[turn - step], group[turn + step]])
          best = Math.max(best, other === undefined ? 0 : (scores[other.at] ?? 0));
      lifts[at] = neighbourShare * best;
    }
  }
  return lifts;
};

/** `among`: texts of which these are those that hold terms of the task; absent: these are all. */
export const answeringOf = (texts: readonly Searched[], task: string, among = texts.length): Answering => {
  const { scores, share } = scoresOf(texts, task, among);
  return { words: scores, neighbours: neighbourLifts(texts, scores), share };
};

/** Says how well each text answers a task, 0 or more, in their order. */
export const relevanceOf = (texts: readonly Searched[], task: string): readonly number[] => {
  const { words, neighbours } = answeringOf(texts, task);
  return words.map((score, at) => score + (neighbours[at] ?? 0));
};

/**
 * The texts that answer a task best, best first: `most` of them, and all that are as good as the last. `liftsOf`: what each has
 * beside that relevance, such as its meaning.
 */
export const mostRelevant = <Text extends Searched>(
  texts: readonly Text[],
  task: string,
  most: number,
  liftsOf: (relevance: readonly number[]) => readonly (number | null)[] = () => [],
): readonly Text[] => {
  const relevance = relevanceOf(texts, task);
  const lifts = liftsOf(relevance);
  const ranked = texts
    .map((text, at) => ({ text, score: (relevance[at] ?? 0) + (lifts[at] ?? 0) }))
    .sort((a, b) => b.score - a.score);
  const least = ranked[most - 1]?.score ?? 0;
  return ranked.filter(({ score }) => score >= least).map(({ text }) => text);
};
