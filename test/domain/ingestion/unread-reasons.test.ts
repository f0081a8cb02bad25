import { expect, test } from 'vitest';
import type { Block } from '#domain/ingestion/read-blocks.ts';
import { readSection } from '#domain/ingestion/sections/section-families.ts';
import { type UnreadFacts, type UnreadReason, unreadReason } from '#domain/ingestion/unread-reasons.ts';

const block = (type: Block['type']): Block => ({ type }) as Block;
const facts = (more: Partial<UnreadFacts> = {}): UnreadFacts => ({
  text: '# Gauges\n\nWords',
  isFrontMatter: false,
  section: readSection(['Gauges']),
  blocks: [block('heading'), block('paragraph')],
  spokenByAssistant: false,
  language: null,
  belowThreshold: false,
  ...more,
});
/** Everything at once: the first reason that holds is given. */
const all: Partial<UnreadFacts> = {
  isFrontMatter: true,
  spokenByAssistant: true,
  section: readSection(['Context']),
  language: 'German',
  belowThreshold: true,
  blocks: [],
};

test.for<readonly [reason: UnreadReason | null, title: string, Partial<UnreadFacts>]>([
  [null, 'a heading alone', { ...all, text: '## Gauges' }],
  [null, 'no letters under a heading', { text: '# Gauges\n\n---\n42' }],
  [null, 'no block but headings', { blocks: [block('heading')] }],
  ['FRONT_MATTER', 'of all reasons the first', all],
  ['SPOKEN_BY_ASSISTANT', 'no front matter', { ...all, isFrontMatter: false }],
  ['EXPLANATORY_SECTION', 'nor an assistant', { ...all, isFrontMatter: false, spokenByAssistant: false }],
  ['LANGUAGE', 'another language', { language: 'German', belowThreshold: true, blocks: [] }],
  ['BELOW_THRESHOLD', 'statements of low scores', { belowThreshold: true, blocks: [] }],
  ['NO_STATEMENT', 'none of the words that a statement needs', { blocks: null }],
  ['TOO_DENSE', 'no block could be read', { blocks: [] }],
  ['NO_PROSE', 'literals alone', { blocks: [block('heading'), block('literal')] }],
  ['NO_STATEMENT', 'a literal and prose', { blocks: [block('literal'), block('paragraph')] }],
  ['NO_STATEMENT', 'prose', {}],
])('a section that gave nothing says why: %s, %s', ([reason, , more]) => {
  expect(unreadReason(facts(more))).toBe(reason);
});
