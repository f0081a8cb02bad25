import type { Passage } from '#domain/extraction/passage.ts';
import type { Block } from '#domain/extraction/read-blocks.ts';

/** What markdown gives a meaning inside a line, control characters, and every white space but a single space between two words. */
const marked = /[[\]*_~`<>&\\|@]|[^\P{Cc}\n]|[^\S \n]| {2}|(?:^|\n) | (?:\n|$)|:\/\/|www\./iu;
const prose = /^(?:[\p{L}"'(“‘]|\d+[^\d.)])/u;
const heading = /^#{1,6} (?=\S)(?!.*#$)/;

/** Letters of which each stands for itself. */
const passageOf = (text: string, start: number, end: number): Passage => ({
  text: text.slice(start, end).replaceAll('\n', ' '),
  from: Array.from({ length: end - start }, (_, index) => start + index),
  to: Array.from({ length: end - start }, (_, index) => start + index + 1),
  start,
  end,
});

/**
 * The blocks of a text that is markdown in name only: unmarked headings and paragraphs. The same as the parser's, for
 * a fraction of its work, which most turns of a conversation and many sections are worth. Null for any other text.
 */
export const readPlainBlocks = (text: string): readonly Block[] | null => {
  if (marked.test(text)) return null;
  const blocks: Block[] = [];
  let paragraph: number | null = null;
  const close = (end: number) => {
    if (paragraph !== null)
      blocks.push({ type: 'paragraph', passage: passageOf(text, paragraph, end), bold: 0 });
    paragraph = null;
  };
  let start = 0;
  for (const line of text.split('\n')) {
    const mark = heading.exec(line)?.[0].length;
    if (mark !== undefined || line === '') close(start - 1);
    if (mark !== undefined)
      blocks.push({ type: 'heading', passage: passageOf(text, start + mark, start + line.length) });
    else if (prose.test(line)) paragraph ??= start;
    else if (line !== '') return null;
    start += line.length + 1;
  }
  close(text.length);
  return blocks;
};
