import type { TextSpan } from './passage.ts';

/** A part of a section from which nothing was taken, though the section gave a statement. */
export interface LeftOver extends TextSpan {
  /** True for code, which is shown and not read. */
  readonly isCode: boolean;
}

/** Fewer words are a label, a name or a greeting. */
const fewestWords = 3;
/** Scripts without spaces between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}]/gu;
const fewestUnspaced = 6;

const saysSomething = (text: string): boolean =>
  (text.match(/[\p{L}'’]+/gu)?.length ?? 0) >= fewestWords ||
  (text.match(unspaced)?.length ?? 0) >= fewestUnspaced;

const fence = /^[ \t]*(?:>[ \t]*)*(`{3,}|~{3,})/;
/** Headings, the line below a heading or a table's head, and addresses of links. */
const unsaid = /^[ \t]{0,3}(?:#{1,6}(?:[ \t]|$)|[|:=\s-]+$|\[[^\]\n]{1,200}\]:[ \t])/;
const delimiterRow = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$/;

/** The lines of a text with their offsets, comments blanked. */
const linesOf = (text: string): readonly (TextSpan & { readonly text: string })[] => {
  const shown = text.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\r\n]/g, ' '));
  return [...shown.matchAll(/[^\r\n]+/g)].map((line) => ({
    text: line[0],
    start: line.index,
    end: line.index + line[0].length,
  }));
};

/**
 * The parts of a text that no span covers and that say something, in order, neighbouring lines as one. Headings, heads of
 * tables, comments and addresses of links are none. The cost grows with the length of the text and the number of spans.
 */
export const leftOverOf = (text: string, spans: readonly TextSpan[]): readonly LeftOver[] => {
  const taken = spans.toSorted((one, other) => one.start - other.start);
  const found: LeftOver[] = [];
  let opened: string | null = null;
  let next = 0;
  /** True where nothing was taken since the last one that was found. */
  let follows = false;
  const lines = linesOf(text);
  for (const [at, line] of lines.entries()) {
    const marks = fence.exec(line.text)?.[1];
    const isFence = marks !== undefined && (opened === null || line.text.trim().startsWith(opened));
    if (isFence) opened = opened === null ? marks : null;
    const isHead = delimiterRow.test(lines[at + 1]?.text ?? '') && line.text.includes('|');
    for (let from = line.start; from < line.end; ) {
      while ((taken[next]?.end ?? line.end) <= from && next < taken.length) next += 1;
      const span = taken[next];
      const to = Math.min(line.end, span === undefined ? line.end : Math.max(from, span.start));
      const part = line.text.slice(from - line.start, to - line.start);
      if (!isFence && !isHead && !unsaid.test(line.text) && /\p{L}/u.test(part)) {
        const last = found.at(-1);
        const isCode = opened !== null;
        const start = from + part.length - part.trimStart().length;
        const end = from + part.trimEnd().length;
        if (follows && last?.isCode === isCode) found[found.length - 1] = { start: last.start, end, isCode };
        else found.push({ start, end, isCode });
        follows = true;
      }
      if (span === undefined || span.start >= line.end) break;
      follows = false;
      from = Math.max(from, Math.min(span.end, line.end));
      if (to === line.end) break;
    }
  }
  return found.filter(({ start, end }) => saysSomething(text.slice(start, end)));
};
