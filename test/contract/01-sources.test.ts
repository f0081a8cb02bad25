import { readFileSync } from 'node:fs';
import { parse, print, separateOperations, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { EXTRACTOR_VERSION } from '#domain/ingestion/extractor-version.ts';
import { schema } from '#resolvers/index.ts';
import { createTestGateway, people, viewer } from '../support/gateway.ts';
import { onEveryStore } from '../support/store.ts';

const document = parse(readFileSync(new URL('./documents/01-sources.graphql', import.meta.url), 'utf8'));
const operations = Object.fromEntries(
  Object.entries(separateOperations(document)).map(([name, operation]) => [name, print(operation)]),
);
const operation = (name: string): string => operations[name] ?? '';

const transcript =
  '[10:02] Alice: We will use PostgreSQL for everything\n[10:03] Bob: I prefer MySQL, honestly.\n[10:04] Alice: ok.';

test('the document validates against the schema', () => {
  expect(validate(schema, document)).toEqual([]);
});

describe('contract 01: raw sources, and the three triggers of extraction', () => {
  onEveryStore((store) => {
    test('documents are ingested, swept once, and found unchanged', async () => {
      const { ask } = await createTestGateway(store());
      const input = {
        project: 'ingest',
        documents: [
          {
            path: 'adr/1.md',
            content: '# 1\n\n## Decision\n\nWe will keep every reading for ten years.\n',
            updatedAt: '2026-02-20T00:00:00Z',
          },
        ],
      };
      const first = await ask(people.service, operation('IngestDocuments'), { input });
      expect(first).toMatchObject({
        data: {
          ingestDocuments: {
            unchanged: 0,
            wave: {
              project: 'ingest',
              documents: { totalCount: 1 },
              report: {
                extractorVersion: EXTRACTOR_VERSION,
                persisted: 1,
                dropped: 0,
                reinforced: 0,
                byRule: [{ rule: 'heading.typed', count: 1 }],
                droppedByReason: [],
                errors: [],
                candidates: { nodes: [{ content: 'We will keep every reading for ten years.' }] },
                droppedCandidates: [],
              },
            },
          },
        },
      });
      const { id, report } = first.data.ingestDocuments.wave;
      expect(report.candidates.nodes[0].confidence).toBeCloseTo(0.7 * 1.1 * 1.05, 12);
      expect((await ask(people.service, operation('IngestDocuments'), { input })).data).toMatchObject({
        ingestDocuments: { unchanged: 1, wave: { documents: { totalCount: 0 } } },
      });
      expect(
        (await ask(people.reviewer, operation('ExtractWave'), { input: { waveId: id } })).data,
      ).toMatchObject({
        extractWave: {
          report: { persisted: 1, reinforced: 0, droppedByReason: [] },
        },
      });
      expect((await ask(people.reviewer, operation('Wave'), { id })).data.ingestionWave).toMatchObject({
        id,
        documents: {
          nodes: [
            { path: 'adr/1.md', chunks: { nodes: [{ ordinal: 0 }, { headingPath: ['1', 'Decision'] }] } },
          ],
        },
      });
    });

    test('an interaction is recorded, and read only when it is asked for', async () => {
      const { ask } = await createTestGateway(store());
      const input = { project: 'p', subjectId: 'alice', content: transcript, capturedIn: 'call' };
      const recorded = await ask(people.contributor, operation('RecordInteraction'), { input });
      expect(recorded).toMatchObject({
        data: {
          recordInteraction: {
            interaction: { content: transcript, occurredAt: '2026-03-01T09:00:00.000Z' },
            report: null,
          },
        },
      });
      const { id } = recorded.data.recordInteraction.interaction;
      const extracted = await ask(people.reviewer, operation('ExtractInteraction'), {
        input: { interactionId: id },
      });
      expect(extracted.data.extractInteraction.report).toMatchObject({
        persisted: 2,
        byRule: [{ rule: 'sentence.first_person', count: 2 }],
      });
      const read = await ask(
        people.reviewer,
        `query ($id: ID!) { interaction(id: $id) { report { persisted } candidates { totalCount nodes {
          content contributor { name } sourceSpan { start end text speaker } source { __typename id } ... on Memory { kind subjectId } } } } }`,
        { id },
      );
      const spanOf = (text: string, speaker: string) => ({
        start: transcript.indexOf(text),
        end: transcript.indexOf(text) + text.length,
        text,
        speaker,
      });
      expect(read.data.interaction.report).toEqual({ persisted: 2 });
      expect(read.data.interaction.candidates.totalCount).toBe(2);
      expect(
        read.data.interaction.candidates.nodes.toSorted(
          (one: { content: string }, other: { content: string }) => (one.content < other.content ? -1 : 1),
        ),
      ).toEqual([
        {
          content: 'I prefer MySQL, honestly.',
          contributor: { name: 'carol' },
          kind: 'PREFERENCE',
          subjectId: 'alice',
          sourceSpan: spanOf('I prefer MySQL, honestly.', 'Bob'),
          source: { __typename: 'Interaction', id },
        },
        {
          content: 'We will use PostgreSQL for everything',
          contributor: { name: 'carol' },
          kind: 'DECISION',
          subjectId: 'alice',
          sourceSpan: spanOf('We will use PostgreSQL for everything', 'Alice'),
          source: { __typename: 'Interaction', id },
        },
      ]);
    });

    test('a memory that says what is read there today is proposed nothing beside it', async () => {
      const { ask } = await createTestGateway(store());
      const { data } = await ask(people.service, operation('RecordInteraction'), {
        input: { project: 're', content: 'I prefer tabs over spaces.', extract: true },
      });
      const [memory] = data.recordInteraction.report.candidates.nodes;
      const input = { id: memory.id };
      expect(await ask(people.reviewer, operation('ReExtractMemory'), { input })).toEqual({
        data: {
          reExtractMemory: {
            __typename: 'ReExtractMemoryPayload',
            original: { id: memory.id, extractorVersion: EXTRACTOR_VERSION },
            proposed: null,
          },
        },
      });
      await ask(
        people.reviewer,
        'mutation ($id: ID!) { editItem(input: { id: $id, content: "They prefer tabs." }) { __typename } }',
        { id: memory.id },
      );
      expect(
        (await ask(people.reviewer, operation('ReExtractMemory'), { input })).data.reExtractMemory.proposed,
      ).toBe(null);
    });

    test('a newer extractor proposes what it reads beside the old memory, once, and leaves that as it was', async () => {
      const { ask } = await createTestGateway(store());
      const { data } = await ask(people.service, operation('RecordInteraction'), {
        input: {
          project: 'newer',
          content: '## Decision\n\nWe will use PostgreSQL for all of it.',
          extract: true,
        },
      });
      const [{ id }] = data.recordInteraction.report.candidates.nodes;
      // Imitates an older extractor: another wording, under its own fingerprint.
      await store().asOwner(
        "update memories set content = 'PostgreSQL it is', extractor_version = extractor_version where id = ?",
        [id],
      );
      await store().asOwner(
        "update fingerprints set fingerprint = 'of another wording' where memory_id = ?",
        [id],
      );
      const dry = await ask(people.reviewer, operation('ReExtractMemory'), { input: { id, dryRun: true } });
      expect(dry.data.reExtractMemory.proposed.extractorVersion).toBe(EXTRACTOR_VERSION);
      expect(
        await ask(people.reviewer, operation('ReExtractMemory'), { input: { id, expectedRevision: 7 } }),
      ).toMatchObject({ data: { reExtractMemory: { code: 'conflict.stale_revision' } } });
      const input = { id, expectedRevision: 1, idempotencyKey: 'again' };
      const { reExtractMemory: first } = (await ask(people.reviewer, operation('ReExtractMemory'), { input }))
        .data;
      expect(first.original.id).toBe(id);
      expect(first.proposed).toEqual({
        id: expect.stringMatching(/^mem_/),
        extractorVersion: EXTRACTOR_VERSION,
      });
      expect(
        (await ask(people.reviewer, operation('ReExtractMemory'), { input })).data.reExtractMemory,
      ).toEqual(first);
      expect(
        (await ask(people.reviewer, operation('ReExtractMemory'), { input: { id } })).data.reExtractMemory
          .proposed,
      ).toBe(null);
      const seen = await ask(
        people.auditor,
        'query ($id: ID!, $new: ID!) { old: memory(id: $id) { content revision auditTrail { nodes { action } } } new: memory(id: $new) { content status sourceSpan { text } extraction { workflowItem { status } } } verifyAuditChain { valid } }',
        { id, new: first.proposed.id },
      );
      expect(seen.data).toMatchObject({
        old: { content: 'PostgreSQL it is', revision: 1 },
        new: {
          content: 'We will use PostgreSQL for all of it.',
          status: 'CANDIDATE',
          sourceSpan: { text: 'We will use PostgreSQL for all of it.' },
          extraction: { workflowItem: { status: 'NEEDS_REVIEW' } },
        },
        verifyAuditChain: { valid: true },
      });
      expect(seen.data.old.auditTrail.nodes.map(({ action }: { action: string }) => action)).toEqual([
        'MEMORY_EXTRACTED',
        'MEMORY_RE_EXTRACTION_REFUSED',
        'MEMORY_RE_EXTRACTED',
      ]);
    });

    test('a memory written by hand has nothing to read again', async () => {
      const { ask } = await createTestGateway(store());
      const { data } = await ask(
        people.contributor,
        'mutation { createMemory(input: { project: "p", kind: FACT, content: "By hand, all of it." }) { ... on MemoryPayload { memory { id } } } }',
      );
      expect(
        await ask(people.reviewer, operation('ReExtractMemory'), {
          input: { id: data.createMemory.memory.id },
        }),
      ).toMatchObject({
        data: { reExtractMemory: { __typename: 'UserError', code: 're_extraction.no_source' } },
      });
    });

    test('roles come first, and then hidden and missing are the same bytes', async () => {
      const { ask, askForText } = await createTestGateway(store());
      const { data } = await ask(people.contributor, operation('RecordInteraction'), {
        input: {
          project: 'own',
          content: 'I prefer to keep this to myself.',
          extract: true,
          isPersonal: true,
        },
      });
      const { interaction, report } = data.recordInteraction;
      expect(report.persisted).toBe(1);
      const missing = `int_${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`;
      for (const asking of [
        people.reviewer,
        people.service,
        viewer('mallory', ['admin'], { tenant: 'other' }),
      ]) {
        const answers = await Promise.all(
          [interaction.id, missing, 'int_', 'mem_x', ''].map((interactionId) =>
            askForText(asking, operation('ExtractInteraction'), { input: { interactionId } }),
          ),
        );
        expect(new Set(answers).size).toBe(1);
        expect(answers[0]).toContain('not_found');
        const looked = await Promise.all(
          [interaction.id, missing].map((id) =>
            askForText(asking, 'query ($id: ID!) { interaction(id: $id) { id } }', { id }),
          ),
        );
        expect(new Set(looked)).toEqual(new Set(['{"data":{"interaction":null}}']));
        const readAgain = await Promise.all(
          [report.candidates.nodes[0].id, missing].map((id) =>
            askForText(asking === people.service ? people.reviewer : asking, operation('ReExtractMemory'), {
              input: { id },
            }),
          ),
        );
        expect(new Set(readAgain).size).toBe(1);
      }
      for (const [asking, name, input] of [
        [people.reader, 'RecordInteraction', { project: 'p', content: 'x' }],
        [people.contributor, 'ExtractInteraction', { interactionId: missing }],
        [people.service, 'ReExtractMemory', { id: missing }],
        [people.reader, 'ExtractWave', { waveId: missing }],
      ] as const)
        expect(await askForText(asking, operation(name), { input })).toContain('"code":"forbidden"');
    });

    test.for([
      ['a project without a name', { project: ' ' }, ['input', 'project']],
      ['no content', { content: ' \n' }, ['input', 'content']],
      ['a megabyte and more', { content: 'é'.repeat(600_000) }, ['input', 'content']],
      ['a date two days ahead', { occurredAt: '2026-03-03T10:00:00Z' }, ['input', 'occurredAt']],
      ['a subject of 201 characters', { subjectId: 'x'.repeat(201) }, ['input', 'subjectId']],
      ['a source of nothing', { capturedIn: '' }, ['input', 'capturedIn']],
      ['51 groups', { audience: Array.from({ length: 51 }, (_, at) => `g${at}`) }, ['input', 'audience']],
      ['an empty key', { idempotencyKey: '' }, ['input', 'idempotencyKey']],
    ] as const)('%s is refused', async ([, part, path]) => {
      const { ask } = await createTestGateway(store());
      expect(
        await ask(people.service, operation('RecordInteraction'), {
          input: { project: 'p', content: 'I prefer it as it is.', ...part },
        }),
      ).toMatchObject({ data: { recordInteraction: { code: 'input.invalid', path } } });
    });

    test('the same key and input record once; another input under it is refused', async () => {
      const { ask } = await createTestGateway(store());
      const input = { project: 'idem', content: 'I prefer it once.', extract: true, idempotencyKey: 'k-1' };
      const first = await ask(people.service, operation('RecordInteraction'), { input });
      expect(await ask(people.service, operation('RecordInteraction'), { input })).toEqual(first);
      expect(
        await ask(people.service, operation('RecordInteraction'), { input: { ...input, content: 'Other.' } }),
      ).toMatchObject({ data: { recordInteraction: { code: 'idempotency.mismatch' } } });
    });
  });
});
