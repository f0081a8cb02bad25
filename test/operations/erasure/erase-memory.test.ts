import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { executeIn, onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

import { filesIn, placesOf } from './places-of.ts';

const { admin, reviewer, service, reader, contributor, auditor } = people;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const secret = 'We will hand the harbour keys to Ottoline Quarrick in the evening.';
const words = ['ottoline', 'quarrick', 'quarr', 'hand the harbour keys'];
const kept = 'We will paint the harbour mast in spring.';

/** A notebook of one text. */
const notebook = (source: readonly string[]): string =>
  JSON.stringify({ cells: [{ cell_type: 'markdown', source }], metadata: {}, nbformat: 4 });

const setStage = async (store: TestStore, tenant: string) => {
  const reportDir = mkdtempSync(join(tmpdir(), 'vouch-erasure-'));
  folders.push(reportDir);
  const gateway = await createTestGateway(store, { autoLabeling: true, fourEyes: 'off' }, { reportDir });
  const story = runStory(gateway);
  const as = <Who extends typeof admin>(who: Who) => ({ ...who, tenant });
  const { wave } = await story.ingests(as(service), [
    { path: 'adr/0001.md', content: decisionRecord(secret, kept) },
  ]);
  const nodes: { id: string; content: string }[] = wave.report.candidates.nodes;
  const idOf = (text: string) => nodes.find(({ content }) => content === text)?.id ?? '';
  return { ...gateway, story, as, id: idOf(secret), keptId: idOf(kept), reportDir };
};

describe('erased words', () => {
  onServerStore((store) => {
    test('stand nowhere any more, and do not come back', async () => {
      const tenant = 'erased';
      const { story, as, ask, id, keptId, reportDir } = await setStage(store(), tenant);
      const did = async (who: typeof reader, mutation: string, input: object): Promise<Answer> => {
        const answer = await story.does(as(who), mutation, input);
        expect([mutation, answer.__typename]).toEqual([mutation, expect.stringMatching(/Payload$/)]);
        return answer;
      };
      await did(reviewer, 'promoteCandidate', { id });
      await did(reviewer, 'editItem', {
        id,
        content: 'We will hand the harbour keys to Ottoline Quarrick at nine in the evening.',
        summary: 'Ottoline Quarrick has the keys.',
      });
      await did(contributor, 'recordEvidence', {
        memoryId: id,
        detectionType: 'CONFIRMATION',
        userQuote: 'Yes, Ottoline Quarrick.',
        sourceRef: 'talk with Quarrick',
      });
      // Met again in other spellings: wrapped, in capitals, in a talk, and in a copy of the file.
      await did(service, 'ingestDocuments', {
        project: 'tides',
        documents: [
          {
            path: 'harbour.md',
            content: `# Harbour\n\nTHEN: we will hand the harbour\nkeys to **Ottoline Quarrick** in the evening.\n`,
          },
          { path: 'copy.md', content: decisionRecord(secret, 'We will lend the small boat.') },
        ],
        idempotencyKey: 'a key',
      });
      await did(contributor, 'recordInteraction', {
        project: 'tides',
        content: `Dora: ${secret}`,
        extract: true,
      });
      await did(service, 'recordExtraction', {
        schemaName: 'roster',
        payload: { [secret]: ['note', { said: secret }] },
        fieldConfidence: [{ field: 'said', confidence: 0.9 }],
        extractorVersion: 'roster-1',
        project: 'tides',
      });
      const { item: entity } = await did(reviewer, 'proposeGraduation', {
        memoryId: id,
        entityType: 'DECISION',
        name: 'Quarrick keys',
      });
      await did(reviewer, 'promoteCandidate', { id: entity.id });
      const { receipt } = await did(reader, 'deliverBundle', { project: 'tides' });
      expect(await placesOf(store(), tenant, words)).not.toEqual([]);
      expect(filesIn(reportDir).some((file) => /quarrick/iu.test(readFileSync(file, 'utf8')))).toBe(true);
      const content = (path: string) =>
        store().asOwner<{ content: string }>(
          `select content from documents where tenant = 'erased' and path = ?`,
          [path],
        );
      const [before] = await content('adr/0001.md');

      // The wrapped copy was read as a statement of another kind: it is named.
      const copies = await store().asOwner<{ id: string }>(
        `select id from memories where tenant = 'erased' and id <> ? and content ilike '%quarrick%'`,
        [id],
      );
      const asked = { id, reason: 'She asked for it.', alsoErase: copies.map((copy) => copy.id) };
      const preview = await did(admin, 'eraseMemory', { ...asked, dryRun: true });
      expect(preview.places.length).toBeGreaterThan(5);
      expect((await ask(as(admin), `{ memory(id: "${id}") { status } }`)).data.memory).toEqual({
        status: 'GRADUATED',
      });
      const erased = await did(admin, 'eraseMemory', asked);
      expect(erased).toMatchObject({ erasedId: id, places: preview.places });

      expect(await placesOf(store(), tenant, words)).toEqual([]);
      for (const file of filesIn(reportDir))
        expect(readFileSync(file, 'utf8')).not.toMatch(/quarr|hand the harbour/iu);
      const [after] = await content('adr/0001.md');
      expect(after?.content.length).toBe(before?.content.length);
      expect(after?.content).toContain(kept);
      const { data, errors } = await ask(
        as(auditor),
        `{ memory(id: "${id}") { status content sourceSpan { text } } entity(id: "${entity.id}") { status name content }
          kept: memory(id: "${keptId}") { content sourceSpan { start end text } source { ... on Chunk { document { content } } } }
          verifyAuditChain { valid } auditEvents(last: 1, filter: { action: { eq: MEMORY_ERASED }, targetId: { eq: "${id}" } }) { nodes { actor { name } target { id } } } }`,
      );
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        memory: { status: 'ERASED', content: '[erased]', sourceSpan: null },
        entity: { status: 'ERASED', name: '[erased]', content: '[erased]' },
        kept: { content: kept, sourceSpan: { text: kept } },
        verifyAuditChain: { valid: true },
        auditEvents: { nodes: [{ actor: { name: admin.user }, target: { id } }] },
      });
      const { source, sourceSpan } = data.kept;
      expect(source.document.content.slice(sourceSpan.start, sourceSpan.end)).toBe(kept);
      expect((await ask(as(reader), `{ memory(id: "${id}") { id } }`)).data.memory).toBeNull();
      expect(
        (await story.asks(as(reader), 'BundleChanges', { receipt: receipt.id })).bundleChanges.ended,
      ).toEqual([{ id, reason: 'NO_LONGER_AVAILABLE', replacedBy: null }]);

      const again = await did(service, 'ingestDocuments', {
        project: 'tides',
        documents: [
          { path: 'adr/0001.md', content: decisionRecord(secret, kept) },
          {
            path: 'new.md',
            content: decisionRecord(secret.replace('keys to', 'keys\nto'), 'We will buy a rope.'),
          },
          // Cut over two strings, and with a letter in an escape.
          {
            path: 'notes.ipynb',
            content: notebook([
              '## Decision\n',
              '\n',
              ...secret.split(/(?<= keys )/),
              '\n\nWe will buy a net.',
            ]).replace('Quarrick', 'Quarric\\u006b'),
          },
        ],
      });
      expect(again.wave.report.candidates.nodes.map(({ content }: Answer) => content)).toEqual([
        'We will buy a rope.',
        'We will buy a net.',
      ]);
      await did(contributor, 'recordInteraction', {
        project: 'tides',
        content: `Emil: ${secret}`,
        extract: true,
      });
      await did(service, 'recordExtraction', {
        schemaName: 'roster',
        payload: { said: secret },
        fieldConfidence: [{ field: 'said', confidence: 0.9 }],
        extractorVersion: 'roster-1',
        project: 'tides',
      });
      expect(await placesOf(store(), tenant, words)).toEqual([]);
    });

    test('make no candidate of a recorded extraction', async () => {
      const { story, as, ask, id } = await setStage(store(), 'rewritten');
      const erased = await story.does(as(admin), 'eraseMemory', { id, reason: 'A request.' });
      expect(erased.__typename).toBe('EraseMemoryPayload');
      const other = 'We will lend the small boat to the school.';
      const recorded = await story.does(as(service), 'recordExtraction', {
        schemaName: 'vouch.statements',
        payload: {
          statements: [
            { kind: 'DECISION', content: secret },
            { kind: 'DECISION', content: other },
          ],
        },
        fieldConfidence: [{ field: 'content', confidence: 0.95 }],
        extractorVersion: 'roster-1',
        project: 'tides',
      });
      expect(recorded.code).toBeUndefined();
      const { data } = await ask(as(admin), '{ candidates(first: 50) { nodes { content } } }');
      const contents: string[] = data.candidates.nodes.map(({ content }: { content: string }) => content);
      expect(contents).toContain(other);
      expect(contents.filter((content) => content.includes('█'))).toEqual([]);
    });

    test("are another's, too: nothing is erased before those are named", async () => {
      const { story, as, id, ask } = await setStage(store(), 'shared');
      const { memory } = await story.does(as(contributor), 'createMemory', {
        project: 'other',
        kind: 'FACT',
        content: `It was said: ${secret}`,
      });
      expect(await story.does(as(admin), 'eraseMemory', { id, reason: 'A request.' })).toMatchObject({
        code: 'erasure.words_shared',
        message: expect.stringContaining(memory.id),
      });
      expect((await ask(as(admin), `{ memory(id: "${id}") { content } }`)).data.memory.content).toBe(secret);
      expect(
        await story.does(as(admin), 'eraseMemory', {
          id,
          reason: 'A request.',
          alsoErase: [memory.id, 'mem_0'],
          expectedRevision: 99,
        }),
      ).toMatchObject({ code: 'not_found', path: ['input', 'alsoErase'] });
      expect(
        await story.does(as(admin), 'eraseMemory', {
          id,
          reason: `He said: ${secret.toUpperCase()}`,
          alsoErase: [memory.id],
        }),
      ).toMatchObject({ code: 'input.invalid', path: ['input', 'reason'] });
      const mutation = `mutation ($input: EraseMemoryInput!) { eraseMemory(input: $input) { ... on EraseMemoryPayload { alsoErasedIds } } }`;
      const erased = await ask(as(admin), mutation, {
        input: { id, reason: 'A request.', alsoErase: [memory.id] },
      });
      expect(erased.data.eraseMemory).toEqual({ alsoErasedIds: [memory.id] });
      expect(await placesOf(store(), 'shared', ['quarrick'])).toEqual([]);
      const tombstone: readonly [Viewer, string, object][] = [
        [contributor, 'recordEvidence', { memoryId: id, detectionType: 'CONFIRMATION', userQuote: secret }],
        [admin, 'setSensitivityLabels', { id, labels: ['pii'] }],
        [admin, 'voteMemory', { id, vote: 'UP' }],
        [reviewer, 'setOwner', { id, owner: { name: 'clara', kind: 'USER' } }],
        [admin, 'editItem', { id, content: secret }],
        [reviewer, 'reExtractMemory', { id }],
        [reviewer, 'detectContradictions', { memoryId: id }],
      ];
      for (const [who, mutation, input] of tombstone)
        expect([mutation, await story.does(as(who), mutation, input)]).toMatchObject([
          mutation,
          { __typename: expect.stringMatching(/Error$/) },
        ]);
      expect(await placesOf(store(), 'shared', ['quarrick'])).toEqual([]);
      expect(await story.does(as(admin), 'eraseMemory', { id, reason: 'A request.' })).toMatchObject({
        code: 'promotion.illegal_transition',
      });
    });

    test('are no names: a project that is called as an erased item was worded keeps its name', async () => {
      const { story, as, ask } = await setStage(store(), 'named');
      const project = 'harbour-project';
      const write = (content: string) =>
        story.does(as(contributor), 'createMemory', { project, kind: 'FACT', content });
      const { memory: other } = await write('The pier has forty lamps along its northern side.');
      const { memory } = await write(project);
      const { data: preview } = await ask(
        as(admin),
        `mutation { eraseMemory(input: { id: "${memory.id}", reason: "A request.", dryRun: true }) {
          ... on EraseMemoryPayload { names { place name } } } }`,
      );
      expect(preview.eraseMemory).toEqual({ names: [{ place: 'PROJECT', name: project }] });
      expect(
        await story.does(as(admin), 'eraseMemory', { id: memory.id, reason: 'A request.' }),
      ).toMatchObject({
        __typename: 'EraseMemoryPayload',
      });
      const { data } = await ask(as(admin), `{ memory(id: "${other.id}") { project { name } } }`);
      expect(data.memory).toEqual({ project: { name: project } });
    });

    test('are erased by admins alone, in their tenant alone', async () => {
      const { story, as, id } = await setStage(store(), 'asked');
      const foreign = await setStage(store(), 'foreign');
      expect(await story.does(as(reviewer), 'eraseMemory', { id, reason: 'No.' })).toMatchObject({
        code: 'forbidden',
      });
      const missing = await story.does(as(admin), 'eraseMemory', { id: 'mem_0', reason: 'No.' });
      expect(await story.does(as(admin), 'eraseMemory', { id: foreign.id, reason: 'No.' })).toEqual(missing);
      expect(missing).toMatchObject({ code: 'not_found' });
      await story.does(as(admin), 'eraseMemory', { id, reason: 'Yes.' });
      expect(await placesOf(store(), 'asked', words)).toEqual([]);
      expect(await placesOf(store(), 'foreign', words)).not.toEqual([]);
    });

    test('are erased by no session but by the functions', async () => {
      const { orm } = store();
      for (const role of ['viewer', 'system'] as const) {
        const session = await openWriteSession(orm, viewer('eve', ['reviewer', 'service']), role);
        await expect(
          executeIn(session, `select erase_words('{some words of mine}', '{x}')`),
        ).rejects.toThrow();
        await session.rollback();
      }
    });
  });
});
