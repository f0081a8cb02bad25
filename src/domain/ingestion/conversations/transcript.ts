import type { Turn } from '#domain/ingestion/turns.ts';

/** A conversation in one form, whatever program wrote it down. */
export interface Transcript {
  readonly turns: readonly Turn[];
  /** The source character by character, with what nobody said in blanks: offsets of turns hold in both. */
  readonly text: string;
}

/** Reads one format; null for any other text. Recognises it by its content. */
export type Importer = (text: string) => Transcript | null;

/** A line that opens a turn: its words begin at `start`, behind the label, or on the next line. */
export interface LabelLine {
  readonly speaker: string;
  readonly labelStart: number;
  readonly start: number;
  readonly day?: string | null;
  readonly role?: Turn['role'];
}

const endOf = (text: string, start: number, limit: number): number => {
  let end = Math.max(start, limit);
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return end;
};
const startOf = (text: string, start: number, end: number): number => {
  let at = start;
  while (at < end && /\s/.test(text[at] ?? '')) at += 1;
  return at;
};

/** Turns that go from each label to the next one. */
export const turnsBetween = (text: string, labels: readonly LabelLine[]): readonly Turn[] =>
  labels.map(({ labelStart, start, ...label }, at) => {
    const limit = labels[at + 1]?.labelStart ?? text.length;
    const end = endOf(text, start, limit);
    return { ...label, labelStart, start: startOf(text, start, end), end };
  });

/** The labels that a pattern finds at the heads of lines; its groups `speaker` and `when` name who and when. */
const labelsBy = (
  text: string,
  pattern: RegExp,
  dayOf: (when: string) => string | null = () => null,
): readonly LabelLine[] =>
  [...text.matchAll(pattern)].map((match) => ({
    speaker: (match.groups?.speaker ?? '').trim(),
    labelStart: match.index,
    start: match.index + match[0].length,
    day: dayOf(match.groups?.when ?? ''),
  }));

/** An importer of a format whose every message begins with such a label; `least` labels recognise it. */
export const byLabels =
  (
    pattern: RegExp,
    least: number,
    daysOf: (whens: readonly string[]) => (when: string) => string | null,
  ): Importer =>
  (text) => {
    const whens = [...text.matchAll(pattern)].map((match) => match.groups?.when ?? '');
    if (whens.length < least) return null;
    return { text, turns: turnsBetween(text, labelsBy(text, pattern, daysOf(whens))) };
  };

/** A part of a text with the words that stand in its place. */
export type Replaced = readonly [start: number, end: number, words: string];

/** The text with these parts replaced; a part that begins before the end of the one before it is left as it stands. */
export const replacing = (text: string, parts: Iterable<Replaced>): string => {
  const pieces: string[] = [];
  let last = 0;
  for (const [start, end, words] of parts) {
    if (start < last) continue;
    pieces.push(text.slice(last, start), words);
    last = end;
  }
  return pieces.join('') + text.slice(last);
};

/** Letters and marks of a text as blanks, which leaves its line endings. */
export const blankOf = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** The text with everything but line endings blank in these parts, which ascend. */
export const blanked = (text: string, parts: readonly (readonly [start: number, end: number])[]): string =>
  replacing(
    text,
    parts.map(([start, end]): Replaced => [start, end, blankOf(text.slice(start, end))]),
  );
