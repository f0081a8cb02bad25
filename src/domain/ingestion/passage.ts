/** A part of a text, in UTF-16 code units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Plain text read from marked-up text that still knows, character by character, where it stood. Whitespace is folded. */
export type Passage = {
  readonly text: string;
  /** Source offsets of each character: it stood at [from, to). A folded space covers the whole run it stands for. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** The source of the whole passage, markup included. */
  readonly start: number;
  readonly end: number;
  /** Offsets in the text at which the source's lines begin, after the first. */
  readonly lines: readonly number[];
  /** How many of its characters stand in inline code. */
  readonly code: number;
};

export type Excerpt = { readonly content: string; readonly start: number; readonly end: number };

/**
 * The part [first, last) of a passage, trimmed; its span includes the markup that closes or opens at its borders. Null
 * when nothing is left.
 */
export const excerptOf = (passage: Passage, first = 0, last = passage.text.length): Excerpt | null => {
  let begin = first;
  let finish = Math.min(last, passage.text.length);
  while (begin < finish && passage.text[begin] === ' ') begin += 1;
  while (finish > begin && passage.text[finish - 1] === ' ') finish -= 1;
  if (begin >= finish) return null;
  const start =
    begin === 0
      ? passage.start
      : passage.text[begin - 1] === ' '
        ? (passage.to[begin - 1] ?? passage.start)
        : (passage.from[begin] ?? passage.start);
  const end =
    finish === passage.text.length
      ? passage.end
      : passage.text[finish] === ' '
        ? (passage.from[finish] ?? passage.end)
        : (passage.to[finish - 1] ?? passage.end);
  return { content: passage.text.slice(begin, finish), start, end };
};

const abbreviation = /(?:^|[\s(])(?:e\.?g|i\.e|eg|ie|etc|vs|cf|ca|approx|dr|mr|mrs|ms|st|al|\p{L})\.$/iu;
/** Words that are short for others before a number alone: `No. We will` is two sentences. */
const numbered = /(?:^|[\s(])(?:no|fig|sec)\.$/i;

/**
 * The sentences of a plain text as [start, end) pairs: each ends at `.`, `!` or `?` before a space, unless an
 * abbreviation stands there or the text goes on in lower case, or at a full stop of Chinese or Japanese.
 */
export const sentencesOf = (text: string): readonly (readonly [number, number])[] => {
  const sentences: (readonly [number, number])[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?]["'”’)\]]? |[。！？]["'”’」』）]? ?/g)) {
    const end = match.index + match[0].trimEnd().length;
    const next = match.index + match[0].length;
    const goesOn = /\p{Ll}/u.test(text[next] ?? '');
    const before = text.slice(Math.max(start, match.index - 8), match.index + 1);
    const isShort = abbreviation.test(before) || (numbered.test(before) && /\d/.test(text[next] ?? ''));
    if (goesOn || isShort) continue;
    sentences.push([start, end]);
    start = next;
  }
  if (start < text.length) sentences.push([start, text.length]);
  return sentences;
};

/** The parts of a passage that begin at these of its lines, and what stands before the first. */
export const partsOfPassage = (passage: Passage, lines: readonly number[]): readonly Passage[] => {
  if (lines.length === 0) return [passage];
  const starts = [0, ...lines];
  return starts.map((first, at): Passage => {
    const last = starts[at + 1] ?? passage.text.length;
    const { start = passage.start, end = passage.end } = excerptOf(passage, first, last) ?? {};
    const length = passage.text.slice(first, last).trimEnd().length;
    return {
      text: passage.text.slice(first, first + length),
      from: passage.from.slice(first, first + length),
      to: passage.to.slice(first, first + length),
      start,
      end,
      lines: passage.lines.filter((line) => first < line && line < last).map((line) => line - first),
      code: Math.min(passage.code, length),
    };
  });
};
