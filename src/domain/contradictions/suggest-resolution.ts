import type { JudgedStatement, Judgment } from '#domain/contradictions/judgments.ts';
import type { ScopeRelation } from '#domain/contradictions/scope.ts';

/** Facts about a contradicting pair; A is the older. */
export interface SuggestionFacts {
  readonly a: JudgedStatement;
  readonly b: JudgedStatement;
  /** The side that says, or whose record says, that it takes the place of the other, or of what the other names; null when neither does. */
  readonly successor: 'a' | 'b' | null;
  readonly scopes: ScopeRelation;
}

export interface Suggestion {
  readonly kept: 'a' | 'b' | null;
  readonly mergedContent: string | null;
  readonly justification: string;
}

/** The longest suggested wording, in UTF-16 code units; a longer one is left to a person. */
const longestMerge = 2_000;

const sentence = (content: string): string =>
  /[.!?]$/.test(content.trim()) ? content.trim() : `${content.trim()}.`;

const isBetterEvidenced = (one: JudgedStatement, other: JudgedStatement): boolean =>
  (one.evidence ?? 0) > (other.evidence ?? 0) && (one.confidence ?? 0) >= (other.confidence ?? 0);

/** Suggests a resolution from the facts alone; null when they suggest none. */
export const suggestResolution = ({ a, b, successor, scopes }: SuggestionFacts): Suggestion | null => {
  if (successor !== null)
    return {
      kept: successor,
      mergedContent: null,
      justification: 'It says that it takes the place of the other.',
    };
  if (scopes.relation === 'named') {
    const merged = `${scopes.ofA}: ${sentence(a.content)} ${scopes.ofB}: ${sentence(b.content)}`;
    return {
      kept: null,
      mergedContent: merged.length <= longestMerge ? merged : null,
      justification: 'They stand in different places, and each may hold in its own.',
    };
  }
  if (isBetterEvidenced(b, a))
    return { kept: 'b', mergedContent: null, justification: 'It is the newer one, and better evidenced.' };
  return null;
};

const actionOf = ({ kept }: Suggestion, judgedIs: 'a' | 'b'): Judgment['resolution_action'] => {
  if (kept === null) return 'merge';
  return kept === judgedIs ? 'kept_new' : 'kept_other';
};

/** A suggestion in the shape that judges give it, for the statement that was judged. */
export const asJudged = (
  suggestion: Suggestion | null,
  judgedIs: 'a' | 'b',
): Pick<Judgment, 'resolution_action' | 'resolution_merged_content' | 'resolution_justification'> => ({
  resolution_action: suggestion && actionOf(suggestion, judgedIs),
  resolution_merged_content: suggestion?.mergedContent ?? null,
  resolution_justification: suggestion?.justification ?? null,
});
