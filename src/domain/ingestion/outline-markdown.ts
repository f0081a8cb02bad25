import { atOnce, type Sliced } from '#domain/slices.ts';
import { shownMarkdown } from './shown-markdown.ts';

const linesInASlice = 2_048;

type OutlineHeading = {
  readonly depth: number;
  /** Offsets of its first line's beginning and its last line's end (before the line ending). */
  readonly start: number;
  readonly end: number;
  /** The heading's own words, still marked up. */
  readonly markup: string;
};

export type Outline = {
  /** End of the front matter; null when there is none. */
  readonly frontMatterEnd: number | null;
  /** The headings of the document itself: not those in code, quotes, lists, or HTML. */
  readonly headings: readonly OutlineHeading[];
  /** Fenced code and HTML blocks, in order: from the line that opens one to the end of the line that closes it. */
  readonly literals: readonly { readonly start: number; readonly end: number }[];
  /** Starts of blocks after an empty line, and of list items: good places to split. */
  readonly borders: readonly number[];
};

type Line = { readonly start: number; readonly end: number; readonly next: number };

const lineEnd = /[\r\n]/g;

const lineAt = (content: string, start: number): Line => {
  lineEnd.lastIndex = start;
  const end = lineEnd.exec(content)?.index ?? content.length;
  const next = content.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, content.length);
  return { start, end, next };
};

/**
 * Finds the end of a front matter (`---`, lines, `---` or `...`) at the very beginning, after a byte order mark if there
 * is one; null when there is none.
 */
export const findFrontMatterEnd = (content: string): number | null => {
  let line = lineAt(content, content.startsWith('\uFEFF') ? 1 : 0);
  if (!/^---[ \t]*$/.test(content.slice(line.start, line.end))) return null;
  for (let opening = true; line.next < content.length; opening = false) {
    line = lineAt(content, line.next);
    const text = content.slice(line.start, line.end);
    if (opening && text.trim() === '') return null;
    if (/^(?:---|\.\.\.)[ \t]*$/.test(text)) return line.end;
  }
  return null;
};

const fenceOpening = /^(`{3,}|~{3,})([^`]*)$/;
const setextUnderline = /^(?:=+|-+)[ \t]*$/;
const atxHeading = /^(#{1,6})(?:[ \t]|$)/;
const thematicBreak = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** True for a thematic break: three or more dashes, stars or underscores alone on a line. */
export const isThematicBreak = (line: string): boolean => thematicBreak.test(line.trim());
const listMarker = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;
const htmlBlocks: readonly { readonly opening: RegExp; readonly closing: RegExp | null }[] = [
  { opening: /^<!--/, closing: /-->/ },
  { opening: /^<\?/, closing: /\?>/ },
  {
    opening: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i,
    closing: /<\/(?:script|pre|style|textarea)>/i,
  },
  {
    opening:
      /^<\/?(?:address|article|aside|body|blockquote|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|li|link|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?:[\s/>]|$)/i,
    closing: null,
  },
];

const withoutClosingHashes = (markup: string): string => {
  const trimmed = markup.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === '#') end -= 1;
  if (end === 0) return '';
  return end < trimmed.length && /[ \t]/.test(trimmed[end - 1] ?? '')
    ? trimmed.slice(0, end).trim()
    : trimmed;
};

/** A line without its indentation, whose width is in columns. */
interface IndentedLine extends Line {
  readonly body: string;
  readonly indent: number;
}

const indented = (content: string, line: Line): IndentedLine => {
  let start = line.start;
  let indent = 0;
  for (; content[start] === ' ' || content[start] === '\t'; start += 1)
    indent += content[start] === '\t' ? 4 - (indent % 4) : 1;
  return { ...line, body: content.slice(start, line.end), indent };
};

/** Finds sections line by line; a line is read by what the lines before it have left open. */
class Outliner {
  readonly headings: OutlineHeading[] = [];
  readonly borders: number[] = [];
  readonly literals: { start: number; end: number }[] = [];
  readonly #content: string;
  /** The fence that is open, and the indentation of the item that it stands in. */
  #fence: { readonly marker: string; readonly container: number } | null = null;
  /** The block of HTML that is open; `closing` null: it ends at an empty line. */
  #html: { readonly closing: RegExp | null } | null = null;
  /** The beginning of the paragraph that is open. */
  #paragraph: number | null = null;
  /** True where a line goes on a paragraph within a quote or an item. */
  #isLazy = false;
  /** The indentation of the words of the item that is open; 0 where none is. */
  #item = 0;
  #followsBlank = true;

  constructor(content: string) {
    this.#content = content;
  }

  read(at: Line): void {
    const line = indented(this.#content, at);
    const { start, body, indent } = line;
    if (this.#readInFence(line) || this.#readInHtml(line)) return;
    if (body === '') {
      this.#paragraph = null;
      this.#isLazy = false;
      this.#followsBlank = true;
      return;
    }
    const followsBlank = this.#followsBlank;
    this.#followsBlank = false;
    const startsBlock = followsBlank && indent <= 3;
    if (startsBlock) this.borders.push(start);
    if (this.#item > 0 && indent >= this.#item) {
      if (!this.#openFence(body, this.#item, start) && listMarker.test(body)) this.borders.push(start);
      return;
    }
    const isCode = indent >= 4 && !(this.#item > 0 && listMarker.test(body));
    if (!isCode && (this.#readHeading(line) || this.#readBlock(line) || this.#readItem(line, startsBlock)))
      return;
    if (followsBlank) this.#item = 0;
    if (!isCode && this.#paragraph === null && !this.#isLazy) this.#paragraph = start;
  }

  /** Reads a line of the fence that is open; false where none is, or where the line ends its item. */
  #readInFence({ start, end, body, indent }: IndentedLine): boolean {
    if (this.#fence === null) return false;
    const { marker, container } = this.#fence;
    if (body !== '' && indent < container) {
      this.#fence = null;
      this.#closeLiteral(start);
      return false;
    }
    const closing = body.trimEnd();
    if (closing.length >= marker.length && closing === marker.charAt(0).repeat(closing.length)) {
      this.#fence = null;
      this.#followsBlank = false;
      this.#closeLiteral(end);
    }
    return true;
  }

  #readInHtml({ end, body }: IndentedLine): boolean {
    if (this.#html === null) return false;
    const { closing } = this.#html;
    if (closing === null ? body === '' : closing.test(body)) {
      this.#html = null;
      this.#closeLiteral(end);
    }
    this.#followsBlank = body === '';
    return true;
  }

  #readHeading({ start, end, body }: IndentedLine): boolean {
    if (this.#paragraph !== null && setextUnderline.test(body)) {
      this.headings.push({
        depth: body.startsWith('=') ? 1 : 2,
        start: this.#paragraph,
        end,
        markup: this.#content.slice(this.#paragraph, start).trim(),
      });
      this.#paragraph = null;
      this.#item = 0;
      return true;
    }
    const hashes = atxHeading.exec(body)?.[1];
    if (hashes === undefined) return false;
    const markup = withoutClosingHashes(body.slice(hashes.length));
    this.headings.push({ depth: hashes.length, start, end, markup });
    this.#leaveOpenBlocks();
    this.#followsBlank = true;
    return true;
  }

  /** Reads a line that begins a fence, a block of HTML or a quote, or that is a thematic break. */
  #readBlock({ start, body }: IndentedLine): boolean {
    const html = htmlBlocks.find(({ opening }) => opening.test(body));
    const isQuote = body.startsWith('>');
    if (!this.#openFence(body, 0, start)) {
      if (html !== undefined) this.#openHtml(html.closing, body, start);
      else if (!isQuote && !thematicBreak.test(body)) return false;
    }
    this.#leaveOpenBlocks();
    this.#isLazy = isQuote;
    return true;
  }

  #readItem({ start, body, indent }: IndentedLine, startsBlock: boolean): boolean {
    const marker = listMarker.exec(body);
    if (marker === null) return false;
    if (this.#paragraph !== null) {
      // A paragraph is interrupted by an item with words, and by a number that is 1.
      const interrupts = (marker[1] ?? '1') === '1' && marker[0] !== body.trim();
      if (!interrupts) return false;
    }
    const rest = body.slice(marker[0].length);
    const gap = rest.length - rest.trimStart().length;
    this.#item = indent + marker[0].length + (gap >= 1 && gap <= 4 && rest.trim() !== '' ? gap : 1);
    this.#openFence(rest.trimStart(), this.#item, start);
    this.#paragraph = null;
    this.#isLazy = true;
    if (!startsBlock && indent <= 3) this.borders.push(start);
    return true;
  }

  #leaveOpenBlocks(): void {
    this.#paragraph = null;
    this.#isLazy = false;
    this.#item = 0;
  }

  #openFence(text: string, container: number, start: number): boolean {
    const marker = fenceOpening.exec(text)?.[1];
    if (marker === undefined) return false;
    this.#fence = { marker, container };
    this.#openLiteral(start);
    return true;
  }

  #openHtml(closing: RegExp | null, body: string, start: number): void {
    if (closing?.test(body.slice(2))) return;
    this.#html = { closing };
    this.#openLiteral(start);
  }

  #openLiteral(start: number): void {
    this.literals.push({ start, end: this.#content.length });
  }

  #closeLiteral(end: number): void {
    const last = this.literals.at(-1);
    if (last !== undefined) last.end = end;
  }
}

/**
 * The outline of a markdown text by one look at each line, so that its cost grows with its length on any input
 * (the full parser's does not). Follows CommonMark 0.31 for what decides where a section begins: ATX and setext
 * headings, fences, indented code, quotes, lists, HTML blocks.
 */
export function* outliningMarkdown(given: string): Sliced<Outline> {
  const content = shownMarkdown(given);
  const frontMatterEnd = findFrontMatterEnd(content);
  const outliner = new Outliner(content);
  let lines = 0;
  for (
    let line = lineAt(content, frontMatterEnd ?? (content.startsWith('\uFEFF') ? 1 : 0));
    line.start < content.length;
    line = lineAt(content, line.next)
  ) {
    lines += 1;
    if (lines % linesInASlice === 0) yield;
    outliner.read(line);
  }
  const { headings, literals, borders } = outliner;
  return { frontMatterEnd, headings, literals, borders };
}

/** Like `outliningMarkdown`, without pauses. */
export const outlineMarkdown = (content: string): Outline => atOnce(outliningMarkdown(content));
