import { detectedLabels } from '#domain/labels/labels.ts';
import { isInCategory } from '#domain/labels/policy/conditions/label-category.ts';
import { suggestLabels } from '#domain/labels/suggest-labels.ts';

/** A text that an embedding server would be sent. */
export interface LeavingText {
  readonly text: string;
  readonly isPersonal: boolean;
  readonly audience: readonly string[];
  /** The labels that reviewers promoted. */
  readonly labels: readonly string[];
}

/** Texts that may leave where nothing is chosen: those of an audience beside those of all. Nothing personal, nothing labelled. */
export const defaultLeaving: readonly string[] = Object.freeze(['audience']);

/**
 * A text leaves for an embedding server only if all that makes it sensitive is allowed: `personal`, `audience`, and each
 * label that it has or that a detector finds in it, by itself or by its category. `all` allows everything.
 */
export const mayLeave = (
  { text, isPersonal, audience, labels }: LeavingText,
  allowed: readonly string[],
): boolean => {
  if (allowed.includes('all')) return true;
  if (isPersonal && !allowed.includes('personal')) return false;
  if (audience.length > 0 && !allowed.includes('audience')) return false;
  const found = suggestLabels([text], { authoritative: labels, dismissed: [] }, detectedLabels);
  return [...labels, ...found].every((label) => allowed.some((category) => isInCategory(label, category)));
};
