import { trigramSimilarity } from '#domain/ingestion/trigrams.ts';

/** Names of a closed set that a text may have meant, the most similar first; three at most. */
export const nearestNames = (text: string, names: readonly string[]): string[] =>
  names
    .map((name) => ({ name, similarity: trigramSimilarity(text.slice(0, 200), name) }))
    .filter(({ similarity }) => similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);

/** Message to a person who named none of a closed set. */
export const unknownNameMessage = (what: string, text: string, names: readonly string[]): string => {
  const nearest = nearestNames(text, names);
  const hint =
    nearest.length === 0 ? `It is one of: ${names.join(', ')}.` : `Nearest: ${nearest.join(', ')}.`;
  return `${what} ${JSON.stringify(text.slice(0, 80))} does not exist. ${hint}`;
};
