import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { executeIn, onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';
import { vouch } from '#test/support/vouch-process.ts';
import { filesIn, placesOf } from './places-of.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const believed = 'We will paint the harbour mast in spring.';
const shared = 'We will lend the small boat to the pilots.';
const waiting = 'We will hand the harbour keys to Ottoline Quarrick in the evening.';
const later = 'We will let Ottoline Quarrick close the sluice at night.';
const path = 'adr/0001.md';
const erasing = `mutation ($input: EraseDocumentInput!) { eraseDocument(input: $input) { __typename
  ... on EraseDocumentPayload { documentIds erasedIds kept { itemId reason } places { where count } applied }
  ... on UserError { code message path } } }`;

const setStage = async (store: TestStore, tenant: string) => {
  const reportDir = mkdtempSync(join(tmpdir(), 'vouch-document-'));
  folders.push(reportDir);
  const gateway = await createTestGateway(store, { autoLabeling: true }, { reportDir });
  const story = runStory(gateway);
  const as = (person: keyof typeof people) => ({ ...people[person], tenant });
  const ingests = async (person: keyof typeof people, at: string, ...said: readonly string[]) => {
    const { wave } = await story.ingests(as(person), [{ path: at, content: decisionRecord(...said) }]);
    return new Map<string, string>(
      wave.report.candidates.nodes.map(({ id, content }: Answer) => [content, id]),
    );
  };
  const first = await ingests('service', path, believed, shared, waiting);
  const id = (text: string): string => first.get(text) ?? '';
  await story.does(as('reviewer'), 'promoteCandidate', { id: id(believed) });
  await ingests('service', 'talks/boats.md', shared);
  const second = await ingests('service', path, believed, shared, waiting, later);
  const [document] = await store.asOwner<{ id: string }>(
    'select id from documents where tenant = ? and path = ? order by id limit 1',
    [tenant, path],
  );
  const ask = async (query: string, variables = {}, person: keyof typeof people = 'admin') =>
    gateway.ask(as(person), query, variables);
  const erase = async (more = {}): Promise<Answer> =>
    (await ask(erasing, { input: { documentId: document?.id, reason: 'Sent by mistake.', ...more } })).data
      .eraseDocument;
  return {
    ...{ gateway, ask, as, story, ingests, erase, id, documentId: document?.id ?? '' },
    ...{ laterId: second.get(later) ?? '', reportDir },
  };
};

describe('an erased document', () => {
  onServerStore((store) => {
    test('loses its words and what nobody vouched for; what is believed or said elsewhere stays', async () => {
      const tenant = 'gone';
      const { ask, ingests, erase, id, laterId, reportDir } = await setStage(store(), tenant);
      expect(await placesOf(store(), tenant, ['quarrick'])).not.toEqual([]);

      const preview = await erase({ dryRun: true });
      expect(preview).toMatchObject({
        documentIds: [expect.stringMatching(/^doc_/), expect.stringMatching(/^doc_/)],
        erasedIds: [id(waiting), laterId].sort(),
        kept: [
          { itemId: id(believed), reason: 'BELIEVED' },
          { itemId: id(shared), reason: 'SAID_ELSEWHERE' },
        ].sort((one, other) => (one.itemId < other.itemId ? -1 : 1)),
        applied: false,
      });
      expect(await placesOf(store(), tenant, ['quarrick'])).not.toEqual([]);
      expect(await erase()).toEqual({ ...preview, applied: true });

      expect(await placesOf(store(), tenant, ['quarrick', 'sluice'])).toEqual([]);
      for (const file of filesIn(reportDir)) expect(readFileSync(file, 'utf8')).not.toMatch(/quarrick/iu);
      const { data, errors } = await ask(
        `{ memory(id: "${id(believed)}") { status content sourceState { state } sourceSpan { start end text } source { ... on Chunk { text document { title content erasedAt } } } }
          waiting: memory(id: "${id(waiting)}") { status content }
          verifyAuditChain { valid } auditEvents(first: 9, filter: { action: { eq: DOCUMENT_ERASED } }) { nodes { actor { name } after } } }`,
      );
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        memory: {
          status: 'ACTIVE',
          content: believed,
          sourceState: { state: 'WITHDRAWN' },
          source: { document: { title: null, erasedAt: expect.any(String) } },
        },
        waiting: { status: 'ERASED', content: '[erased]' },
        verifyAuditChain: { valid: true },
        auditEvents: {
          nodes: [1, 2].map(() => ({
            actor: { name: people.admin.user },
            after: { path, reason: 'Sent by mistake.' },
          })),
        },
      });
      const { sourceSpan, source } = data.memory;
      expect(source.document.content.slice(sourceSpan.start, sourceSpan.end)).toBe(believed);
      expect(source.document.content.replace(believed, '').replace(shared, '')).toMatch(/^[█\n]+$/);
      expect(source.document.content).toContain(source.text);

      expect(await erase()).toMatchObject({ code: 'not_found' });
      const again = await ingests('service', path, believed, shared, waiting);
      expect([...again.keys()]).toEqual([waiting]);
    });

    test('is previewed with the names that hold its words, and that stay', async () => {
      const tenant = 'named-document';
      const { ask, as, story, erase } = await setStage(store(), tenant);
      await story.does(as('admin'), 'setDomainKeywords', {
        entries: [
          { domain: 'keys', keywords: ['hand the harbour keys', 'paint the harbour mast', 'the small boat'] },
        ],
      });
      await story.does(as('curator'), 'setProjectState', {
        project: 'harbour',
        category: 'duties',
        key: 'hand the harbour keys',
        value: 'carol',
      });
      await story.ingests(as('service'), [{ path: 'talks/boats.md', content: 'Nothing here.' }], {
        project: 'OttolineQuarrick in the evening',
      });
      const names = `mutation ($input: EraseDocumentInput!) { eraseDocument(input: $input) {
        ... on EraseDocumentPayload { documentIds applied names { place name } } } }`;
      const { documentIds } = await erase({ dryRun: true });
      const erases = async (dryRun: boolean) =>
        (await ask(names, { input: { documentId: documentIds[0], reason: 'A mistake.', dryRun } })).data
          .eraseDocument;
      // Words of statements that stay, as what is believed, are not erased.
      expect(await erases(true)).toEqual({
        documentIds,
        applied: false,
        names: [
          { place: 'DOMAIN_KEYWORD', name: 'hand the harbour keys' },
          { place: 'PROJECT', name: 'OttolineQuarrick in the evening' },
          { place: 'STATE_KEY', name: 'hand the harbour keys' },
        ],
      });
      expect(await erases(false)).toEqual({ documentIds, applied: true, names: [] });
    });

    test('is previewed by `vouch erase-document`, which erases it when its id is repeated', async () => {
      const tenant = 'command';
      const { as, documentId, id, gateway } = await setStage(store(), tenant);
      const { url } = await gateway.gateway.listen();
      onTestFinished(() => gateway.gateway.close());
      const command = ['erase-document', documentId, '--reason', 'Sent by mistake.'];
      const run = async (...more: readonly string[]) =>
        vouch([...command, ...more], { VOUCH_URL: url, VOUCH_TOKEN: await gateway.tokenOf(as('admin')) });
      const preview = await run();
      expect(preview).toContain(`${id(waiting)}  is erased\n`);
      expect(preview).toContain(`${id(believed)}  stays: BELIEVED\n`);
      expect(preview).toContain(
        `Nothing is erased yet, and there is no undo. To erase: --confirm ${documentId}`,
      );
      expect(await placesOf(store(), tenant, ['quarrick'])).not.toEqual([]);
      expect(JSON.parse(await run('--json', '--confirm', documentId))).toMatchObject({ applied: true });
      expect(await placesOf(store(), tenant, ['quarrick', 'sluice'])).toEqual([]);
    });

    test('takes with it the versions that wait for its owner', async () => {
      const tenant = 'sent';
      const { ask, story, as, erase } = await setStage(store(), tenant);
      await story.ingests(as('contributor'), [
        { path, content: decisionRecord('We will pay Ottoline Quarrick nothing.') },
      ]);
      const changes = '{ sourceChanges(first: 9) { nodes { verdict content } } }';
      expect((await ask(changes)).data.sourceChanges.nodes).toMatchObject([{ verdict: null }]);
      await erase();
      expect((await ask(changes)).data.sourceChanges.nodes).toEqual([
        { verdict: 'DECLINED', content: '[erased]' },
      ]);
      expect(await placesOf(store(), tenant, ['quarrick'])).toEqual([]);
    });

    test('takes with it the versions that were declined or replaced before', async () => {
      const tenant = 'declined';
      const { ask, story, as, erase } = await setStage(store(), tenant);
      const sends = (said: string) =>
        story.ingests(as('contributor'), [{ path, content: decisionRecord(said) }]);
      await sends('We will pay Ottoline Quarrick nothing.');
      await sends('We will pay Ottoline Quarrick twice.');
      const changes = '{ sourceChanges(first: 9) { nodes { id verdict content } } }';
      const waits = (await ask(changes)).data.sourceChanges.nodes.find(
        ({ verdict }: Answer) => verdict === null,
      );
      await ask(
        'mutation ($input: DeclineSourceChangeInput!) { declineSourceChange(input: $input) { __typename } }',
        { input: { id: waits.id, note: 'Quarrick must stay out.' } },
        'reviewer',
      );
      await erase();
      const { nodes } = (await ask(changes)).data.sourceChanges;
      expect(nodes.map(({ verdict, content }: Answer) => [verdict, content]).sort()).toEqual([
        ['DECLINED', '[erased]'],
        ['REPLACED', '[erased]'],
      ]);
      expect(await placesOf(store(), tenant, ['quarrick'])).toEqual([]);
    });

    test('is for admins alone, in the database, too', async () => {
      const { ask } = await setStage(store(), 'roles');
      const { errors, data } = await ask(
        erasing,
        { input: { documentId: 'doc_x', reason: 'No.' } },
        'reviewer',
      );
      expect(errors?.[0]?.extensions?.code ?? data.eraseDocument.code).toBe('forbidden');
      const session = await openWriteSession(store().orm, people.reviewer, 'system');
      try {
        await expect(
          executeIn(session, "select erase_documents('{}', '{}', '{}', '{}', '{}', '{}', '{}', '', now())"),
        ).rejects.toThrow(/only an admin erases/);
      } finally {
        await session.rollback();
      }
    });
  });
});
