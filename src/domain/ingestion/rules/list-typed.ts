import { excerptOf } from '#domain/ingestion/passage.ts';
import type { Block, Item } from '#domain/ingestion/read-blocks.ts';
import { labelledFinding, readLabel } from '#domain/ingestion/type-words.ts';
import type { ExtractionRule, Finding } from './extraction-rule.ts';

/** A list item that opens with its type states what follows it; so does a paragraph, but for an entity only in brackets. */
export const listTypedRule: ExtractionRule = {
  id: 'list.typed',
  find: ({ blocks }) => blocks.flatMap(labelledIn),
};

const labelledIn = (block: Block): readonly Finding[] => {
  if (block.type === 'list') return block.items.flatMap(labelledItems);
  if (block.type !== 'paragraph') return [];
  const label = readLabel(block.passage.text);
  if (label === null || (label.form === 'colon' && 'entityType' in label.type)) return [];
  const finding = labelledFinding(label, block.passage);
  return finding === null || finding.content.endsWith(':') ? [] : [finding];
};

const labelledItems = (item: Item): readonly Finding[] => {
  const nested = item.items.flatMap(labelledItems);
  const label = readLabel(item.own.text);
  if (label === null) return nested;
  const announcing = item.own.text.endsWith(':') && nested.length === 0;
  const passage = announcing ? item.whole : item.own;
  const finding = excerptOf(passage, label.end) === null ? null : labelledFinding(label, passage);
  return finding === null ? nested : [finding, ...nested];
};
