import { expect, test } from 'vitest';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import { readDocumentFacts } from '#domain/ingestion/records/document-facts.ts';

const readFrom = (path: string, text: string) => {
  const { title, chunks } = chunkMarkdown(text);
  const document = readDocumentFacts(path, title, chunks);
  return chunks.flatMap((chunk) =>
    extractStatements({ ...chunk, document }).map((statement) => ({
      ...statement,
      spans: statement.spans.map(({ start, end }) => chunk.text.slice(start, end)),
    })),
  );
};

test.for<readonly [rule: string, path: string, text: string, read: readonly string[]]>([
  [
    'a condition is read with the decision that it limits',
    'adr/1.md',
    '## Decision\n\nWe will moor outside when:\n\n- the harbour is full\n- the tide is low\n',
    ['We will moor outside when the harbour is full', 'We will moor outside when the tide is low'],
  ],
  [
    'conditions that a whole sentence announces stay with it',
    'adr/1.md',
    '## Decision\n\nWe will moor outside if one of these holds:\n\n- the harbour is full\n',
    ['We will moor outside if one of these holds: the harbour is full'],
  ],
  [
    'a condition that opens a long lead-in is read with each whole sentence that it limits',
    'docs/moorings.md',
    '# Moorings\n\nOnce the ice of the inner basin has reached the thickness of a hand, the harbour master keeps it open as well as can be, with these limits:\n\n- Boats must not be moored at the outer pier.\n',
    [
      'Once the ice of the inner basin has reached the thickness of a hand, the harbour master keeps it open as well as can be, with these limits: Boats must not be moored at the outer pier.',
    ],
  ],
  [
    'an order that code illustrates is read without its colon, and one that only points at the code is not',
    'ops/pumps.md',
    '# Pumps\n\n## Steps\n\nCheck that both pumps of the dock are running:\n\n```sh\npumpctl list\n```\n\nRun the following command:\n\n```sh\npumpctl off\n```\n',
    ['Check that both pumps of the dock are running'],
  ],
  [
    'so is one that its own line of code ends',
    'ops/pumps.md',
    '# Pumps\n\n## Steps\n\n1. Stop the pumps of the outer dock: `pumpctl scale dock/outer --to=0`.\n',
    ['Stop the pumps of the outer dock: pumpctl scale dock/outer --to=0.'],
  ],
  [
    'a part of what a few words name is read with them',
    'policies/keeping.md',
    '# Keeping policy\n\n## Rules\n\nExceptions:\n\na) invoices, which the harbour must keep for ten years.\n',
    ['Exceptions: a) invoices, which the harbour must keep for ten years.'],
  ],
  [
    'a row with a cost is read whole, one without a figure is not',
    'site/berths.md',
    '# Berths\n\n| Berth | Cost |\n|---|---|\n| Small | €19 a month |\n| Large | on request |\n',
    ['Berth: Small; Cost: €19 a month'],
  ],
  [
    'a duty is read with its role',
    'policies/duties.md',
    '# Duties policy\n\n| Role | Duty |\n|---|---|\n| Pilot | Inspect the outer buoys every spring |\n',
    ['Role: Pilot; Duty: Inspect the outer buoys every spring'],
  ],
  [
    'what a page says of itself is no rule',
    'CONTRIBUTING.md',
    '# Contributing\n\nThis page explains how we work on the charts.\n',
    [],
  ],
  [
    'a schedule of numbers gives nobody anything to do',
    'docs/versions.md',
    '# Support\n\n## Schedule\n\n| Version | Released | Runs on |\n|---|---|---|\n| 9.x | 2024-04-26 | 18, 20, 22 |\n',
    [],
  ],
  [
    'a mark is no part of a Chinese statement',
    'notes.md',
    '- [Decision] 我们将在港口使用声纳浮标。\n',
    ['我们将在港口使用声纳浮标。'],
  ],
  [
    'a mark may be written in Arabic',
    'notes.md',
    '- [قرار] سنستخدم عوامة جديدة.\n',
    ['سنستخدم عوامة جديدة.'],
  ],
  [
    'or in Chinese brackets',
    'notes.md',
    '- 【决定】 我们将在港口使用声纳浮标。\n',
    ['我们将在港口使用声纳浮标。'],
  ],
  [
    'places of a template that nobody filled in state nothing',
    'adr/t.md',
    '## Decision\n\nWe will use {name of the tool}.\n\n- {reason for it}\n',
    [],
  ],
  [
    'a place in a path or in code is none of a template',
    'adr/t.md',
    '## Decision\n\nWe will serve `/buoys/{id}` with `{ "id": 1 }`.\n',
    ['We will serve /buoys/{id} with { "id": 1 }.'],
  ],
  [
    'rules behind an example are rules',
    'CONTRIBUTING.md',
    '## Rules\n\nName a branch after its buoy. For example:\n\n```\nbuoy-7\n```\n\n- Never push to the pier.\n',
    ['Name a branch after its buoy.', 'Never push to the pier.'],
  ],
  [
    'a heading may name examples beside rules',
    'CONTRIBUTING.md',
    '## Rules and examples\n\n- Never push to the pier.\n',
    ['Never push to the pier.'],
  ],
  [
    'a heading of examples alone names none',
    'CONTRIBUTING.md',
    '## Examples\n\n- Push it to the pier.\n',
    [],
  ],
  [
    'a list of links names pages',
    'README.md',
    '## Rules\n\n- [Paint](paint.md) - Rules for all paint.\n- [Lamps](lamps.md) - What lamps must do.\n',
    [],
  ],
  [
    'what was decided of late was decided',
    'context.md',
    '## Recent decisions\n\n- Keep the old pier\n- Paint it in May\n',
    ['Keep the old pier', 'Paint it in May'],
  ],
  [
    'rules for an agent need no heading',
    '.cursor/rules/pier.mdc',
    '---\nalwaysApply: true\n---\n- Use ropes, not chains\n',
    ['Use ropes, not chains'],
  ],
])('%s', ([, path, text, read]) => expect(readFrom(path, text).map(({ content }) => content)).toEqual(read));

test('a table that is cut into chunks is read to its end, by the head that stands in the first', () => {
  const rows = Array.from(
    { length: 90 },
    (_, at) => `| R-${at} | Gauge number ${at} must send its level once an hour. | yes |`,
  ).join('\n');
  const found = readFrom(
    'requirements.md',
    `# Gauges\n\n| ID | Requirement | Must |\n|---|---|---|\n${rows}\n`,
  );
  expect(found).toHaveLength(90);
  expect(found.every(({ content, spans }) => spans.join('') === content)).toBe(true);
});

test('a paragraph that is cut into chunks is cut between sentences', () => {
  const sentences = Array.from(
    { length: 120 },
    (_, at) => `We will use gauge number ${at} at the\nold pier of town ${at}.`,
  );
  const found = readFrom('adr/1.md', `## Decision\n\n${sentences.join(' ')}\n`);
  expect(found.map(({ content }) => content)).toEqual(
    sentences.map((sentence) => sentence.replace('\n', ' ')),
  );
});
