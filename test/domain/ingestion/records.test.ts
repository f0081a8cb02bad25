import { describe, expect, test } from 'vitest';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { type DocumentKind, readDocumentFacts } from '#domain/ingestion/records/document-facts.ts';
import { readDate } from '#domain/ingestion/records/record-date.ts';
import { readRelations } from '#domain/ingestion/records/record-relations.ts';
import { isStanding, type RecordStatus, recordStatuses } from '#domain/ingestion/records/record-status.ts';

const factsOf = (text: string, path: string | null = null) => {
  const { title, chunks } = chunkMarkdown(text);
  return readDocumentFacts(path, title, chunks);
};

test('what is accepted, or says nothing, stands; nothing else does', () => {
  expect([null, ...recordStatuses].filter(isStanding)).toEqual([null, 'ACCEPTED']);
});

describe('the status of a record', () => {
  test.for<readonly [form: string, text: string, status: RecordStatus | null]>([
    ['Nygard', '# 1. A\n\nDate: 2020-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.', 'ACCEPTED'],
    ['Nygard, superseded', '# 1. A\n\n## Status\n\nSuperseded by [9](9.md)', 'SUPERSEDED'],
    ['accepted, then superseded', '# 1. A\n\n## Status\n\nAccepted\n\nSuperseded by ADR 9', 'SUPERSEDED'],
    ['it supersedes another', '# 1. A\n\n## Status\n\nAccepted, supersedes ADR 5', 'ACCEPTED'],
    ['struck out', '# 1. A\n\n## Status\n\n~~Proposed~~ Accepted', 'ACCEPTED'],
    ['MADR', '---\nstatus: "proposed"\ndate: 2020-01-02\n---\n\n# A\n', 'PROPOSED'],
    ['a list at the head', '# A\n\n* Status: rejected\n* Date: 2020-01-02\n', 'REJECTED'],
    ['a table at the head', '# A\n\n| Created | Status |\n|---|---|\n| 2020-05-27 | Open |\n', 'PROPOSED'],
    ['PEP', 'PEP: 387\nTitle: A\nStatus: Draft\n\nAbstract\n========\n\nText.', 'DRAFT'],
    ['KIP', '# KIP-1\n\nCurrent state: Under Discussion\n', 'PROPOSED'],
    ['deferred', '# A\n\nStatus: Deferred\n', 'DEFERRED'],
    ['deprecated', '# A\n\n## Status\n\nDeprecated', 'DEPRECATED'],
    ['a template to choose from', '# A\n\nStatus: Proposed | Accepted | Rejected | Deprecated\n', null],
    ['nothing said', '# A\n\nText.\n', null],
  ])('%s', ([, text, status]) => expect(factsOf(text).status).toBe(status));
});

describe('what a record says of others', () => {
  test.for<readonly [text: string, relations: readonly string[]]>([
    ['Superseded by ADR 9', ['SUPERSEDED_BY 9']],
    [
      'superseded by [ADR-0009](0009-a.md) and [ADR-0010](0010-b.md)',
      ['SUPERSEDED_BY 9', 'SUPERSEDED_BY 10'],
    ],
    ['Supersedes 5', ['SUPERSEDES 5']],
    ['Replaces: 291', ['SUPERSEDES 291']],
    ['Replaced by the new pump', []],
    ['replaced by 2.1.0', []],
  ])('%s', ([text, expected]) =>
    expect(readRelations(text).map(({ relation, record }) => `${relation} ${record}`)).toEqual(expected),
  );
});

test.for<readonly [text: string, date: string | null]>([
  ['2020-01-02', '2020-01-02'],
  ['December 7, 2017', '2017-12-07'],
  ['18-Jun-2009', '2009-06-18'],
  ['7th of March 2021', '2021-03-07'],
  ['2020-13-40', null],
  ['version 1.2.3', null],
])('the date in %s is %s', ([text, date]) => expect(readDate(text)).toBe(date));

test.for<readonly [path: string, text: string, kind: DocumentKind | null]>([
  ['AGENTS.md', '# A\n', 'rules'],
  ['docs/adr/0001-use-it.md', '# A\n', 'decision'],
  ['a.md', '# A\n\n## Context\n\nx\n\n## Decision\n\ny\n', 'decision'],
  ['a.md', '# A\n\n## Timeline\n\nx\n\n## Impact\n\ny\n', 'incident'],
  ['a.md', '# A\n\n## Attendees\n\nx\n', 'minutes'],
  ['a.md', '# A\n\n## Summary\n\nx\n\n## Proposal\n\ny\n', 'proposal'],
  ['quadrant.md', '# A\n\nText.\n', null],
])('%s is of a kind: %s', ([path, text, kind]) => expect(factsOf(text, path).kind).toBe(kind));

describe('what kind of document it is', () => {
  test.for<readonly [name: string, path: string | null, text: string, kind: DocumentKind | null]>([
    ['notes of a session', 'summit/crds-notes.md', '# CRDs\n\nText.', 'minutes'],
    ['release notes are none', 'release-notes.md', '# 2.1\n\nText.', null],
    ['a folder of designs', 'design/vulndb.md', '# Vulnerability database\n\nText.', 'proposal'],
    ['a PEP of process', 'peps/pep-0008.rst', 'PEP: 8\nType: Process\n\nA\n=\n\nText.', 'rules'],
    ['it proposes', 'a.md', '# A\n\nWe propose to move the pier.', 'proposal'],
    ['it is a policy', 'a.md', '# A\n\nThis policy covers the pier.', 'rules'],
    ['it demands', 'a.md', '# A\n\nBoats must moor. Crews should sleep. Dogs are not allowed.', 'rules'],
    ['it demands once', 'a.md', '# A\n\nBoats must moor. The sea is wide. The pier is old.', null],
    ['nothing says it', 'a.md', '# A\n\nThe sea is wide.', null],
  ])('%s', ([, path, text, kind]) => expect(factsOf(text, path).kind).toBe(kind));
});
