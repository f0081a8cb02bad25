import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory, type SentDocument } from '#test/support/story.ts';

/** Records as teams write them: Nygard's form, MADR's, one that proposes, one whose decision is a list, one without any. */
const records: readonly (SentDocument & { readonly decides: readonly string[] })[] = [
  {
    path: 'decisions/0001-record.md',
    content:
      '# 1. Record decisions\n\nDate: 2026-01-04\n\n## Status\n\nAccepted\n\n## Context\n\nWe need to remember why the gauges stand where they stand.\n\n## Decision\n\nWe will write a short record for each decision that is hard to undo.\n\n## Consequences\n\nSee Michael Nygard’s article.\n',
    decides: ['We will write a short record for each decision that is hard to undo.'],
  },
  {
    path: 'decisions/0002-uplink.md',
    content:
      '# Uplink of the buoys\r\n\r\n## Context and Problem Statement\r\n\r\nHow do readings reach the shore?\r\n\r\n## Considered Options\r\n\r\n* Satellite\r\n* Cellular\r\n\r\n## Decision Outcome\r\n\r\nChosen option: cellular, because every buoy is within reach of a mast.\r\n',
    decides: ['Chosen option: cellular, because every buoy is within reach of a mast.'],
  },
  {
    path: 'decisions/0003-layout.md',
    content:
      '# Layout 🌊\n\n## Decision\n\nWe discussed three options:\n\n- one folder a gauge\n- one folder a year\n- no folders\n\nWe will keep one folder a gauge.\n',
    decides: ['We will keep one folder a gauge.'],
  },
  {
    path: 'decisions/0004-alarms.md',
    content:
      '# Alarms\n\n## Decision\n\nWe have decided the following:\n\n1. Alarms go to the duty officer first.\n2. An alarm that nobody answers goes to everybody.\n',
    decides: ['Alarms go to the duty officer first.', 'An alarm that nobody answers goes to everybody.'],
  },
  {
    path: 'decisions/template.md',
    content: '# Title\n\n## Status\n\nProposed\n\n## Context\n\nNothing yet.\n',
    decides: [],
  },
];
const expected = records.flatMap(({ decides }) => decides);

describe('decision records, as they are', () => {
  onServerStore((store) => {
    test('give every decision, no lead-in, each with its exact text; and once', async () => {
      const gateway = await createTestGateway(store());
      const { does, ingests } = runStory(gateway);
      const documents = records.map(({ path, content }) => ({ path, content }));
      const { wave } = await ingests(people.service, documents, { candidateLimit: 3 });
      const more = async () =>
        (await does(people.service, 'extractWave', { waveId: wave.id, candidateLimit: 3 })).report;
      const reports = [wave.report, await more(), await more()];
      expect(reports.map(({ persisted }: Answer) => persisted)).toEqual([3, 5, 5]);
      const found: string[] = reports[1].candidates.nodes.map(({ content }: Answer) => content);
      expect(found.sort()).toEqual([...expected].sort());

      const { data } = await gateway.ask(
        people.reviewer,
        '{ candidates(first: 100) { nodes { content sourceSpan { start end text } source { ... on Chunk { document { path } } } } } }',
      );
      for (const { content, sourceSpan, source } of data.candidates.nodes) {
        const read = documents.find(({ path }) => path === source.document.path)?.content ?? '';
        expect(read.slice(sourceSpan.start, sourceSpan.end)).toBe(sourceSpan.text);
        expect(sourceSpan.text).toBe(content);
      }

      const sources = [
        'documents',
        'chunks',
        'extractions',
        'memories',
        'graph_entities',
        'sightings',
        'revisions',
        'fingerprints',
      ];
      const stored = async () => {
        const digests = await digestOf(store());
        return sources.map((table) => digests[table]);
      };
      const before = await stored();
      expect((await ingests(people.service, documents)).unchanged).toBe(records.length);
      expect(await stored()).toEqual(before);
    });
  });
});
