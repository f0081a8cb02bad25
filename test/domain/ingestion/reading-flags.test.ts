import { expect, test } from 'vitest';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import { readingFlags } from '#domain/ingestion/reading-flags.ts';
import { noDocument } from '#domain/ingestion/records/document-facts.ts';
import type { StatementContext } from '#domain/ingestion/statement-context.ts';

const context = {
  headingPath: ['Decision'],
  leadIn: null,
  subject: null,
  recordStatus: 'ACCEPTED',
  recordDate: null,
} as const satisfies StatementContext;
const flagsOf = (content: string, given: Partial<StatementContext> = {}, language: string | null = null) =>
  readingFlags(
    { type: { kind: 'DECISION' }, content, context: { ...context, ...given }, isFurther: false },
    language,
  );

test.each([
  ['We will store sessions in Redis.', []],
  ['Teams MAY use their own schema.', []],
  ['Crews may not paint the mooring rings.', []],
  ['We decided against MongoDB.', []],
  ['All services log JSON to stdout.', []],
  ['Sessions expire after 30 minutes, even if the user is active.', []],
  ['We have decided to sign every release.', []],
  ['Each berth has a dedicated lamp, as agreed with the pilots.', []],
  ['We will defer the move to Kafka.', ['unsettled']],
  ['At a later date we will re-visit the certificates.', ['unsettled']],
  ['We will use Postgres if the benchmark holds.', ['unsettled']],
  ['Unless the vendor objects, we will use gravel.', ['unsettled']],
  ['We might add a cache.', ['unsettled']],
  ['We should merge both stores.', ['unsettled']],
  ['We plan to drop the XML feed.', ['unsettled']],
  ['Should we use Redis for sessions?', ['unsettled']],
  ['We have measured no loss for a week.', ['unsettled']],
  ['We will use option B.', ['leans_on_context']],
  ['In light of this we will remove the proxy.', ['leans_on_context']],
  ['The second option was decided.', ['leans_on_context']],
  ['Redis for sessions', ['leans_on_context']],
])('%s is flagged %j', (content, flags) => {
  expect(flagsOf(content)).toEqual(flags);
});

test('a statement without its lead-in leans on it', () => {
  expect(flagsOf('The data folder holds one file a port.', { leadIn: 'There are three folders:' })).toEqual([
    'leans_on_context',
  ]);
});

test('a language whose grammar no rule reads is flagged, beside the standing of the record', () => {
  expect(flagsOf('Wir verwenden Schraubanker.', { recordStatus: 'REJECTED' }, 'de')).toEqual([
    'record_not_standing',
    'grammar_unread',
  ]);
});

test('the name of an entity settles nothing and leans on nothing', () => {
  expect(
    readingFlags(
      { type: { entityType: 'COMPONENT', name: 'Radio' }, content: 'Radio', context, isFurther: false },
      null,
    ),
  ).toEqual([]);
});

test.for<readonly [section: string, text: string, flags: readonly (readonly string[])[]]>([
  ['one sentence', '## Decision\n\nWe will paint the pier.', [[]]],
  [
    'two sentences',
    '## Decision\n\nWe will paint the pier. The paint is green.',
    [[], ['further_of_section']],
  ],
  [
    'two paragraphs',
    '## Decision\n\nWe will paint the pier.\n\nThe paint is green.',
    [[], ['further_of_section']],
  ],
  [
    'two that name their type themselves',
    '## Notes\n\n**Decision:** We will paint the pier.\n\n**Decision:** We will light the pier.',
    [[], []],
  ],
  [
    'two sections',
    '## Decision\n\nWe will paint the pier.\n\n## Decision\n\nWe will light the pier.',
    [[], []],
  ],
])('of what a heading types only the first is sure of its type: %s', ([, text, flags]) => {
  const { chunks } = chunkMarkdown(`# 1. Pier\n\n${text}\n`);
  const read = chunks.flatMap((chunk) =>
    extractStatements({ ...chunk, document: { ...noDocument, kind: 'decision' } }),
  );
  expect(
    read.map((statement) =>
      readingFlags({ type: { kind: 'DECISION' }, ...statement, context: { ...context } }, null),
    ),
  ).toEqual(flags);
});
