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
 * abbreviation stands there or the text goes on in lower case.
 */
export const sentencesOf = (text: string): readonly (readonly [number, number])[] => {
  const sentences: (readonly [number, number])[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?]["'”’)\]]? /g)) {
    const end = match.index + match[0].length - 1;
    const goesOn = /\p{Ll}/u.test(text[end + 1] ?? '');
    const before = text.slice(Math.max(start, match.index - 8), match.index + 1);
    const isShort = abbreviation.test(before) || (numbered.test(before) && /\d/.test(text[end + 1] ?? ''));
    if (goesOn || isShort) continue;
    sentences.push([start, end]);
    start = end + 1;
  }
  if (start < text.length) sentences.push([start, text.length]);
  return sentences;
};
