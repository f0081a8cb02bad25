import { copyLiteral, copyShown, indentOf, type Line, linesOf, placeBehind } from './lines.ts';
import { type ReadableText, ReadableWriter } from './readable-text.ts';

const markup =
  /\[\[[^\]\n]{0,300}\]\[([^\]\n]{0,300})\]\]|\[\[([^\]\n]{0,300})\]\]|(?<=^|[\s(])[=~]([^=~\n]{1,300})[=~](?=[\s.,;:!?)]|$)|<<[^<>\n]{0,300}>>|\[fn:[^\]]{0,300}\]/dg;
const heading = /^(\*+)[ \t]+(?:(?:TODO|DONE|NEXT|WAITING)[ \t]+)?(?:\[#[A-Z]\][ \t]+)?/;
const tags = /[ \t]+:[\w@:]+:[ \t]*$/;
const opening = /^[ \t]*#\+begin_(\w+)/i;
const closing = /^[ \t]*#\+end_/i;
/** Special blocks whose words are prose. */
const proseBlocks = /^(?:center|note|warning|tip|important|abstract)$/i;

/** Reads Org. */
export const readOrg = (source: string): ReadableText => {
  const writer = new ReadableWriter(source);
  const lines = linesOf(source);
  let drawer = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const { text, start, end } = line;
    const trimmed = text.trim();
    const block = opening.exec(text)?.[1];
    if (block !== undefined && !proseBlocks.test(block)) {
      const last = placeBehind(lines, at, (other) => closing.test(other));
      if (block.toLowerCase() !== 'comment') copyLiteral(writer, lines.slice(at + 1, last));
      at = last;
    } else if (block !== undefined || closing.test(text) || trimmed === '') writer.block(start);
    else if (/^:end:$/i.test(trimmed)) drawer = false;
    else if (/^:(?:logbook|clock):$/i.test(trimmed)) drawer = true;
    else if (drawer || /^:properties:$/i.test(trimmed) || /^#(?:\s|$)/.test(trimmed)) continue;
    else if (heading.test(text)) {
      const marker = heading.exec(text);
      writer.block(start);
      writer.mark(`${'#'.repeat(Math.min(6, marker?.[1]?.length ?? 1))} `, start);
      const from = start + (marker?.[0].length ?? 0);
      copyShown(
        writer,
        source,
        { start: from, end: Math.max(from, start + text.replace(tags, '').length) },
        markup,
      );
      writer.block(end);
    } else if (/^#\+title:/i.test(text)) {
      writer.block(start);
      writer.mark('# ', start);
      writer.copy(start + text.indexOf(':') + 1 + indentOf(text.slice(text.indexOf(':') + 1)), end);
      writer.block(end);
    } else if (/^(?:#\+\w+:|:[\w-]+:)/.test(trimmed)) {
      // A field of the record, or a setting: `#+STATUS: accepted`, `:STATUS: accepted`.
      writer.line(start);
      writer.copy(start + indentOf(text) + (trimmed.length - trimmed.replace(/^[#+:]+/, '').length), end);
      writer.block(end);
    } else if (/^\|[-+|]+\|?$/.test(trimmed)) {
      writer.line(start);
      writer.mark(trimmed.replaceAll('+', '|'), start);
    } else if (trimmed.startsWith(': ')) copyLiteral(writer, [line]);
    else {
      writer.line(start);
      const indent = indentOf(text);
      const isItem = /^(?:[-+]|\d+[.)])\s/.test(trimmed);
      writer.mark(' '.repeat(isItem ? Math.min(indent, 18) : 0), start);
      copyShown(writer, source, { start: start + indent, end }, markup);
    }
  }
  return writer.done();
};
