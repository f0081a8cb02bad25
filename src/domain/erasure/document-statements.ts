import type { Span } from '#domain/labels/folded-text.ts';
import { fillerFor } from './erased-words.ts';

/** Why a statement outlives the document that it was read from. */
export const keptReasons = ['BELIEVED', 'SAID_ELSEWHERE'] as const;
export type KeptReason = (typeof keptReasons)[number];

export interface DocumentStatementFacts {
  /** Somebody promoted it once, or it is proposed for the graph out of a memory that somebody promoted. */
  readonly wasBelieved: boolean;
  /** A pass met it in another source, whose words stand. */
  readonly isSaidElsewhere: boolean;
}

/** Why a statement stays when its document is erased; null: it goes with the document, since nobody vouched for it. */
export const decideDocumentStatement = ({
  wasBelieved,
  isSaidElsewhere,
}: DocumentStatementFacts): KeptReason | null => {
  if (wasBelieved) return 'BELIEVED';
  return isSaidElsewhere ? 'SAID_ELSEWHERE' : null;
};

/** A text with the filler in the place of all but these spans, which statements that stay were read from. */
export const onlySpansOf = (text: string, spans: readonly Span[]): string => {
  let left = '';
  let end = 0;
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    if (span.end <= end) continue;
    const start = Math.max(span.start, end);
    left += fillerFor(text.slice(end, start)) + text.slice(start, span.end);
    end = span.end;
  }
  return left + fillerFor(text.slice(end));
};
