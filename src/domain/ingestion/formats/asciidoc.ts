import { copyLiteral, copyShown, type Line, linesOf, placeBehind } from './lines.ts';
import { type ReadableText, ReadableWriter } from './readable-text.ts';

const markup =
  /(?:link|xref|mailto):[^\s[\]]{0,300}\[([^\]^]{0,300})\^?\]|https?:\/\/[^\s[\]]{1,300}\[([^\]^]{1,300})\^?\]|<<[^,>\n]{0,300},\s*([^>\n]{0,300})>>|<<([^>\n]{0,300})>>|\[\[[^\]\n]{0,300}\]\]|footnote:[^[\s]{0,300}\[[^\]]{0,300}\]|image:[^\s[]{0,300}\[[^\]]{0,300}\]|(?:kbd|btn):\[([^\]]{0,300})\]| \+$/dg;
const heading = /^(={1,6})[ \t]+(?=\S)/;
const item = /^[ \t]*(\*{1,5}|-|\.{1,5}|\d{1,3}\.)[ \t]+(?=\S)/;
/** Delimiters of blocks whose words are code, comments or quotes, and of those whose words are prose. */
const literal = /^(?:-{4,}|\.{4,}|\+{4,}|`{3,}.*|_{4,}|\/{4,})$/;
const prose = /^(?:={4,}|\*{4,}|--)$/;
const attribute = /^:!?([\w-]+)!?:(?:[ \t]|$)/;
/** Block attributes, titles and macros; continuations. */
const unseen =
  /^(?:\[[^\]]*\]|\.(?![. \t]).*|(?:include|image|video|audio|toc|ifdef|ifndef|endif|ifeval)::.*|\+|'{3,}|<{3,})[ \t]*$/;

/** Reads AsciiDoc. */
export const readAsciiDoc = (source: string): ReadableText => {
  const writer = new ReadableWriter(source);
  const lines = linesOf(source);
  const copy = (start: number, end: number) => copyShown(writer, source, { start, end }, markup);
  /** The document's header goes on to the first empty line: author and revision stand there. */
  let inHeader = false;
  let quoted = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const { text, start, end } = line;
    if (literal.test(text)) {
      const delimiter = text.replace(/^(`{3,}).*/, '$1');
      const last = placeBehind(lines, at, (other) => other === delimiter);
      if (!text.startsWith('/')) copyLiteral(writer, lines.slice(at + 1, last));
      at = last;
    } else if (text === '|===' || /^[,:!]===$/.test(text)) {
      const last = placeBehind(lines, at, (other) => other === text);
      copyTable(writer, lines.slice(at + 1, last), copy);
      at = last;
    } else if (text.trim() === '') {
      inHeader = false;
      quoted = false;
      writer.block(start);
    } else if (prose.test(text)) writer.block(start);
    else if (heading.test(text)) {
      const level = heading.exec(text)?.[1]?.length ?? 1;
      inHeader = level === 1;
      writer.block(start);
      writer.mark(`${'#'.repeat(level)} `, start);
      copy(start + (heading.exec(text)?.[0].length ?? 0), end);
      writer.block(end);
    } else if (attribute.test(text)) {
      // A field of the record, or a setting: `:status: accepted`.
      writer.line(start);
      writer.copy(start + 1, end);
      writer.block(end);
    } else if (inHeader || text.startsWith('//')) continue;
    else if (unseen.test(text)) {
      quoted = /^\[(?:quote|verse)/.test(text);
      if (text.trim() !== '+') writer.block(start);
    } else {
      writer.line(start);
      const marker = item.exec(text);
      if (marker?.[1] !== undefined) {
        const depth = /^[*.]+$/.test(marker[1]) ? marker[1].length - 1 : 0;
        writer.mark(`${'   '.repeat(depth)}${/[.\d]/.test(marker[1]) ? '1. ' : '-  '}`, start);
        copy(start + marker[0].length, end);
      } else {
        if (quoted) writer.mark('> ', start);
        // `Term:: what it is`
        const term = /^[^:\n]{1,60}:(?=: )/.exec(text)?.[0].length;
        if (term === undefined) copy(start + (text.length - text.trimStart().length), end);
        else {
          copy(start, start + term);
          copy(start + term + 1, end);
        }
      }
    }
  }
  return writer.done();
};

/** A table whose rows each stand on a line; of other tables each cell is a line of its own. */
const copyTable = (
  writer: ReadableWriter,
  lines: readonly Line[],
  copy: (start: number, end: number) => void,
): void => {
  const rows = lines
    .filter(({ text }) => text.startsWith('|'))
    .map(({ text, start }) =>
      [...text.matchAll(/\|([^|]*)/dg)].map(
        (cell) => cell.indices?.[1]?.map((offset) => start + offset) as [number, number],
      ),
    );
  const columns = rows[0]?.length ?? 0;
  if (columns < 2) {
    copyLiteral(writer, lines);
    return;
  }
  // Cells that follow on lines of their own fill up the rows that the first line measures.
  const cells = rows.flat();
  for (let at = 0; at < cells.length; at += columns) {
    const row = cells.slice(at, at + columns);
    const start = row[0]?.[0] ?? 0;
    writer.line(start);
    writer.mark('| ', start);
    for (const [from, to] of row) {
      copy(from, to);
      writer.mark(' | ', to);
    }
    if (at === 0) writer.mark(`\n|${'-|'.repeat(columns)}`, row.at(-1)?.[1] ?? start);
  }
  const end = cells.at(-1)?.[1];
  if (end !== undefined) writer.block(end);
};
