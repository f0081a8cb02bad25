import type { StatementText } from './extract-statements.ts';
import type { Source } from './source.ts';

/** Origin of a statement, with the visibility that it inherits. */
export interface CandidateOrigin {
  readonly project: string;
  /** Null when a service recorded the statement without one. */
  readonly source: Source | null;
  /** The actor who ingested, recorded or submitted. */
  readonly contributor: string;
  readonly audience: readonly string[];
  readonly isPersonal: boolean;
  /** Person that the interaction is about; null when none was named. */
  readonly subjectId: string | null;
}

/** A text that statements are read from, with the visibility that they inherit. */
export interface ExtractionSource extends CandidateOrigin, StatementText {
  readonly source: Source;
  /** Null for an interaction. */
  readonly documentId: string | null;
  /** Offset of `text` in its document or interaction, in UTF-16 code units. */
  readonly offset: number;
  readonly documentPath: string | null;
  readonly updatedAt: Date | null;
}
