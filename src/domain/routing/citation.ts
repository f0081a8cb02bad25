/** The guardrail that fires when a span is not, character for character, in its chunk. */
export const invalidCitation = 'invalid_citation';

/**
 * True when `text` stands in the chunk exactly at [start, end), in UTF-16 code units. An empty span cites nothing, and a
 * span that cuts a surrogate pair cites half a character: both are false.
 */
export const hasExactCitation = (chunkText: string, start: number, end: number, text: string): boolean =>
  Number.isInteger(start) &&
  Number.isInteger(end) &&
  start >= 0 &&
  start < end &&
  end <= chunkText.length &&
  text.isWellFormed() &&
  chunkText.slice(start, end) === text;
