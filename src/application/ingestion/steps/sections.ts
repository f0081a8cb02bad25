import { DomainError } from '#domain/domain-error.ts';
import { type ChunkedMarkdown, chunkingMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import type { ExtractionNumbers } from '#domain/ingestion/extraction-numbers.ts';
import { outliningMarkdown } from '#domain/ingestion/outline-markdown.ts';
import { inSlices } from '#persistence/reading/in-slices.ts';

/** Headings of one source. A megabyte of prose has a few hundred; each is a section to parse, to store and to read. */
export const maxHeadings = 10_000;

/** Throws `input.invalid` for a text of more headings than are read. In slices. */
export const assertFewHeadings = async (content: string, path: readonly string[]): Promise<void> => {
  const { headings } = await inSlices(outliningMarkdown(content));
  if (headings.length > maxHeadings)
    throw new DomainError(
      'input.invalid',
      `The content has ${headings.length} headings; at most ${maxHeadings} are accepted. Split it.`,
      path,
    );
};

/** Like `chunkMarkdown`, in slices. */
export const chunkInSlices = (content: string, numbers: ExtractionNumbers): Promise<ChunkedMarkdown> =>
  inSlices(chunkingMarkdown(content, numbers));
