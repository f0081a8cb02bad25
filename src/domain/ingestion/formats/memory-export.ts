import type { Node } from 'jsonc-parser';
import { at, parseJson } from '#domain/ingestion/conversations/json-messages.ts';
import { copyJsonString } from './json-strings.ts';
import { type ReadableText, ReadableWriter } from './readable-text.ts';

/** The field that holds the words of a memory: mem0's and that of the facts of Zep and Graphiti. */
const fields = ['memory', 'fact'] as const;

/** Reads an export of another memory: mem0, Zep, Graphiti. Each of its memories is a fact; null where there is none. */
export const readMemoryExport = (source: string): ReadableText | null => {
  const found: Node[] = [];
  const walk = (node: Node | undefined): void => {
    if (node?.type === 'object') {
      const words = fields.map((name) => at(node, name)).find((value) => value?.type === 'string');
      if (words !== undefined) found.push(words);
    }
    if (node?.type === 'object' || node?.type === 'array')
      for (const child of node.children ?? []) walk(child.type === 'property' ? child.children?.[1] : child);
  };
  walk(parseJson(source));
  if (found.length === 0) return null;
  const writer = new ReadableWriter(source);
  for (const words of found.sort((one, other) => one.offset - other.offset)) {
    writer.line(words.offset);
    writer.mark('- [Fact] ', words.offset);
    copyJsonString(writer, source, words);
  }
  return writer.done();
};
