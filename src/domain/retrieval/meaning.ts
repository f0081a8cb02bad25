/** Numbers of the mixed rank. */
export type RetrievalNumbers = {
  /** Weight of what a text means beside the words that it holds; 0: words alone. */
  readonly meaningWeight: number;
};

export const retrievalDefaults: RetrievalNumbers = Object.freeze({ meaningWeight: 1 });

/** A text is lifted by what it stands out beyond so many standard deviations above the mean: most have nothing to do with a task. */
const leastLikeness = 2;
/** Share of the most that one of few texts can stand out by, which is less. */
const leastShare = 0.5;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

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
  const compared = cosines.filter((cosine) => cosine !== null);
  const mean = meanOf(compared);
  const deviation = Math.sqrt(meanOf(compared.map((cosine) => (cosine - mean) ** 2)));
  const most = (compared.length - 1) / Math.sqrt(Math.max(1, compared.length));
  const least = Math.min(leastLikeness, leastShare * most);
  // Meaning decides alone where no text holds a word of the task.
  const unit = Math.sqrt(meanOf(relevance.map((value) => value ** 2))) || 1;
  return cosines.map((cosine) => {
    if (cosine === null) return null;
    const likeness = deviation === 0 ? 0 : (cosine - mean) / deviation - least;
    return meaningWeight * unit * Math.max(0, likeness);
  });
};
