import type { ReadingDrop } from './drop-reasons.ts';
import type { TextSpan } from './passage.ts';
import type { ReviewScore } from './review-score.ts';
import type { StatementType } from './rules/extraction-rule.ts';
import type { StatementContext } from './statement-context.ts';

/** A statement as rules or a model read it; offsets into the source's text, in UTF-16 code units. */
export interface Reading {
  readonly type: StatementType;
  readonly rule: string;
  readonly extractorVersion: string;
  readonly content: string;
  /** Null when the claimed text is not there. */
  readonly span: TextSpan | null;
  /** Every part of the text that the content was read from, the span among them. */
  readonly spans: readonly TextSpan[];
  readonly context: StatementContext | null;
  /** The claimed text; null: the text at the span. */
  readonly quote: string | null;
  readonly speaker: string | null;
  readonly prior: number;
  readonly review: ReviewScore;
  /** True for one that only the heading of its section types, and that is not the first of it. */
  readonly isFurther: boolean;
  /** Not null when it is dropped whatever the store holds. */
  readonly dropped: ReadingDrop | null;
}
