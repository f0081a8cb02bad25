import { type DetectedLabel, suggestableLabels } from '#domain/labels/labels.ts';

/** Labels that are not suggested, whatever the text holds. */
export interface LabelsDecided {
  /** The labels that the tenant's word is on already. */
  readonly authoritative: readonly string[];
  /** The labels that a reviewer dismissed for this wording. */
  readonly dismissed: readonly string[];
}

/** A detector that throws has found nothing: a suggestion is advisory, and never costs a write. */
const matches = ({ find }: DetectedLabel, text: string): boolean => {
  try {
    return find(text).length > 0;
  } catch {
    return false;
  }
};

/** The labels that detectors find in any of the texts and that nobody has decided about; sorted (Auto-labeling, "Label schema"). */
export const suggestLabels = (
  texts: readonly string[],
  { authoritative, dismissed }: LabelsDecided,
  detectors: readonly DetectedLabel[] = suggestableLabels,
): string[] =>
  detectors
    .filter(({ label }) => !authoritative.includes(label) && !dismissed.includes(label))
    .filter((detector) => texts.some((text) => matches(detector, text)))
    .map(({ label }) => label)
    .sort();
