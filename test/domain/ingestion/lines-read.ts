import { formatOf } from '#domain/ingestion/formats/document-formats.ts';
import { readFormat } from '#persistence/ingestion/read-format.ts';

/** The Markdown that a document is read as, without blanks at the ends of lines and of the whole. */
export const textRead = async (path: string, source: string) =>
  (await readFormat(formatOf(path, source), source))?.text.replaceAll(/ +$/gm, '').trim() ?? null;

/** The Markdown that a document is read as, line by line, without empty lines. */
export const linesRead = async (path: string, source: string) => {
  const readable = await readFormat(formatOf(path, source), source);
  return readable?.text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()])) ?? null;
};
