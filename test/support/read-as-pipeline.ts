import { chunkingDocument } from '#domain/ingestion/chunk-markdown.ts';
import { statementsBySection } from '#domain/ingestion/extract-statements.ts';
import { formatOf } from '#domain/ingestion/formats/document-formats.ts';
import { asRead } from '#domain/ingestion/formats/readable-text.ts';
import { readDocumentFacts } from '#domain/ingestion/records/document-facts.ts';
import { atOnce } from '#domain/slices.ts';
import { readFormat } from '#persistence/ingestion/read-format.ts';

/** A document as the pipeline reads it: its format, its status, what it states, and why sections give nothing. */
export const readAsPipeline = async (path: string, content: string) => {
  const format = formatOf(path, content);
  const { title, chunks } = atOnce(chunkingDocument(content, await readFormat(format, content)));
  const document = readDocumentFacts(path, title, chunks.map(asRead));
  const sections = chunks.flatMap((chunk) =>
    [...statementsBySection({ ...chunk, document })].flatMap((section) =>
      section ? { chunk, section } : [],
    ),
  );
  const statements = sections.flatMap(({ chunk, section }) =>
    section.statements.map((statement) => ({
      ...statement,
      sources: statement.spans.map(({ start, end }) => chunk.text.slice(start, end)),
    })),
  );
  return {
    format,
    title,
    chunks,
    status: document.status,
    statements,
    contents: statements.map((statement) => statement.content),
    unread: sections.flatMap(({ section }) => section.unread ?? []),
    leftOver: sections.flatMap(({ chunk, section }) =>
      section.leftOver.map(({ reason, start, end }) => `${reason} ${chunk.text.slice(start, end)}`),
    ),
  };
};
