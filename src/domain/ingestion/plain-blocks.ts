import type { Passage } from './passage.ts';
import type { Block } from './read-blocks.ts';

/** What markdown gives a meaning inside a line, control characters, and every white space but a single space between two words. */
const marked =
  /[_~`<>&\\|@]|(?<!^|\n)\*|\*(?! )|\][([:]|\[(?:\^|[ x]\])|[^\P{Cc}\n]|[^\S \n]| {2}|(?:^|\n) | (?:\n|$)|:\/\/|www\./iu;
const prose = /^(?:[\p{L}"'(“‘[]|\d+[^\d.)])/u;
const heading = /^#{1,6} (?=\S)(?!.*#$)/;
const marker = /^(?:([-*+])|\d{1,9}([.)])) /;

/** Characters that have no meaning in Markdown. */
const passageOf = (text: string, start: number, end: number): Passage => {
  const from: number[] = [];
  const to: number[] = [];
  for (let at = start; at < end; at += 1) {
    from.push(at);
    to.push(at + 1);
  }
  const passage = text.slice(start, end);
  const lines = [...passage.matchAll(/\n/g)].map(({ index }) => index + 1);
  return { text: passage.replaceAll('\n', ' '), from, to, start, end, lines, code: 0 };
};

/** Items of one line each, one under the other. */
const listOf = (items: readonly Passage[], start: number): Block => {
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
    passage: { text, from, to, start, end: items.at(-1)?.end ?? start, lines: [], code: 0 },
    items: items.map((item) => ({ own: item, whole: item, code: false, items: [] })),
  };
};

/**
 * The blocks of a text that is markdown in little more than name: unmarked headings, paragraphs, and lists of items of a
 * line each. The same as the parser's, for a fraction of its work, which most turns of a conversation and many sections
 * are worth. Null for any other text.
 */
export const readPlainBlocks = (text: string): readonly Block[] | null => {
  if (marked.test(text)) return null;
  const blocks: Block[] = [];
  let paragraph: number | null = null;
  let list: { readonly start: number; readonly sign: string; readonly items: Passage[] } | null = null;
  /** A blank line after a list: with another item it goes on, and is no plain one. */
  let rested = false;
  const close = (end: number) => {
    if (paragraph !== null)
      blocks.push({ type: 'paragraph', passage: passageOf(text, paragraph, end), bold: 0 });
    if (list !== null) blocks.push(listOf(list.items, list.start));
    paragraph = null;
    list = null;
  };
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const title = heading.exec(line)?.[0].length;
    const [mark = '', bullet, number] = marker.exec(line) ?? [];
    const sign: string | undefined = bullet ?? number;
    if (sign !== undefined && prose.test(line.slice(mark.length))) {
      const goesOn: boolean = list?.sign === sign;
      // A number goes on in what stands before it, unless it is 1.
      if (rested || (!goesOn && number !== undefined && (paragraph !== null || list !== null))) return null;
      if (!goesOn) close(start - 1);
      list ??= { start, sign, items: [] };
      list.items.push(passageOf(text, start + mark.length, end));
    } else if (title !== undefined || line === '') {
      rested = line === '' && (rested || list !== null);
      close(start - 1);
      if (title !== undefined) blocks.push({ type: 'heading', passage: passageOf(text, start + title, end) });
    } else if (prose.test(line) && list === null) {
      rested = false;
      paragraph ??= start;
    } else return null;
    start = end + 1;
  }
  close(text.length);
  return blocks;
};
