import { indentOf, linesOf } from './lines.ts';
import { type ReadableText, ReadableWriter } from './readable-text.ts';

const item = /^(?:[-*+]|\d{1,3}[.)])\s/;

/** Reads plain text as markdown, but that indented words are words: only markdown takes them for code. */
export const readPlainText = (source: string): ReadableText => {
  const writer = new ReadableWriter(source);
  for (const { text, start, next } of linesOf(source)) {
    const indent = indentOf(text);
    writer.copy(start + (indent > 3 && !item.test(text.trim()) ? indent : 0), next);
  }
  return writer.done();
};
