import { at, parseJson } from '#domain/ingestion/conversations/json-messages.ts';
import { copyJsonString } from './json-strings.ts';
import { type ReadableText, ReadableWriter } from './readable-text.ts';

/** Reads the markdown cells of a Jupyter notebook; code and its output are shown and not read. */
export const readNotebook = (source: string): ReadableText | null => {
  const cells = at(parseJson(source), 'cells')?.children;
  if (cells === undefined) return null;
  const writer = new ReadableWriter(source);
  for (const cell of cells) {
    const words = at(cell, 'source');
    const strings = words?.type === 'array' ? (words.children ?? []) : words === undefined ? [] : [words];
    const isProse = at(cell, 'cell_type')?.value === 'markdown';
    const [first] = strings;
    const last = strings.at(-1);
    if (first === undefined || last === undefined) continue;
    writer.block(first.offset);
    if (!isProse) writer.mark('~~~~~~\n', first.offset);
    for (const string of strings) copyJsonString(writer, source, string);
    const end = last.offset + last.length - 1;
    if (!isProse) writer.mark('\n~~~~~~', end);
    writer.block(end);
  }
  return writer.done();
};
