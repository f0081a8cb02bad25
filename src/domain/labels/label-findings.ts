import { type DetectedLabel, suggestableLabels } from '#domain/labels/labels.ts';

/** Where a detector found what it suggests a label for. */
export interface LabelFinding {
  readonly label: string;
  /** UTF-16 code units into the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where these labels are found in a text, in the order of the text; a detector that throws has found nothing. */
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
