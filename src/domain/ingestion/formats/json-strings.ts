import type { Node } from 'jsonc-parser';
import { jsonEscapes, readJsonEscape } from '#domain/ingestion/json-escapes.ts';
import type { ReadableWriter } from './readable-text.ts';

/** Writes the words of a JSON string. */
export const copyJsonString = (writer: ReadableWriter, source: string, { offset, length }: Node): void => {
  const start = offset + 1;
  const end = offset + length - 1;
  let last = start;
  for (const match of source.slice(start, end).matchAll(jsonEscapes)) {
    const at = start + match.index;
    writer.copy(last, at);
    writer.mark(readJsonEscape(match[0]), at);
    last = at + match[0].length;
  }
  writer.copy(last, end);
};
