import { type ExtractionNumbers, extractionDefaults } from './extraction-numbers.ts';

/** Words of a path or heading that mark a deliberate record. */
const highSignalHints: readonly string[] = Object.freeze([
  'status',
  'decision',
  'requirement',
  'charter',
  'roadmap',
  'architecture',
  'adr',
]);

/** Words of a path or heading that mark a text nobody keeps up any more. */
const lowSignalHints: readonly string[] = Object.freeze(['_archive', '_history', 'deprecated', 'obsolete']);

export type ConfidenceFacts = {
  readonly prior: number;
  /** Null for an interaction. */
  readonly documentPath: string | null;
  readonly headingPath: readonly string[];
  /** Null when the source's date is unknown. */
  readonly updatedAt: Date | null;
  readonly now: Date;
};

export type ConfidenceExplanation = {
  readonly prior: number;
  readonly structuralSignalMultiplier: number;
  readonly freshnessBonus: number;
  /** prior × structuralSignalMultiplier × freshnessBonus, multiplied in that order, not rounded. */
  readonly final: number;
};

/**
 * The words of a path's segments or of a heading, in lower case: a hint inside a longer word is none. `_archive` is a
 * word with its sign.
 */
const wordsOf = (place: string): readonly string[] =>
  [...place.toLowerCase().matchAll(/(?<![\p{L}\p{N}])_?\p{L}+|\p{L}+/gu)].map(([word]) => word);

const dayInMilliseconds = 86_400_000;

/**
 * A candidate's confidence when it is written, part by part (Promotion rules, "Confidence and ranking of candidates").
 * A low hint outweighs a high one; an unknown date earns no bonus.
 */
export const explainConfidence = (
  facts: ConfidenceFacts,
  numbers: ExtractionNumbers = extractionDefaults,
): ConfidenceExplanation => {
  const words = new Set([facts.documentPath ?? '', ...facts.headingPath].flatMap(wordsOf));
  const holdsAny = (hints: readonly string[]) =>
    hints.some((hint) => words.has(hint) || words.has(`${hint}s`));
  const structuralSignalMultiplier = holdsAny(lowSignalHints)
    ? numbers.lowSignalMultiplier
    : holdsAny(highSignalHints)
      ? numbers.highSignalMultiplier
      : 1;
  const fresh =
    facts.updatedAt !== null &&
    facts.now.getTime() - facts.updatedAt.getTime() <= numbers.freshnessDays * dayInMilliseconds;
  const freshnessBonus = fresh ? numbers.freshnessBonus : 1;
  return {
    prior: facts.prior,
    structuralSignalMultiplier,
    freshnessBonus,
    final: facts.prior * structuralSignalMultiplier * freshnessBonus,
  };
};
