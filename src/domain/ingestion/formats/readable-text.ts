import type { Turn } from '#domain/ingestion/turns.ts';
import type { UnreadReason } from '#domain/ingestion/unread-reasons.ts';

/** A source as markdown that shows what a reader of it sees, with where each character stands in the source. */
export interface ReadableText {
  readonly text: string;
  /**
   * The offset in the source of each character, and of the end, never falling. What markdown needs beside the source's
   * words stands where they do.
   */
  readonly offsets: readonly number[];
  /** The turns of a conversation; offsets into `text`. */
  readonly turns: readonly Turn[];
  /** Why nothing is read from it; null: it is read. */
  readonly unread: UnreadReason | null;
}

/** Words without white space, and without markdown's own marks: before one of these in words a backslash is written. */
const plain = /[^\s\\`*_[\]<>|~&]+/y;
const opensBlock = /^(?:[#>+-]|=+$|\d{1,9}[.)])/;

/** Writes a readable text from the source's beginning to its end. */
export class ReadableWriter {
  readonly #source: string;
  readonly #pieces: string[] = [];
  readonly #offsets: number[] = [];
  #reached = 0;
  #last = '\n\n';

  constructor(source: string) {
    this.#source = source;
  }

  /** Writes words whose characters stand for `at` and, a `step` apart, what follows it. */
  #push(words: string, at: number, step: 0 | 1): void {
    if (words === '') return;
    this.#pieces.push(words);
    for (let index = 0, offset = at; index < words.length; index += 1, offset += step) this.#stand(offset);
    this.#last = words.length > 1 ? words.slice(-2) : this.#last.slice(-1) + words;
  }

  #stand(offset: number): void {
    if (offset > this.#reached) this.#reached = Math.min(this.#source.length, offset);
    this.#offsets.push(this.#reached);
  }

  /** Writes marks that are not in the source, or words that stand for [at, …) of it. */
  mark(words: string, at: number): void {
    this.#push(words, at, 0);
  }

  /** Writes the source from start to end as it stands. */
  copy(start: number, end: number): void {
    this.#push(this.#source.slice(start, end), start, 1);
  }

  /** How many characters are written. */
  get length(): number {
    return this.#offsets.length;
  }

  /** Writes words each of whose characters stands for an offset of the source. */
  mapped(words: string, offsets: readonly number[]): void {
    if (words === '') return;
    this.#pieces.push(words);
    for (let index = 0; index < words.length; index += 1) this.#stand(offsets[index] ?? 0);
    this.#last = words.length > 1 ? words.slice(-2) : this.#last.slice(-1) + words;
  }

  /** Begins a line, unless one has begun. */
  line(at: number): void {
    if (!this.#last.endsWith('\n')) this.mark('\n', at);
  }

  /** Begins a block, unless one has begun. */
  block(at: number): void {
    this.line(at);
    if (this.#last !== '\n\n') this.mark('\n', at);
  }

  /**
   * Writes words of a text that is no markdown: whitespace folded, its marks escaped. Its characters stand for [start, end)
   * of the source, one for one where the lengths are equal.
   */
  words(text: string, start: number, end: number): void {
    const step = text.length === end - start ? 1 : 0;
    for (let index = 0; index < text.length; ) {
      const at = start + step * index;
      const opens = this.#last.endsWith('\n') && opensBlock.test(text.slice(index, index + 12));
      plain.lastIndex = index;
      const run = opens ? undefined : plain.exec(text)?.[0];
      if (run !== undefined) {
        this.#push(run, at, step);
        index += run.length;
        continue;
      }
      const character = text[index] ?? '';
      if (/\s/.test(character)) {
        if (!/\s$/.test(this.#last)) this.mark(' ', at);
      } else {
        // The number of a list is no mark.
        if (!opens || !/\d/.test(character)) this.mark('\\', at);
        this.#push(character, at, step);
      }
      index += 1;
    }
  }

  done(turns: readonly Turn[] = []): ReadableText {
    return {
      text: this.#pieces.join(''),
      offsets: [...this.#offsets, this.#source.length],
      turns,
      unread: null,
    };
  }
}

/** A source that reads as it stands. */
export const readableAsIs = (text: string, turns: readonly Turn[] = []): ReadableText => ({
  text,
  offsets: Array.from({ length: text.length + 1 }, (_, index) => index),
  turns,
  unread: null,
});

/** A source of which nothing is read: all of it is shown as code. */
export const readableAsCode = (source: string): ReadableText => {
  const writer = new ReadableWriter(source);
  const fence = '`'.repeat(Math.max(3, ...[...source.matchAll(/`{3,}/g)].map(([marks]) => marks.length + 1)));
  writer.mark(`${fence}\n`, 0);
  writer.copy(0, source.length);
  return { ...writer.done(), unread: 'UNKNOWN_FORMAT' };
};

/** The first place that meets a condition, which all behind it meet, too; else the length. */
const firstPlace = <Of>(list: readonly Of[], meets: (one: Of) => boolean): number => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (meets(list[middle] as Of)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The part [start, end) of a source; its offsets, too, count from there. */
export const readablePart = (
  { text, offsets, turns, unread }: ReadableText,
  start: number,
  end: number,
): ReadableText => {
  const placeOf = (offset: number) =>
    Math.min(
      offsets.length - 1,
      firstPlace(offsets, (one) => one >= offset),
    );
  let first = placeOf(start);
  const last = placeOf(end);
  while (text[first] === '\n' && first < last) first += 1;
  const within = (offset: number) => Math.min(Math.max(offset, first), last) - first;
  return {
    text: text.slice(first, last),
    offsets: [...offsets.slice(first, last).map((offset) => offset - start), end - start],
    turns: turns
      .slice(
        firstPlace(turns, (turn) => turn.end > first),
        firstPlace(turns, (turn) => turn.labelStart >= last),
      )
      .map((turn) => ({
        ...turn,
        labelStart: within(turn.labelStart),
        start: within(turn.start),
        end: within(turn.end),
      })),
    unread,
  };
};

/** The span of the source that a span of the readable text was read from. */
export const sourceSpan = (
  { offsets }: Pick<ReadableText, 'offsets'>,
  span: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } => ({
  start: offsets[span.start] ?? 0,
  end: offsets[span.end] ?? offsets.at(-1) ?? 0,
});

/** A section with its text as it is read. */
export const asRead = <Of extends { readonly text: string; readonly readable?: ReadableText | null }>(
  section: Of,
): Of => ({ ...section, text: section.readable?.text ?? section.text });
