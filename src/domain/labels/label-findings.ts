import { type DetectedLabel, suggestableLabels } from '#domain/labels/labels.ts';

/** Place at which a detector found the reason for a suggested label. */
export interface LabelFinding {
  readonly label: string;
  /** UTF-16 code units into the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Finds these labels in a text, in text order; a detector that throws has found nothing. */
export const labelFindings = (
  text: string,
  labels: readonly string[],
  detectors: readonly DetectedLabel[] = suggestableLabels,
): LabelFinding[] =>
  detectors
    .filter(({ label }) => labels.includes(label))
    .flatMap(({ label, find }) => {
      try {
        return find(text).map(({ start, end }) => ({ label, start, end, text: text.slice(start, end) }));
      } catch {
        return [];
      }
    })
    .sort((one, other) => one.start - other.start || one.end - other.end);
