import { type ReadableText, ReadableWriter } from './readable-text.ts';

interface Cell {
  readonly start: number;
  readonly end: number;
}

/** The rows of comma- or tab-separated values (RFC 4180). */
const rowsOf = (source: string, separator: string): readonly (readonly Cell[])[] => {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  for (let at = 0; at < source.length; ) {
    let start = at;
    let end = at;
    if (source[at] === '"') {
      start = at + 1;
      end = start;
      while (end < source.length && (source[end] !== '"' || source[end + 1] === '"'))
        end += source[end] === '"' ? 2 : 1;
      at = end + 1;
    }
    while (at < source.length && source[at] !== separator && source[at] !== '\n') at += 1;
    if (start === end && source[start - 1] !== '"') end = at;
    row.push({ start, end });
    if (source[at] !== separator) {
      rows.push(row);
      row = [];
    }
    at += 1;
  }
  if (row.length > 0) rows.push(row);
  return rows.filter((cells) => cells.some(({ start, end }) => source.slice(start, end).trim() !== ''));
};

/** Writes the words of a cell: a doubled quotation mark stands for one. */
const copyCell = (writer: ReadableWriter, source: string, { start, end }: Cell): void => {
  const text = source.slice(start, end);
  const isQuoted = source[start - 1] === '"';
  let from = 0;
  for (const { index } of isQuoted ? text.matchAll(/""/g) : []) {
    writer.words(text.slice(from, index + 1), start + from, start + index + 1);
    from = index + 2;
  }
  writer.words(text.slice(from), start + from, end);
};

/** Characters by which the separator is chosen. */
const sampleLength = 20_000;

/**
 * The separator that gives most rows the same number of cells, of which there are several; of equals the tab, which hardly stands in a
 * text, else the one that gives more cells. A title may stand above the rows. The comma where none does.
 */
const separatorOf = (source: string): string => {
  const sample = source.slice(0, sampleLength);
  const separators = ['\t', ',', ';'].map((separator) => {
    const rows = rowsOf(sample, separator);
    // The last row may be cut.
    const whole = sample === source || rows.length < 2 ? rows : rows.slice(0, -1);
    const byCells = Map.groupBy(whole, ({ length }) => length);
    const [[cells, even] = [0, []]] = [...byCells].sort(
      ([one, as], [other, bs]) => bs.length - as.length || other - one,
    );
    return { separator, cells, even: even.length / whole.length };
  });
  const [best] = separators
    .filter(({ cells }) => cells > 1)
    .sort(
      (one, other) =>
        other.even - one.even ||
        Number(other.separator === '\t') - Number(one.separator === '\t') ||
        other.cells - one.cells,
    );
  return best?.separator ?? ',';
};

/** Reads comma-, semicolon- or tab-separated values as a table. */
export const readSeparatedValues = (source: string): ReadableText => {
  const writer = new ReadableWriter(source);
  const rows = rowsOf(source, separatorOf(source));
  for (const [index, cells] of rows.entries()) {
    const start = cells[0]?.start ?? 0;
    writer.line(start);
    writer.mark('| ', start);
    for (const cell of cells) {
      copyCell(writer, source, cell);
      writer.mark(' | ', cell.end);
    }
    if (index === 0) writer.mark(`\n|${'-|'.repeat(cells.length)}`, cells.at(-1)?.end ?? start);
  }
  return writer.done();
};
