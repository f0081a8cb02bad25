import { isMap, isScalar, parseDocument, type Scalar } from 'yaml';
import { indentOf, linesOf } from './lines.ts';
import { type ReadableText, ReadableWriter } from './readable-text.ts';

const copyScalar = (writer: ReadableWriter, source: string, { range, type, value }: Scalar): void => {
  const [start, end] = range ?? [0, 0];
  if (type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED') {
    const [, ...lines] = linesOf(source.slice(start, end));
    const indent = Math.min(
      ...lines.filter(({ text }) => text.trim() !== '').map(({ text }) => indentOf(text)),
    );
    for (const line of lines) {
      writer.copy(start + Math.min(line.start + indent, line.end), start + line.end);
      writer.mark('\n', start + line.end);
    }
  } else if (type === 'PLAIN' && source.slice(start, end) === value) writer.copy(start, end);
  else if (source.slice(start + 1, end - 1) === value) writer.copy(start + 1, end - 1);
  else writer.mark(String(value), start);
};

/** Reads an item of Doorstop: its header and its text; null for other YAML. */
export const readDoorstop = (source: string): ReadableText | null => {
  const { contents } = parseDocument(source, { strict: false, uniqueKeys: false, logLevel: 'silent' });
  if (!isMap(contents)) return null;
  const scalarAt = (name: string): Scalar | null => {
    const scalar: unknown = contents.get(name, true);
    return isScalar(scalar) && typeof scalar.value === 'string' && scalar.value.trim() !== '' ? scalar : null;
  };
  if (!contents.has('text') || !['level', 'active', 'normative', 'links'].some((name) => contents.has(name)))
    return null;
  const writer = new ReadableWriter(source);
  const parts = [
    ['header', scalarAt('header')],
    ['text', scalarAt('text')],
  ] as const;
  for (const [name, scalar] of parts) {
    if (scalar === null) continue;
    const start = scalar.range?.[0] ?? 0;
    writer.block(start);
    if (name === 'header') writer.mark('# ', start);
    copyScalar(writer, source, scalar);
  }
  return writer.done();
};
