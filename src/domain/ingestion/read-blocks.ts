import type { ListItem, Paragraph, RootContent } from 'mdast';
import { findFrontMatterEnd, isThematicBreak, outlineMarkdown } from './outline-markdown.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { type Passage, partsOfPassage } from './passage.ts';
import { type ParsedText, passageOf } from './passage-of-nodes.ts';
import { withSeenTags } from './seen-tags.ts';
import { shownMarkdown } from './shown-markdown.ts';

export type Item = {
  /** The item's first paragraph alone. */
  readonly own: Passage;
  /** Its further paragraphs. */
  readonly further: readonly Passage[];
  /** The item with all that stands under it; its parts are joined by `; ` where no punctuation ends them. */
  readonly whole: Passage;
  /** True when all its words are inline code. */
  readonly code: boolean;
  readonly items: readonly Item[];
};

/** Blocks of a chunk, in order. Code, quotes and HTML keep their place without words; images and comments are dropped. */
export type Block =
  | { readonly type: 'heading'; readonly passage: Passage }
  | {
      readonly type: 'paragraph';
      readonly passage: Passage;
      /** How many of its first characters are bold. */
      readonly bold: number;
    }
  | { readonly type: 'list'; readonly passage: Passage; readonly items: readonly Item[] }
  | {
      readonly type: 'table';
      /** The cells of the heading row, and of each row below it. */
      readonly header: readonly Passage[];
      readonly rows: readonly (readonly Passage[])[];
    }
  | { readonly type: 'literal' };

/** Beyond these the text is no prose, and the parser would pay for it: the chunk then has no blocks. */
const readingBounds = Object.freeze({
  ...{ marks: 800, cells: 800, lines: 800, containers: 24, length: 8_000 },
  // A list costs the parser up to 50 µs; real documents open four at most inside the first list of their lines.
  listsInLists: 100,
});

const tooDense = (text: string): boolean => {
  if (text.length > readingBounds.length) return true;
  const lines = text.split(/\r\n?|\n/);
  if (lines.length > readingBounds.lines) return true;
  if ((text.match(/[[\]*_~`<>&\\]/g)?.length ?? 0) > readingBounds.marks) return true;
  if ((text.match(/\|/g)?.length ?? 0) > readingBounds.cells) return true;
  let listsInLists = 0;
  for (const line of lines) {
    const opened = openedContainers.exec(line)?.[0].match(/>|[-+*.)]/g) ?? [];
    if (opened.length < 2 || isThematicBreak(line)) continue;
    if (opened.length >= readingBounds.containers) return true;
    listsInLists += Math.max(0, opened.filter((mark) => mark !== '>').length - 1);
  }
  return listsInLists > readingBounds.listsInLists;
};

/** A marker of a list ends at a space: a line of dashes opens no lists. */
const openedContainers = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)))+/;

/** The text with every character inside its fenced code replaced, one for one: what code holds is not parsed. */
const withoutFencedCode = (text: string): string => {
  let masked = '';
  let last = 0;
  for (const { start, end } of outlineMarkdown(text).literals) {
    const opening = /^.*(?:\r\n?|\n|$)/.exec(text.slice(start, end))?.[0] ?? '';
    if (!/^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(?:`{3}|~{3})/.test(opening)) continue;
    const closing = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1;
    const inside = start + opening.length;
    if (inside >= closing) continue;
    masked += text.slice(last, inside) + text.slice(inside, closing).replace(/\S/g, 'x');
    last = closing;
  }
  return masked + text.slice(last);
};

/**
 * A chunk's blocks with offsets into its text. Never throws: text of more than 800 marks (`[]*_~`<>&\`) or 800 borders
 * of cells (`|`) outside fenced code, 800 lines, 8,000 characters, with 24 containers opened on one line or 100 lists opened on lines
 * behind another list is read as no blocks at all; so is a front matter.
 */
export const readBlocks = (given: string, tableHead = ''): readonly Block[] => {
  const shown = shownMarkdown(given);
  const dense = tooDense(shown);
  const text = dense ? withoutFencedCode(shown) : shown;
  if ((dense && tooDense(text)) || findFrontMatterEnd(text) !== null) return [];
  if (tableHead !== '')
    return blocksOf(tableHead + text, tableHead + shown).map((block) => shiftBlock(block, -tableHead.length));
  const continued = nestedListAt.exec(text);
  if (continued !== null) return readContinuedList(text, shown, continued[1]?.length ?? 0);
  return blocksOf(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text, shown);
};

/** The blocks of a text as it is parsed; `original` is what it says, character by character. */
const blocksOf = (text: string, original: string): readonly Block[] => {
  const source = { parsed: withSeenTags(text), original };
  return parseMarkdown(source.parsed).children.flatMap((node) => blockOf(node, source));
};

/** A chunk that begins inside a list of lists, whose outer items stand in the chunk before. */
const nestedListAt = /^( {2,24})(?:[-+*]|\d{1,9}[.)]) /;

/** Reads a nested list under outer items that are made up for it, and left out again. */
const readContinuedList = (text: string, original: string, indent: number): readonly Block[] => {
  let opening = '';
  for (let depth = 0; depth + 2 <= indent; depth += 2) opening += `${' '.repeat(depth)}- .\n`;
  return blocksOf(opening + text, opening + original)
    .flatMap((block) => withoutOpening(block, opening.length))
    .map((block) => shiftBlock(block, -opening.length));
};

/** The items of a list that begin behind the opening, out of the items that were made up. */
const withoutOpening = (block: Block, opening: number): readonly Block[] => {
  if (block.type !== 'list') return [block];
  const items = block.items.flatMap(function real(item): readonly Item[] {
    return item.own.start < opening ? item.items.flatMap(real) : [item];
  });
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return [];
  const at = block.passage.from.findIndex((from) => from >= first.own.start);
  return [
    {
      type: 'list',
      items,
      passage: {
        ...block.passage,
        text: block.passage.text.slice(at),
        from: block.passage.from.slice(at),
        to: block.passage.to.slice(at),
        start: first.own.start,
      },
    },
  ];
};

const shiftPassage = (passage: Passage, by: number): Passage => ({
  ...passage,
  from: passage.from.map((offset) => offset + by),
  to: passage.to.map((offset) => offset + by),
  start: passage.start + by,
  end: passage.end + by,
});
const shiftItem = (item: Item, by: number): Item => ({
  ...item,
  own: shiftPassage(item.own, by),
  further: item.further.map((passage) => shiftPassage(passage, by)),
  whole: shiftPassage(item.whole, by),
  items: item.items.map((nested) => shiftItem(nested, by)),
});
const shiftBlock = (block: Block, by: number): Block => {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return { ...block, passage: shiftPassage(block.passage, by) };
    case 'list':
      return {
        ...block,
        passage: shiftPassage(block.passage, by),
        items: block.items.map((item) => shiftItem(item, by)),
      };
    case 'table':
      return {
        ...block,
        header: block.header.map((cell) => shiftPassage(cell, by)),
        rows: block.rows.map((row) => row.map((cell) => shiftPassage(cell, by))),
      };
    default:
      return block;
  }
};

/** The words of one line of markdown, whitespace folded. */
export const plainMarkdown = (markup: string): string => {
  if (!/[[\]*_~`<>&\\!]/.test(markup) || tooDense(markup)) return markup.replace(/\s+/g, ' ').trim();
  const [heading] = blocksOf(
    `# ${markup.replace(/\s+/g, ' ').trim()}`,
    `# ${markup.replace(/\s+/g, ' ').trim()}`,
  );
  return heading?.type === 'heading' ? heading.passage.text : markup.trim();
};

/** `Decision: …`, `AI: …`, `[Fact] …` at the head of a line: it states something of its own. */
const lineMark =
  /^(?:(?:AI|AP|ACTIONS?|ACTION (?:ITEM|POINT)S?|TODO|AGREED|RESOLVED)(?: ?[([][^)\]]{1,40}[)\]])?|(?:Decision|Requirement|Constraint|Preference|Fact|DECISION|REQUIREMENT|CONSTRAINT|PREFERENCE|FACT)(?: \d{1,3})?): \S|^\[(?:Decision|Requirement|Constraint|Preference|Fact)\] \S/;

const markedLines = ({ text, lines }: Passage): readonly number[] =>
  lines.filter((line) => lineMark.test(text.slice(line, line + 80)));

const blockOf = (node: RootContent, source: ParsedText): readonly Block[] => {
  switch (node.type) {
    case 'heading':
      return [{ type: 'heading', passage: passageOf(node.children, source) }];
    case 'paragraph': {
      const passage = passageOf(node.children, source);
      if (passage.text === '') return [];
      if (passage.text.startsWith('|')) return [{ type: 'table', header: [], rows: [] }];
      return partsOfPassage(passage, markedLines(passage)).map((part, at) => ({
        type: 'paragraph',
        passage: part,
        bold: at === 0 ? Math.min(boldLength(node, source), part.text.length) : 0,
      }));
    }
    case 'list': {
      if (node.children.length > 1 && node.children.every(isEntry)) return [{ type: 'literal' }];
      return [
        {
          type: 'list',
          items: node.children.map((item) => itemOf(item, source)),
          passage: passageOf([node], source, 'whole'),
        },
      ];
    }
    case 'table': {
      const [header = [], ...rows] = node.children.map(({ children }) =>
        children.map((cell) => passageOf(cell.children, source)),
      );
      return [{ type: 'table', header, rows }];
    }
    case 'html':
      return node.value.startsWith('<!--') ? [] : [{ type: 'literal' }];
    case 'footnoteDefinition':
      return node.children.flatMap((child) => blockOf(child, source));
    case 'definition':
    case 'thematicBreak':
      return [];
    default:
      return [{ type: 'literal' }];
  }
};

/** `[Radar](radar.md) - gauges that …`: an entry of a list of links names a page, and what can be read there. */
const isEntry = ({ children: [first] }: ListItem): boolean => {
  const [link, rest] = first?.type === 'paragraph' ? first.children : [];
  return (
    link?.type === 'link' &&
    (rest === undefined || (rest.type === 'text' && /^\s*(?:[-–—:]|\()/.test(rest.value)))
  );
};

const boldLength = (paragraph: Paragraph, source: ParsedText): number => {
  const first = paragraph.children[0];
  return first?.type === 'strong' ? passageOf([first], source).text.length : 0;
};

const itemOf = (item: ListItem, source: ParsedText): Item => {
  const first = item.children[0];
  const own = passageOf(first?.type === 'paragraph' ? first.children : [], source);
  return {
    own,
    further: item.children.flatMap((child, at) =>
      at > 0 && child.type === 'paragraph' ? [passageOf(child.children, source)] : [],
    ),
    whole: passageOf(item.children, source, 'whole'),
    code:
      first?.type === 'paragraph' &&
      first.children.some((part) => part.type === 'inlineCode') &&
      first.children.every(
        (part) => part.type === 'inlineCode' || (part.type === 'text' && !/\p{L}/u.test(part.value)),
      ),
    items: item.children.flatMap((child) =>
      child.type === 'list' ? child.children.map((nested) => itemOf(nested, source)) : [],
    ),
  };
};
