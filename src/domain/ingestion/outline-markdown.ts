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

/**
 * The outline of a markdown text by one look at each line, so that its cost grows with its length on any input
 * (the full parser's does not). Follows CommonMark 0.31 for what decides where a section begins: ATX and setext
 * headings, fences, indented code, quotes, lists, HTML blocks.
 */
export function* outliningMarkdown(given: string): Sliced<Outline> {
  const content = shownMarkdown(given);
  const headings: OutlineHeading[] = [];
  const borders: number[] = [];
  const literals: { start: number; end: number }[] = [];
  const frontMatterEnd = findFrontMatterEnd(content);

  let lines = 0;
  let fence: { marker: string; container: number } | null = null;
  let html: { closing: RegExp | null } | null = null;
  let paragraph: number | null = null;
  let lazy = false;
  let item = 0;
  let afterBlank = true;

  const openLiteral = (start: number) => literals.push({ start, end: content.length });
  const closeLiteral = (end: number) => {
    const last = literals.at(-1);
    if (last !== undefined) last.end = end;
  };
  const openFence = (text: string, container: number, start: number): boolean => {
    const opening = fenceOpening.exec(text);
    if (opening?.[1] === undefined) return false;
    fence = { marker: opening[1], container };
    openLiteral(start);
    return true;
  };

  for (
    let line = lineAt(content, frontMatterEnd ?? (content.startsWith('\uFEFF') ? 1 : 0));
    line.start < content.length;
    line = lineAt(content, line.next)
  ) {
    lines += 1;
    if (lines % linesInASlice === 0) yield;
    let bodyStart = line.start;
    let indent = 0;
    for (; content[bodyStart] === ' ' || content[bodyStart] === '\t'; bodyStart += 1) {
      indent += content[bodyStart] === '\t' ? 4 - (indent % 4) : 1;
    }
    const body = content.slice(bodyStart, line.end);

    if (fence !== null) {
      const { marker, container }: { marker: string; container: number } = fence;
      if (body === '' || indent >= container) {
        const closing = body.trimEnd();
        if (closing.length >= marker.length && closing === marker.charAt(0).repeat(closing.length)) {
          fence = null;
          afterBlank = false;
          closeLiteral(line.end);
        }
        continue;
      }
      fence = null;
      closeLiteral(line.start);
    }
    if (html !== null) {
      const { closing }: { closing: RegExp | null } = html;
      if (closing === null ? body === '' : closing.test(body)) {
        html = null;
        closeLiteral(line.end);
      }
      afterBlank = body === '';
      continue;
    }
    if (body === '') {
      paragraph = null;
      lazy = false;
      afterBlank = true;
      continue;
    }
    const startsBlock = afterBlank && indent <= 3;
    if (startsBlock) borders.push(line.start);
    const followsBlank = afterBlank;
    afterBlank = false;

    if (item > 0 && indent >= item) {
      if (!openFence(body, item, line.start) && listMarker.test(body)) borders.push(line.start);
      continue;
    }
    if (indent >= 4 && !(item > 0 && listMarker.test(body))) {
      if (followsBlank) item = 0;
      continue;
    }
    if (paragraph !== null && setextUnderline.test(body)) {
      headings.push({
        depth: body.startsWith('=') ? 1 : 2,
        start: paragraph,
        end: line.end,
        markup: content.slice(paragraph, line.start).trim(),
      });
      paragraph = null;
      item = 0;
      continue;
    }
    const atx = atxHeading.exec(body);
    if (atx?.[1] !== undefined) {
      headings.push({
        depth: atx[1].length,
        start: line.start,
        end: line.end,
        markup: withoutClosingHashes(body.slice(atx[1].length)),
      });
      paragraph = null;
      lazy = false;
      item = 0;
      afterBlank = true;
      continue;
    }
    if (openFence(body, 0, line.start)) {
      paragraph = null;
      lazy = false;
      item = 0;
      continue;
    }
    const htmlBlock = htmlBlocks.find(({ opening }) => opening.test(body));
    if (htmlBlock !== undefined) {
      if (htmlBlock.closing === null || !htmlBlock.closing.test(body.slice(2))) {
        html = { closing: htmlBlock.closing };
        openLiteral(line.start);
      }
      paragraph = null;
      lazy = false;
      item = 0;
      continue;
    }
    if (body.startsWith('>')) {
      paragraph = null;
      lazy = true;
      item = 0;
      continue;
    }
    if (thematicBreak.test(body)) {
      paragraph = null;
      lazy = false;
      item = 0;
      continue;
    }
    const marker = listMarker.exec(body);
    const interrupts = paragraph === null || (marker?.[1] ?? '1') === '1';
    if (marker !== null && interrupts && !(paragraph !== null && marker[0] === body.trim())) {
      const rest = body.slice(marker[0].length);
      const gap = rest.length - rest.trimStart().length;
      item = indent + marker[0].length + (gap >= 1 && gap <= 4 && rest.trim() !== '' ? gap : 1);
      openFence(rest.trimStart(), item, line.start);
      paragraph = null;
      lazy = true;
      if (!startsBlock && indent <= 3) borders.push(line.start);
      continue;
    }
    if (followsBlank) item = 0;
    if (paragraph === null && !lazy) paragraph = line.start;
  }
  return { frontMatterEnd, headings, literals, borders };
}

/** Like `outliningMarkdown`, without pauses. */
export const outlineMarkdown = (content: string): Outline => atOnce(outliningMarkdown(content));
