import { copyLiteral, copyShown, indentOf, type Line, linesOf } from './lines.ts';
import { type ReadableText, ReadableWriter } from './readable-text.ts';

const markup =
  /``([^`\n]{1,300})``|:[\w:+.-]+:`([^`<\n]{1,300}?)(?:\s*<[^>\n]{0,300}>)?`|`([^`<\n]{1,300}?)(?:\s*<[^>\n]{0,300}>)?`_{0,2}|(?=_)(?<=(?<![\p{L}\p{N}_])\p{L}(?:[\p{L}\p{N}.+:_-]{0,60}\p{L})?)__?(?=[\s.,;:!?)]|$)|\[(?:#\w*|\d+|\*)\]_|\|([^|\s][^|\n]{0,300})\|_{0,2}/dgu;
const adornment = /^([!-/:-@[-`{-~])\1{2,}$/;
const isAdornment = (text: string | undefined): boolean => adornment.test(text?.trimEnd() ?? '');
const explicit = /^\.\.(?:[ \t]|$)/;
const directive = /^\.\. (?:\|[^|]*\| )?([\w-]+(?::[\w-]+)*)::/;
/** Directives whose content is prose. */
const proseDirectives =
  /^(?:note|warning|tip|hint|important|caution|attention|danger|error|admonition|seealso|topic|rubric|compound|container|versionadded|versionchanged|deprecated)$/;
const field = /^:([^:\n]+):(?=[ \t]|$)/;
const columnRule = /^=+(?:[ \t]+=+)+$/;
const item = /^([-*+\u2022]|#\.|\(?(?:\d{1,3}|[a-z])[.)])[ \t]+/;

/** Reads reStructuredText. */
export const readRestructuredText = (source: string): ReadableText => {
  const writer = new ReadableWriter(source);
  const lines = linesOf(source);
  /** Adornments in the order of their first use: the level of their headings. */
  const levels: string[] = [];
  const copy = (start: number, end: number) => copyShown(writer, source, { start, end }, markup);
  const textOf = (at: number): string => lines[at]?.text.trimEnd() ?? '';
  /** The first line at or behind `at` that is not indented deeper. */
  const endOfIndented = (at: number, indent: number): number => {
    let next = at;
    while (next < lines.length && (textOf(next) === '' || indentOf(textOf(next)) > indent)) next += 1;
    while (next > at && textOf(next - 1) === '') next -= 1;
    return next;
  };
  const literalUntil = (at: number, last: number) =>
    copyLiteral(
      writer,
      lines.slice(at, last).filter(({ text }, index) => index > 0 || text.trim() !== ''),
    );
  const title = (at: number, style: string) => {
    const { text, start, end } = lines[at] as Line;
    if (!levels.includes(style)) levels.push(style);
    writer.block(start);
    writer.mark(`${'#'.repeat(Math.min(6, levels.indexOf(style) + 1))} `, start);
    copy(start + indentOf(text), end);
    writer.block(end);
  };

  for (let at = 0; at < lines.length; at += 1) {
    const { text, start, end } = lines[at] as Line;
    const trimmed = text.trim();
    const indent = indentOf(text);
    if (trimmed === '') writer.block(start);
    else if (isAdornment(text) && isAdornment(textOf(at + 2)) && textOf(at + 1) !== '') {
      title(at + 1, `${trimmed[0]}${trimmed[0]}`);
      at += 2;
    } else if (indent === 0 && isAdornment(textOf(at + 1)) && !isAdornment(text)) {
      title(at, textOf(at + 1)[0] ?? '');
      at += 1;
    } else if (isAdornment(text)) writer.block(start);
    else if (explicit.test(trimmed)) {
      const name = directive.exec(trimmed)?.[1];
      const last = endOfIndented(at + 1, indent);
      writer.block(start);
      if (name !== undefined && proseDirectives.test(name)) {
        // The words behind the directive's name, and below it, are read on.
        const own = /^\s*\.\. [\w:-]+::[ \t]*/.exec(text)?.[0].length ?? text.length;
        copy(start + own, end);
        writer.block(end);
      } else {
        // A comment or a target shows nothing; what another directive holds is shown and not read.
        if (name !== undefined) literalUntil(at + 1, last);
        at = last - 1;
      }
    } else if (columnRule.test(trimmed)) at = copySimpleTable(writer, lines, at, copy);
    else if (/^\+[-+]+\+$/.test(trimmed)) at = copyGridTable(writer, lines, at, copy);
    else if (field.test(trimmed)) {
      writer.line(start);
      copy(start + indent + 1, end);
      writer.block(end);
    } else if (/^(?:>>> |\.\.\. )/.test(trimmed)) copyLiteral(writer, [lines[at] as Line]);
    else {
      writer.line(start);
      const marker = item.exec(trimmed);
      if (marker !== null) {
        const isNumbered = /[#\d]/.test(marker[0]);
        writer.mark(`${' '.repeat(Math.min(indent, 18))}${isNumbered ? '1. ' : '-  '}`, start);
        copy(start + indent + marker[0].length, end);
      } else copy(start + indent, end);
      if (trimmed.endsWith('::') && textOf(at + 1) === '') {
        const last = endOfIndented(at + 1, indent);
        if (last > at + 1) literalUntil(at + 1, last);
        at = Math.max(at, last - 1);
      }
    }
  }
  return writer.done();
};

type Copy = (start: number, end: number) => void;

const copyRow = (
  writer: ReadableWriter,
  cells: readonly (readonly [number, number])[],
  copy: Copy,
  isHead: boolean,
): void => {
  const start = cells[0]?.[0] ?? 0;
  writer.line(start);
  writer.mark('| ', start);
  for (const [from, to] of cells) {
    copy(from, to);
    writer.mark(' | ', to);
  }
  if (isHead) writer.mark(`\n|${'-|'.repeat(cells.length)}`, cells.at(-1)?.[1] ?? start);
};

/** A table whose columns stand under lines of `=`; returns its last line. */
const copySimpleTable = (
  writer: ReadableWriter,
  lines: readonly Line[],
  first: number,
  copy: Copy,
): number => {
  const borders = [...(lines[first]?.text ?? '').matchAll(/=+/g)].map(({ index }) => index);
  let isHead = true;
  let rules = 1;
  let at = first + 1;
  writer.block(lines[first]?.start ?? 0);
  for (; at < lines.length; at += 1) {
    const { text, start, end } = lines[at] as Line;
    if (columnRule.test(text.trim())) {
      rules += 1;
      if (rules === 3 || (lines[at + 1]?.text.trim() ?? '') === '') break;
    } else if (text.trim() !== '') {
      const cells = borders.map(
        (border, index) =>
          [
            Math.min(start + border, end),
            Math.min(start + (borders[index + 1] ?? text.length), end),
          ] as const,
      );
      copyRow(writer, cells, copy, isHead);
      isHead = false;
    }
  }
  writer.block(lines[Math.min(at, lines.length - 1)]?.start ?? 0);
  return at;
};

/** A table drawn with `+`, `-` and `|`; returns its last line. */
const copyGridTable = (writer: ReadableWriter, lines: readonly Line[], first: number, copy: Copy): number => {
  let isHead = true;
  let at = first;
  writer.block(lines[first]?.start ?? 0);
  for (; at < lines.length && /^[ \t]*[+|]/.test(lines[at]?.text ?? ''); at += 1) {
    const { text, start } = lines[at] as Line;
    if (!/^[ \t]*\|/.test(text)) continue;
    const cells = [...text.matchAll(/\|([^|]*)(?=\|)/dg)].map(
      ({ indices }) => [start + (indices?.[1]?.[0] ?? 0), start + (indices?.[1]?.[1] ?? 0)] as const,
    );
    copyRow(writer, cells, copy, isHead);
    isHead = false;
  }
  writer.block(lines[Math.min(at, lines.length - 1)]?.start ?? 0);
  return at - 1;
};
