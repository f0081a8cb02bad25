import type { Passage } from '../passage.ts';
import type { Block, Item } from '../read-blocks.ts';
import { type PlainPassage, readPlainPassage } from './read-plain-passage.ts';

/** Control characters, and every white space but a space and a line ending. */
const unusual = /[^\P{Cc}\n]|[^\S \n]/u;
const prose = /^(?:[\p{L}"'(“‘[@$—–]|\d+[^\d.)]|`[^`]|\*{1,2}[^\s*]|_{1,2}[^\s_])/u;
const heading = /^#{1,6} (?=\S)(?!.*# *$)/;
const marker = /^(?:([-*+])|\d{1,9}([.)])) (?=\S)/;
const fence = /^(`{3,}|~{3,})([^`]*)$/;
const underline = /^(?:=+|-+) *$/;
const delimiters = /^\|(?: *:?-+:? *\|)+ *$/;
const rule = /^(?:-{3,}|\*{3,}|_{3,}) *$/;

interface OpenItem {
  readonly indent: number;
  /** Where its words stand in the line: what is nested below it begins there. */
  readonly words: number;
  readonly start: number;
  end: number;
  readonly items: OpenItem[];
}

/** Passages as one, its parts joined by `; ` where no punctuation ends them. */
const joined = (passages: readonly Passage[], start: number): Passage => {
  let text = '';
  let code = 0;
  const from: number[] = [];
  const to: number[] = [];
  const lines: number[] = [];
  for (const passage of passages) {
    const end = to.at(-1);
    if (end !== undefined) {
      const joint = /[.,;:!?]$/.test(text) ? ' ' : '; ';
      text += joint;
      for (const _ of joint) from.push(end);
      if (joint.length > 1) to.push(end);
      to.push(passage.start);
    }
    for (const line of passage.lines) lines.push(text.length + line);
    text += passage.text;
    for (const offset of passage.from) from.push(offset);
    for (const offset of passage.to) to.push(offset);
    code += passage.code;
  }
  return { text, from, to, start, end: passages.at(-1)?.end ?? start, lines, code };
};

/** An item with its passages and those below it, in their order; null where the parser has to read one. */
const itemOf = (
  text: string,
  open: OpenItem,
): { readonly item: Item; readonly passages: readonly Passage[] } | null => {
  const own = text[open.end - 1] === ' ' ? null : readPlainPassage(text, open.start, open.end);
  if (own === null) return null;
  if (open.items.length === 0)
    return {
      item: { own: own.passage, whole: own.passage, code: own.onlyCode, items: [] },
      passages: [own.passage],
    };
  const nested = open.items.map((item) => itemOf(text, item));
  const passages = [own.passage];
  const items: Item[] = [];
  for (const read of nested) {
    if (read === null) return null;
    passages.push(...read.passages);
    items.push(read.item);
  }
  return {
    item: { own: own.passage, whole: joined(passages, own.passage.start), code: own.onlyCode, items },
    passages,
  };
};

const noWords: Passage = Object.freeze({ text: '', from: [], to: [], start: 0, end: 0, lines: [], code: 0 });

/** The cells of a row between bars; null where the parser has to read them. */
const cellsOf = (text: string, line: string, start: number): readonly Passage[] | null => {
  const row = line.trimEnd();
  if (!row.startsWith('|') || !row.endsWith('|') || row.length < 2 || row.includes('\\')) return null;
  const cells: Passage[] = [];
  for (let at = 1; at < row.length; ) {
    const bar = row.indexOf('|', at);
    const cell = row.slice(at, bar);
    const words = cell.trim();
    const from = start + at + (cell.length - cell.trimStart().length);
    const read = words === '' ? null : readPlainPassage(text, from, from + words.length);
    if (words !== '' && read === null) return null;
    cells.push(read?.passage ?? noWords);
    at = bar + 1;
  }
  return cells;
};

/**
 * The blocks of a text that uses little of markdown: headings, paragraphs, code between fences, lists and tables, their words
 * plain, bold, italic, inline code or links. The same as the parser's, for a fraction of its work, which most sections
 * of real documents are worth. Null for any other text.
 */
export const readPlainBlocks = (text: string): readonly Block[] | null => {
  if (unusual.test(text)) return null;
  const blocks: Block[] = [];
  let paragraph: number | null = null;
  let list: { readonly start: number; readonly signs: string[]; readonly items: OpenItem[] } | null = null;
  /** The last item of each open list, the outermost first. */
  let open: OpenItem[] = [];
  /** Whether a blank line stands behind the last item. */
  let rested = false;
  let fenced: string | null = null;
  let quoted = false;
  let table: {
    readonly header: readonly Passage[];
    readonly rows: (readonly Passage[])[];
    ruled: boolean;
  } | null = null;
  /** False where the parser has to read what ends here. */
  const close = (end: number): boolean => {
    if (paragraph !== null) {
      const read: PlainPassage | null = readPlainPassage(text, paragraph, end);
      if (read === null) return false;
      blocks.push({ type: 'paragraph', passage: read.passage, bold: read.bold });
    }
    if (list !== null) {
      const passages: Passage[] = [];
      const items: Item[] = [];
      for (const item of list.items) {
        const read = itemOf(text, item);
        if (read === null) return false;
        passages.push(...read.passages);
        items.push(read.item);
      }
      blocks.push({ type: 'list', passage: joined(passages, list.start), items });
    }
    paragraph = null;
    list = null;
    open = [];
    rested = false;
    return true;
  };
  /** Opens an item; false where the parser has to say which list it belongs to. */
  const addItem = (sign: string, isFirst: boolean, indent: number, words: number, start: number): boolean => {
    const item: OpenItem = {
      indent,
      words,
      start: start + words,
      end: start + words,
      items: [],
    };
    let level = open.findIndex((other) => other.indent === indent);
    if (level === -1) {
      const last = open.at(-1);
      if (last === undefined ? indent > 0 : indent !== last.words) return false;
      level = open.length;
    }
    const goesOn = list !== null && level < open.length && list.signs[level] === sign;
    // A number goes on in what stands before it, unless it is 1.
    if (!goesOn && !isFirst && !rested && (paragraph !== null || list !== null)) return false;
    if (level === 0 && !goesOn && !close(start - 1)) return false;
    list ??= { start, signs: [], items: [] };
    list.signs[level] = sign;
    list.signs.length = level + 1;
    (level === 0 ? list.items : (open[level - 1]?.items ?? [])).push(item);
    open = [...open.slice(0, level), item];
    rested = false;
    return true;
  };

  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const indent = line.length - line.trimStart().length;
    const body = line.slice(indent);
    if (fenced !== null) {
      const closing = body.trimEnd();
      if (closing.length >= fenced.length && closing === (fenced[0] ?? '').repeat(closing.length)) {
        if (indent > 3) return null;
        fenced = null;
      }
      start = end + 1;
      continue;
    }
    const [mark = '', bullet, number] = marker.exec(body) ?? [];
    const sign: string | undefined = bullet ?? number;
    const last = open.at(-1);
    if (table !== null && body !== '') {
      const cells = table.ruled ? cellsOf(text, line, start) : null;
      const isRuled = !table.ruled && delimiters.test(line);
      if (!isRuled && cells === null) return null;
      const columns = cells?.length ?? line.split('|').length - 2;
      if (columns !== table.header.length) return null;
      if (cells !== null) table.rows.push(cells);
      table.ruled = true;
    } else if (table === null && paragraph === null && indent === 0 && body.startsWith('|')) {
      const header = cellsOf(text, line, start);
      if (header === null || quoted || (list !== null && !rested) || !close(start - 1)) return null;
      table = { header, rows: [], ruled: false };
    } else if (body.startsWith('>') && indent === 0) {
      // What a quote defines holds everywhere.
      if (body.includes(']:') || !close(start - 1)) return null;
      if (!quoted) blocks.push({ type: 'literal' });
      quoted = true;
    } else if (quoted && body !== '') return null;
    else if (body === '') {
      quoted = false;
      if (table !== null) {
        if (!table.ruled) return null;
        blocks.push({ type: 'table', header: table.header, rows: table.rows });
        table = null;
      }
      if (paragraph !== null && !close(start - 1)) return null;
      rested = list !== null;
    } else if (sign !== undefined && prose.test(body.slice(mark.length))) {
      const isFirst = bullet !== undefined || /^1[.)]/.test(mark);
      if (!addItem(sign, isFirst, indent, indent + mark.length, start)) return null;
      const added = open.at(-1);
      if (added !== undefined) added.end = end;
    } else if (prose.test(body)) {
      if (last !== undefined && !rested) last.end = end;
      else if (paragraph === null) {
        if (indent > (last === undefined ? 3 : 0) || !close(start - 1)) return null;
        paragraph = start + indent;
      }
    } else if (indent > 0) return null;
    else if (paragraph !== null && underline.test(line)) {
      const read = readPlainPassage(text, paragraph, start - 1);
      if (read === null) return null;
      blocks.push({ type: 'heading', passage: read.passage });
      paragraph = null;
    } else if (heading.test(line)) {
      if (!close(start - 1)) return null;
      const read = readPlainPassage(text, start + (heading.exec(line)?.[0].length ?? 0), end);
      if (read === null) return null;
      blocks.push({ type: 'heading', passage: read.passage });
    } else if (fence.test(line)) {
      if (!close(start - 1)) return null;
      fenced = fence.exec(line)?.[1] ?? null;
      blocks.push({ type: 'literal' });
    } else if (rule.test(line) && paragraph === null && (list === null || rested)) {
      if (!close(start - 1)) return null;
    } else return null;
    start = end + 1;
  }
  if (table !== null) {
    if (!table.ruled) return null;
    blocks.push({ type: 'table', header: table.header, rows: table.rows });
  }
  return close(text.length) ? blocks : null;
};
