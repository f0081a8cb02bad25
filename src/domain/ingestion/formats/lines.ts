import type { ReadableWriter } from './readable-text.ts';

/** A line of a source: [start, end), and where the next begins. */
export interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** The lines of a source, in order. */
export const linesOf = (source: string): readonly Line[] => {
  const lines: Line[] = [];
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf('\n', start);
    const next = newline === -1 ? source.length : newline + 1;
    const text = source.slice(start, newline === -1 ? next : newline).replace(/\r$/, '');
    lines.push({ text, start, end: start + text.length, next });
    start = next;
  }
  return lines;
};

/** Place of the first line behind `at` that is like this, else the number of lines. */
export const placeBehind = (lines: readonly Line[], at: number, is: (text: string) => boolean): number => {
  let place = at + 1;
  while (place < lines.length && !is(lines[place]?.text ?? '')) place += 1;
  return place;
};

export const indentOf = (text: string): number => text.length - text.trimStart().length;

/**
 * Copies [start, end) of a source. Of each match of the pattern, which has the flags `d` and `g`, only what its groups hold is
 * shown.
 */
export const copyShown = (
  writer: ReadableWriter,
  source: string,
  { start, end }: { readonly start: number; readonly end: number },
  markup: RegExp,
): void => {
  let last = start;
  for (const match of source.slice(start, end).matchAll(markup)) {
    writer.copy(last, start + match.index);
    for (const group of match.indices?.slice(1) ?? [])
      if (group !== undefined) writer.copy(start + group[0], start + group[1]);
    last = start + match.index + match[0].length;
  }
  writer.copy(last, end);
};

/** Writes lines that are shown and not read, as a fence. */
export const copyLiteral = (writer: ReadableWriter, lines: readonly Line[]): void => {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return;
  writer.block(first.start);
  writer.mark('~~~~~~\n', first.start);
  for (const line of lines) {
    if (!line.text.includes('~~~~~~')) writer.copy(line.start, line.end);
    writer.mark(line === last ? '\n~~~~~~' : '\n', line.end);
  }
  writer.block(last.end);
};
