import { type Line, linesOf, placeBehind } from './lines.ts';
import { type ReadableText, ReadableWriter } from './readable-text.ts';

const node = /^\[{1,2}(\/?)([A-Z_]+)\]{1,2}\s*$/;
const field = /^([A-Z][A-Z0-9_ ]*):[ \t]*(.*)$/;
/** Fields that say what a node states, what the record says of itself, and why: the last is shown and not read. */
const stating: ReadonlySet<string> = new Set(['STATEMENT', 'CONTENT']);
const ofRecord: ReadonlySet<string> = new Set(['STATUS', 'DATE']);
const explaining: ReadonlySet<string> = new Set(['RATIONALE', 'COMMENT']);

/** Reads StrictDoc. */
export const readStrictDoc = (source: string): ReadableText => {
  const writer = new ReadableWriter(source);
  const lines = linesOf(source);
  let depth = 1;
  let kind = '';
  const heading = (level: number, start: number, end: number) => {
    writer.block(start);
    writer.mark(`${'#'.repeat(Math.min(6, level))} `, start);
    writer.copy(start, end);
    writer.block(end);
  };
  for (let at = 0; at < lines.length; at += 1) {
    const { text, start, end } = lines[at] as Line;
    const [, closes, named] = node.exec(text) ?? [];
    if (named !== undefined) {
      kind = named;
      if (named === 'SECTION' || named === 'COMPOSITE_REQUIREMENT')
        depth = Math.max(1, depth + (closes === '/' ? -1 : 1));
      continue;
    }
    const [, name, value] = field.exec(text) ?? [];
    if (name === undefined || value === undefined) continue;
    const isLong = value.trim() === '>>>';
    const last = isLong ? placeBehind(lines, at, (other) => other.trim() === '<<<') : at;
    if (name === 'TITLE')
      heading(kind === 'DOCUMENT' ? 1 : depth + (kind === 'SECTION' ? 0 : 1), end - value.length, end);
    else if (ofRecord.has(name)) {
      writer.block(start);
      writer.copy(start, end);
      writer.block(end);
    } else if (stating.has(name) || explaining.has(name)) {
      const spans = isLong ? lines.slice(at + 1, last) : [{ start: end - value.length, end }];
      writer.block(start);
      for (const span of spans) {
        if (explaining.has(name)) writer.mark('> ', span.start);
        writer.copy(span.start, span.end);
        writer.mark('\n', span.end);
      }
      writer.block(spans.at(-1)?.end ?? end);
    }
    at = last;
  }
  return writer.done();
};
