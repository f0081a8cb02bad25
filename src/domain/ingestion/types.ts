import type { StatementText } from './extract-statements.ts';

/** Where a statement came from, and the visibility that it inherits. */
export interface CandidateOrigin {
  readonly project: string;
  readonly chunkId: string | null;
  readonly interactionId: string | null;
  /** Who ingested, recorded or submitted. */
  readonly contributor: string;
  readonly audience: readonly string[];
  readonly isPersonal: boolean;
  /** Whom the interaction is about; null when nobody said. */
  readonly subjectId: string | null;
}

/** A text that statements are read from, with the visibility that they inherit. */
export interface ExtractionSource extends CandidateOrigin, StatementText {
  /** Where `text` begins in the content of its document or interaction, in UTF-16 code units. */
  readonly offset: number;
  readonly documentPath: string | null;
  readonly updatedAt: Date | null;
}
