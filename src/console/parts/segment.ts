/** Words as people see them: `5.2` is one. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

export const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);
