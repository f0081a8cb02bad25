import { describe, expect, test } from 'vitest';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
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
    ['a list to choose from', '# A\n\nStatus: Proposed | Accepted | Rejected | Deprecated\n', 'UNKNOWN'],
    ['a place of a template', '---\nstatus: "{proposed | superseded by ADR-5}"\n---\n# A\n', null],
    ['nothing said', '# A\n\nText.\n', null],
    ['words that are not known', '# A\n\nStatus: tentative-ish\n', 'UNKNOWN'],
    ['an incident’s own state', '# Incident 5\n\nStatus: mitigating\n', null],
    ['in bold', '# A\n\n**Status:** **REJECTED**\n', 'REJECTED'],
    ['alone in bold', '# A\n\n**REJECTED**\n\n## Decision\n\nx', 'REJECTED'],
    ['a badge', '# A\n\n![](https://img.shields.io/badge/status-rejected-red)\n', 'REJECTED'],
    ['the words of a badge', '# A\n\n![Status: deprecated](b.svg)\n', 'DEPRECATED'],
    [
      'a row of a table',
      '# A\n\n| Part | Value |\n|---|---|\n| Status | Declined |\n| Date | x |\n',
      'REJECTED',
    ],
    ['the head of a table', '# A\n\n| Status | Declined |\n|---|---|\n| Owner | Ada |\n', 'REJECTED'],
    ['in the title', '# [SUPERSEDED] 3. Pump\n\n## Decision\n\nx', 'SUPERSEDED'],
    ['behind the title', '# 3. Pump (deprecated)\n\n## Decision\n\nx', 'DEPRECATED'],
    ['before the title', '# Draft: the pump\n\n## Decision\n\nx', 'DRAFT'],
    ['in the title, against the field', '# [RETIRED] 3. Pump\n\nStatus: accepted\n', 'DEPRECATED'],
    ['a box', '# A\n\n## Status\n\n- [ ] Accepted\n- [x] Declined\n', 'REJECTED'],
    ['boxes, none of them checked', '# A\n\n## Status\n\n- [ ] Accepted\n- [ ] Declined\n', 'UNKNOWN'],
    ['not yet', '# A\n\n## Status\n\nNot yet approved\n', 'PROPOSED'],
    ['no longer', '# A\n\n## Status\n\nIt is no longer in force.\n', 'DEPRECATED'],
    ['accepted and taken back', '# A\n\n## Status\n\nAccepted, reverted in May\n', 'DEPRECATED'],
    ['accepted, and later not', '# A\n\n## Status\n\nAccepted\n\nDeprecated in 2024\n', 'DEPRECATED'],
    [
      'accepted, with prose',
      '# A\n\n## Status\n\nApproved\n\nWhat it says of pumps was rejected elsewhere, by another group of people, in 2019.',
      'ACCEPTED',
    ],
    [
      'of a section inside',
      '---\nstatus: accepted\n---\n# A\n\n## Plan\n\n### Step\n\n#### Status\n\nOpen\n',
      'ACCEPTED',
    ],
    ['German', '# A\n\n## Status\n\nVerworfen\n', 'REJECTED'],
    ['German, not yet', '# A\n\nStatus: noch nicht beschlossen\n', 'PROPOSED'],
    ['Spanish', '# A\n\n- Estado: aprobada\n', 'ACCEPTED'],
    ['French', '# A\n\n## Statut\n\nRefusée\n', 'REJECTED'],
    ['Japanese', '# A\n\n## ステータス\n\n却下\n', 'REJECTED'],
    ['Japanese, not yet', '# A\n\nステータス：未承認\n', 'PROPOSED'],
    ['Chinese', '# A\n\n## 状态\n\n已废弃\n', 'DEPRECATED'],
    ['a field of AsciiDoc', '= A\n:status: rejected\n\nText', 'REJECTED'],
    ['a field of a vault', '# A\n\nStatus:: declined\n', 'REJECTED'],
  ])('%s', ([, text, status]) => expect(factsOf(text).status).toBe(status));
});

describe('records in one document have each their own status and date', () => {
  const statementsOf = (text: string) => {
    const { title, chunks } = chunkMarkdown(text);
    const document = readDocumentFacts('decisions.md', title, chunks);
    return chunks
      .flatMap((chunk) => extractStatements({ ...chunk, document }))
      .map(({ content, context }) => [content, context.recordStatus, context.recordDate]);
  };

  test('rows of a log', () => {
    const log = '| Decision | State | Decided on |\n|---|---|---|\n';
    const rows =
      '| We will paint the pier. | declined | 2024-05-06 |\n| We will lengthen the pier. | done | 2024-06-07 |\n';
    expect(statementsOf(`# Decisions\n\n${log}${rows}`)).toEqual([
      ['We will paint the pier.', 'REJECTED', '2024-05-06'],
      ['We will lengthen the pier.', 'ACCEPTED', '2024-06-07'],
    ]);
  });

  test('sections of a log, and what stands below them', () => {
    const one =
      '## D-1 Paint\n\nStatus: declined\nDate: 2024-05-06\n\n### Decision\n\nWe will paint the pier.\n\n';
    const other = '## D-2 Length\n\n### Status\n\nApproved\n\n### Decision\n\nWe will lengthen the pier.\n';
    expect(statementsOf(`# Decisions\n\n${one}${other}`)).toEqual([
      ['We will paint the pier.', 'REJECTED', '2024-05-06'],
      ['We will lengthen the pier.', 'ACCEPTED', null],
    ]);
  });
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
  ['12.03.2025', '2025-03-12'],
  ['am 1. 4. 2025', '2025-04-01'],
  ['2020-13-40', null],
  ['31.02.2025', null],
  ['version 1.2.3', null],
  ['version 1.2.3.2025', null],
])('the date in %s is %s', ([text, date]) => expect(readDate(text)).toBe(date));

test.for<readonly [path: string, text: string, kind: DocumentKind | null]>([
  ['AGENTS.md', '# A\n', 'rules'],
  ['docs/adr/0001-use-it.md', '# A\n', 'decision'],
  ['a.md', '# A\n\n## Context\n\nx\n\n## Decision\n\ny\n', 'decision'],
  ['a.md', '# A\n\n## Timeline\n\nx\n\n## Impact\n\ny\n', 'incident'],
  ['a.md', '# A\n\n## Attendees\n\nx\n', 'minutes'],
  ['a.md', '# A\n\n## Summary\n\nx\n\n## Proposal\n\ny\n', 'proposal'],
  ['quadrant.md', '# A\n\nText.\n', 'other'],
])('%s is of a kind: %s', ([path, text, kind]) => expect(factsOf(text, path).kind).toBe(kind));

describe('what kind of document it is', () => {
  test.for<readonly [name: string, path: string | null, text: string, kind: DocumentKind | null]>([
    ['notes of a session', 'summit/crds-notes.md', '# CRDs\n\nText.', 'minutes'],
    ['release notes are none', 'release-notes.md', '# 2.1\n\nText.', 'other'],
    ['a folder of designs', 'design/vulndb.md', '# Vulnerability database\n\nText.', 'proposal'],
    ['a PEP of process', 'peps/pep-0008.rst', 'PEP: 8\nType: Process\n\nA\n=\n\nText.', 'rules'],
    ['it proposes', 'a.md', '# A\n\nWe propose to move the pier.', 'proposal'],
    ['it is a policy', 'a.md', '# A\n\nThis policy covers the pier.', 'rules'],
    ['it demands', 'a.md', '# A\n\nBoats must moor. Crews should sleep. Dogs are not allowed.', 'rules'],
    ['it demands once', 'a.md', '# A\n\nBoats must moor. The sea is wide. The pier is old.', 'other'],
    ['nothing says it', 'a.md', '# A\n\nThe sea is wide.', 'other'],
  ])('%s', ([, path, text, kind]) => expect(factsOf(text, path).kind).toBe(kind));
});

test.for<readonly [where: string, head: string]>([
  ['below its title', '# 4. Horns\n\nSuperseded by [ADR 9](0009-sirens.md).'],
  ['with a reason', '# 4. Horns\n\nRejected by the harbour board.'],
  ['as a field', '# 4. Horns\n\nStatus: Superseded by ADR-9'],
  ['in its own section', '# 4. Horns\n\n## Status\n\nAccepted\n\nSupersedes [ADR 3](0003-bells.md).'],
])('a line that says where a record stands is no statement: %s', ([, head]) => {
  const { title, chunks } = chunkMarkdown(`${head}\n\n## Decision\n\nWe will sound a horn at high water.\n`);
  const document = readDocumentFacts('adr/0004-horns.md', title, chunks);
  const read = chunks.flatMap((chunk) => extractStatements({ ...chunk, document }));
  expect(read.map(({ content }) => content)).toEqual(['We will sound a horn at high water.']);
});
