import { DomainError } from '#domain/domain-error.ts';
import { type ChunkedMarkdown, chunkingDocument } from '#domain/ingestion/chunk-markdown.ts';
import type { ExtractionNumbers } from '#domain/ingestion/extraction-numbers.ts';
import { type DocumentFormat, formatOf } from '#domain/ingestion/formats/document-formats.ts';
import { outliningMarkdown } from '#domain/ingestion/outline-markdown.ts';
import { readFormat } from '#persistence/ingestion/read-format.ts';
import { inSlices } from '#persistence/reading/in-slices.ts';

/** Headings of one source. A megabyte of prose has a few hundred; each is a section to parse, to store and to read. */
const maxHeadings = 10_000;

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

/** A document cut into chunks, by its format. */
export interface ChunkedDocument extends ChunkedMarkdown {
  readonly format: DocumentFormat;
}

/** Cuts a document into chunks, in slices. */
export const chunkInSlices = async (
  path: string,
  content: string,
  numbers: ExtractionNumbers,
): Promise<ChunkedDocument> => {
  const format = formatOf(path, content);
  const readable = await readFormat(format, content);
  return { format, ...(await inSlices(chunkingDocument(content, readable, numbers))) };
};
