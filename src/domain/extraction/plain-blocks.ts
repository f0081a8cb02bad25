import type { Passage } from '#domain/extraction/passage.ts';
import type { Block } from '#domain/extraction/read-blocks.ts';

/** What markdown gives a meaning inside a line, control characters, and every white space but a single space between two words. */
const marked =
  /[*_~`<>&\\|@]|\][([:]|\[(?:\^|[ x]\])|[^\P{Cc}\n]|[^\S \n]| {2}|(?:^|\n) | (?:\n|$)|:\/\/|www\./iu;
const prose = /^(?:[\p{L}"'(“‘[]|\d+[^\d.)])/u;
const heading = /^#{1,6} (?=\S)(?!.*#$)/;
const bullet = '- ';

/** Letters of which each stands for itself. */
const passageOf = (text: string, start: number, end: number): Passage => {
  const from: number[] = [];
  const to: number[] = [];
  for (let at = start; at < end; at += 1) {
    from.push(at);
    to.push(at + 1);
  }
  return { text: text.slice(start, end).replaceAll('\n', ' '), from, to, start, end };
};

/** Items of one line each, one under the other. */
const listOf = (items: readonly Passage[]): Block => {
  const [first] = items;
  let text = '';
  const from: number[] = [];
  const to: number[] = [];
  for (const item of items) {
    const end = to.at(-1);
    if (end !== undefined) {
      const joint = /[.,;:!?]$/.test(text) ? ' ' : '; ';
      text += joint;
      for (const _ of joint) from.push(end);
      if (joint.length > 1) to.push(end);
      to.push(item.start);
    }
    text += item.text;
    from.push(...item.from);
    to.push(...item.to);
  }
  return {
    type: 'list',
    passage: { text, from, to, start: (first?.start ?? 0) - bullet.length, end: items.at(-1)?.end ?? 0 },
    items: items.map((item) => ({ own: item, whole: item, code: false, items: [] })),
  };
};

/**
 * The blocks of a text that is markdown in little more than name: unmarked headings, paragraphs, and lists of bullets of a
 * line each. The same as the parser's, for a fraction of its work, which most turns of a conversation and many sections
 * are worth. Null for any other text.
 */
export const readPlainBlocks = (text: string): readonly Block[] | null => {
  if (marked.test(text)) return null;
  const blocks: Block[] = [];
  let paragraph: number | null = null;
  let items: Passage[] = [];
  /** A blank line after a list: with another bullet it goes on, and is no plain one. */
  let rested = false;
  const close = (end: number) => {
    if (paragraph !== null)
      blocks.push({ type: 'paragraph', passage: passageOf(text, paragraph, end), bold: 0 });
    paragraph = null;
    if (items.length > 0) blocks.push(listOf(items));
    items = [];
  };
  let start = 0;
  for (const line of text.split('\n')) {
    const mark = heading.exec(line)?.[0].length;
    const isItem = line.startsWith(bullet) && prose.test(line.slice(bullet.length));
    if (isItem) {
      if (rested) return null;
      if (paragraph !== null) close(start - 1);
      items.push(passageOf(text, start + bullet.length, start + line.length));
    } else if (mark !== undefined || line === '') {
      rested = line === '' && (rested || items.length > 0);
      close(start - 1);
      if (mark !== undefined)
        blocks.push({ type: 'heading', passage: passageOf(text, start + mark, start + line.length) });
    } else if (prose.test(line) && items.length === 0) {
      rested = false;
      paragraph ??= start;
    } else return null;
    start += line.length + 1;
  }
  close(text.length);
  return blocks;
};
