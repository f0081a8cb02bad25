import { neighbourLifts } from './relevance.ts';

/** Numbers of the mixed rank. */
export type RetrievalNumbers = {
  /** Weight of what a text means beside the words that it holds; 0: words alone. */
  readonly meaningWeight: number;
};

/** How the meaning of a text was used for a rank. */
export type MeaningUse = 'COMPARED' | 'LOADING' | 'TOO_MANY' | 'UNAVAILABLE';

export const retrievalDefaults: RetrievalNumbers = Object.freeze({ meaningWeight: 1 });

/** A text is lifted by what it stands out beyond so many standard deviations above the mean: most have nothing to do with a task. */
const leastLikeness = 1.5;
/** Share of the most that one of few texts can stand out by, which is less. */
const leastShare = 0.5;

/** A task is answered by a text that stands out so far. */
const answeringLikeness = 4;
const answeringShare = 0.9;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The most that one of so many texts can stand out by. */
const mostLikeness = (texts: number): number => (texts - 1) / Math.sqrt(Math.max(1, texts));

/** Says how far each text stands out among all that have a cosine, in standard deviations; null where a text has none. */
const likenesses = (cosines: readonly (number | null)[]): readonly (number | null)[] => {
  const compared = cosines.filter((cosine) => cosine !== null);
  const mean = meanOf(compared);
  const deviation = Math.sqrt(meanOf(compared.map((cosine) => (cosine - mean) ** 2)));
  return cosines.map((cosine) =>
    cosine === null ? null : deviation === 0 ? Number.NEGATIVE_INFINITY : (cosine - mean) / deviation,
  );
};

/** Says which texts stand far out among all by their meaning, in their order: of fewer than seventeen none can. */
export const standFarOut = (cosines: readonly (number | null)[]): readonly boolean[] =>
  likenesses(cosines).map((likeness) => likeness !== null && likeness >= answeringLikeness);

/** True when one of more than two texts stands out so far that it answers a task, whatever its words. */
export const answersByMeaning = (cosines: readonly (number | null)[]): boolean => {
  const compared = likenesses(cosines).filter((likeness) => likeness !== null);
  const least = Math.min(answeringLikeness, answeringShare * mostLikeness(compared.length));
  return compared.length > 2 && compared.some((likeness) => likeness >= least);
};

/**
 * The lift of each text by its meaning, 0 or more: how far its cosine stands out among those of all, in standard deviations,
 * times the relevance that a text has on (quadratic) average. Null where a text has no cosine. Depends on the
 * given texts alone, so that nothing hidden moves it.
 */
export const meaningLifts = (
  relevance: readonly number[],
  cosines: readonly (number | null)[],
  { meaningWeight }: RetrievalNumbers,
): readonly (number | null)[] => {
  const most = mostLikeness(cosines.filter((cosine) => cosine !== null).length);
  const least = Math.min(leastLikeness, leastShare * most);
  // Meaning decides alone where no text holds a word of the task.
  const unit = Math.sqrt(meanOf(relevance.map((value) => value ** 2))) || 1;
  return likenesses(cosines).map((likeness) =>
    likeness === null ? null : meaningWeight * unit * Math.max(0, likeness - least),
  );
};

/**
 * The lift of each text by its own meaning and by that of its neighbours in its source: in a conversation an answer stands beside
 * the question that means what a task does. Null where a text has no cosine.
 */
export const meaningLiftsInSources = (
  texts: Parameters<typeof neighbourLifts>[0],
  relevance: readonly number[],
  cosines: readonly (number | null)[],
  numbers: RetrievalNumbers,
): readonly (number | null)[] => {
  const own = meaningLifts(relevance, cosines, numbers);
  const beside = neighbourLifts(
    texts,
    own.map((lift) => lift ?? 0),
  );
  return own.map((lift, at) => (lift === null ? null : lift + (beside[at] ?? 0)));
};
