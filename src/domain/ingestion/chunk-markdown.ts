import { atOnce, type Sliced } from '#domain/slices.ts';
import { type ExtractionNumbers, extractionDefaults } from './extraction-numbers.ts';
import { type ReadableText, readablePart, sourceSpan } from './formats/readable-text.ts';
import { outliningMarkdown } from './outline-markdown.ts';
import { plainMarkdown } from './read-blocks.ts';

type Chunk = {
  /** Place in the document, from 0. */
  readonly ordinal: number;
  /** The texts of the enclosing headings, outermost first, the chunk's own last; empty before the first heading. */
  readonly headingPath: readonly string[];
  /** UTF-16 code units into the document's content, whose slice from start to end is the text. */
  readonly startOffset: number;
  readonly endOffset: number;
  readonly text: string;
  /** True for a piece of code or HTML that does not show it, since what opened it stands in a chunk before: nothing is read from it. */
  readonly literal: boolean;
  /** The chunk as markdown; null where it is markdown itself. */
  readonly readable: ReadableText | null;
};

export type ChunkedMarkdown = {
  /** The first heading of the first level, else the front matter's title, else null. */
  readonly title: string | null;
  readonly chunks: readonly Chunk[];
};

const headingsInASlice = 16;

/**
 * Cuts a markdown text into the chunks that statements are read from. A chunk is a section: a heading and its own
 * text up to the next heading of any level; a front matter is a chunk of its own. A section longer than
 * `chunkLength` (4,000) is split where a block or a list item begins, else at a line, else at whitespace, else
 * anywhere but inside a surrogate pair. Every character that is not whitespace belongs to exactly one chunk; text
 * of whitespace alone has none. A fence or HTML block that is split goes on in chunks of its own (`literal`). Takes
 * any string and never throws; the cost grows with the length: no markdown parser sees more than a heading of
 * `headingLength` (200) here.
 */
export function* chunkingMarkdown(
  content: string,
  numbers: ExtractionNumbers = extractionDefaults,
): Sliced<ChunkedMarkdown> {
  const { frontMatterEnd, headings, literals, borders } = yield* outliningMarkdown(content);
  const chunks: Chunk[] = [];
  let nextBorder = 0;
  let nextLiteral = 0;

  const add = (headingPath: readonly string[], start: number, end: number) => {
    for (let from = start; from < end; ) {
      while (nextBorder < borders.length && (borders[nextBorder] ?? 0) <= from) nextBorder += 1;
      while ((literals[nextLiteral]?.end ?? content.length) <= from && nextLiteral < literals.length)
        nextLiteral += 1;
      const enclosing = literals[nextLiteral];
      const literal = enclosing !== undefined && enclosing.start < from;
      const stop = literal ? Math.min(enclosing.end, end) : end;
      let cut = stop;
      if (stop - from > numbers.chunkLength) {
        let border = 0;
        for (; (borders[nextBorder] ?? stop) <= from + numbers.chunkLength; nextBorder += 1) {
          border = borders[nextBorder] ?? 0;
        }
        cut = border > from ? border : findCut(content, from, from + numbers.chunkLength);
      }
      const text = content.slice(from, cut);
      const endOffset = from + text.trimEnd().length;
      if (endOffset > from) {
        let startOffset = from + text.length - text.trimStart().length;
        while (startOffset > from && /[ \t]/.test(content[startOffset - 1] ?? '')) startOffset -= 1;
        chunks.push({
          ordinal: chunks.length,
          headingPath,
          startOffset,
          endOffset,
          text: content.slice(startOffset, endOffset),
          literal,
          readable: null,
        });
      }
      from = cut;
    }
  };

  let title: string | null = null;
  let path: readonly { readonly depth: number; readonly text: string }[] = [];
  if (frontMatterEnd !== null) add([], 0, frontMatterEnd);
  add([], frontMatterEnd ?? 0, headings[0]?.start ?? content.length);
  for (const [index, heading] of headings.entries()) {
    if (index % headingsInASlice === headingsInASlice - 1) yield;
    const text = cutHeading(plainMarkdown(heading.markup.slice(0, 2 * numbers.headingLength)), numbers);
    if (heading.depth === 1 && text !== '') title ??= text;
    path = [...path.filter(({ depth }) => depth < heading.depth), { depth: heading.depth, text }];
    add(
      path.map((enclosing) => enclosing.text),
      heading.start,
      headings[index + 1]?.start ?? content.length,
    );
  }
  return {
    title: title ?? frontMatterTitle(content.slice(0, frontMatterEnd ?? 0)),
    chunks,
  };
}

/** Like `chunkingMarkdown`, for a document that is read as markdown, or is markdown (null). Offsets are those of the document. */
export function* chunkingDocument(
  content: string,
  readable: ReadableText | null,
  numbers: ExtractionNumbers = extractionDefaults,
): Sliced<ChunkedMarkdown> {
  if (readable === null) return yield* chunkingMarkdown(content, numbers);
  const { title, chunks } = yield* chunkingMarkdown(readable.text, numbers);
  const own: Chunk[] = [];
  for (const [index, chunk] of chunks.entries()) {
    if (index % headingsInASlice === headingsInASlice - 1) yield;
    const { start, end } = sourceSpan(readable, { start: chunk.startOffset, end: chunk.endOffset });
    if (start >= end) continue;
    own.push({
      ...chunk,
      ordinal: own.length,
      startOffset: start,
      endOffset: end,
      text: content.slice(start, end),
      readable: readablePart(readable, start, end),
    });
  }
  return { title, chunks: own };
}

/** Like `chunkingMarkdown`, without pauses. */
export const chunkMarkdown = (...given: Parameters<typeof chunkingMarkdown>): ChunkedMarkdown =>
  atOnce(chunkingMarkdown(...given));

const cutHeading = (text: string, numbers: ExtractionNumbers): string =>
  text.length <= numbers.headingLength ? text : text.slice(0, numbers.headingLength).toWellFormed();

const frontMatterTitle = (frontMatter: string): string | null =>
  /^title:[ \t]*["']?([^"'\r\n]+)/m.exec(frontMatter)?.[1]?.trim().slice(0, 200) ?? null;

/** Same as `\s`, which costs ten times as much per letter in a text without spaces. */
const isSpaceAt = (content: string, at: number): boolean => {
  const code = content.charCodeAt(at);
  return code < 128 ? code === 32 || (code >= 9 && code <= 13) : /\s/.test(content[at] ?? '');
};

/** The end of a sentence with the white space behind it. */
const sentenceEnd = /[.!?]["'”’)\]]{0,2}\s+(?=[\p{Lu}\p{N}"“(`*_[])|[。！？]/gu;

/** The last place in (from, limit] after a sentence, else a line, else whitespace, else the limit, moved off a surrogate pair. */
const findCut = (content: string, from: number, limit: number): number => {
  const part = content.slice(from, limit);
  const isTable = /(?:^|\n)[ \t]*\|[^\n]*$/.test(part);
  const sentence = isTable ? null : [...part.matchAll(sentenceEnd)].at(-1);
  if (sentence) return from + sentence.index + sentence[0].length;
  const line = part.lastIndexOf('\n') + 1;
  if (line > 0) return from + line;
  for (let at = limit; at > from; at -= 1) {
    if (isSpaceAt(content, at - 1)) return at;
  }
  const pair =
    /[\uD800-\uDBFF]/.test(content[limit - 1] ?? '') && /[\uDC00-\uDFFF]/.test(content[limit] ?? '');
  return pair && limit - 1 > from ? limit - 1 : limit;
};
