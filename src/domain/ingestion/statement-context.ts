import type { DocumentFacts } from './records/document-facts.ts';
import { readDate } from './records/record-date.ts';
import type { RecordStatus } from './records/record-status.ts';
import { subjectOf } from './sections/section-families.ts';

/** Context that a statement needs to stand alone. */
export interface StatementContext {
  /** The headings that it stands under, outermost first. */
  readonly headingPath: readonly string[];
  /** The sentence that announces its list or table, where that is no part of the content. */
  readonly leadIn: string | null;
  /** Subject of its section: the innermost heading that names one, else the document's title. */
  readonly subject: string | null;
  /** Status of its record; null when the record states none. */
  readonly recordStatus: RecordStatus | null;
  /** `YYYY-MM-DD`: the date of its meeting or entry by the heading, else of the record. */
  readonly recordDate: string | null;
}

const isWithin = (headingPath: readonly string[], part: readonly string[]): boolean =>
  part.every((heading, at) => heading === headingPath[at]);

export const contextOf = (
  headingPath: readonly string[],
  document: DocumentFacts,
): Omit<StatementContext, 'leadIn'> => {
  const part = document.parts.findLast((one) => isWithin(headingPath, one.headingPath));
  const dated = headingPath.reduceRight<string | null>((found, heading) => found ?? readDate(heading), null);
  return {
    headingPath,
    subject: subjectOf(headingPath, document.title),
    recordStatus: part?.status ?? document.status,
    recordDate: dated ?? part?.date ?? document.date,
  };
};
