import type { Node } from 'jsonc-parser';
import type { ReadableWriter } from './readable-text.ts';

const escapes = /\\(?:u[0-9a-fA-F]{4}|.)/g;

/** Writes the words of a JSON string. */
export const copyJsonString = (writer: ReadableWriter, source: string, { offset, length }: Node): void => {
  const start = offset + 1;
  const end = offset + length - 1;
  let last = start;
  for (const match of source.slice(start, end).matchAll(escapes)) {
    const at = start + match.index;
    writer.copy(last, at);
    writer.mark(String(JSON.parse(`"${match[0]}"`)), at);
    last = at + match[0].length;
  }
  writer.copy(last, end);
};
