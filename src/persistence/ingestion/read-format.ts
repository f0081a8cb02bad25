import { readTranscript } from '#domain/ingestion/conversations/read-transcript.ts';
import type { DocumentFormat } from '#domain/ingestion/formats/document-formats.ts';
import { type ReadableText, readableAsCode, readableAsIs } from '#domain/ingestion/formats/readable-text.ts';

type Reader = (source: string) => ReadableText | null;

/** Readers are loaded when the first source of their format comes. */
const readers: Readonly<Partial<Record<DocumentFormat, () => Promise<Reader>>>> = {
  text: async () => (await import('#domain/ingestion/formats/plain-text.ts')).readPlainText,
  html: async () => (await import('#domain/ingestion/formats/html.ts')).readHtml,
  mail: async () => (await import('#domain/ingestion/formats/mail.ts')).readMail,
  asciidoc: async () => (await import('#domain/ingestion/formats/asciidoc.ts')).readAsciiDoc,
  restructuredtext: async () =>
    (await import('#domain/ingestion/formats/restructured-text.ts')).readRestructuredText,
  org: async () => (await import('#domain/ingestion/formats/org.ts')).readOrg,
  notebook: async () => (await import('#domain/ingestion/formats/notebook.ts')).readNotebook,
  memory_export: async () => (await import('#domain/ingestion/formats/memory-export.ts')).readMemoryExport,
  doorstop: async () => (await import('#domain/ingestion/formats/doorstop.ts')).readDoorstop,
  strictdoc: async () => (await import('#domain/ingestion/formats/strictdoc.ts')).readStrictDoc,
  table: async () => (await import('#domain/ingestion/formats/separated-values.ts')).readSeparatedValues,
  conversation: async () => (source) => {
    const { text, turns } = readTranscript(source);
    return readableAsIs(text, turns);
  },
};

/** A document as markdown with its offsets; null where it is markdown itself. */
export const readFormat = async (format: DocumentFormat, content: string): Promise<ReadableText | null> => {
  if (format === 'markdown') return null;
  const reader = await readers[format]?.();
  return reader?.(content) ?? readableAsCode(content);
};
