import { expect, test } from 'vitest';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';
import { placesOf } from './places-of.ts';

const secret = 'We will hand the harbour keys to Ottoline Quarrick in the evening.';
const words = ['quarrick', 'hand-the-harbour'];
const filed = 'people/hand-the-harbour/0007-keys.md';

const setStage = async (store: TestStore, tenant: string) => {
  const gateway: TestGateway = await createTestGateway(store, { fourEyes: 'off' });
  const { does, ingests } = runStory(gateway);
  const as = <Who extends (typeof people)[keyof typeof people]>(who: Who) => ({ ...who, tenant });
  const sends = async (path: string, content: string, who = as(people.service)): Promise<Answer> => {
    const answer = await ingests(who, [{ path, content }]);
    expect(answer.code).toBeUndefined();
    return answer;
  };
  const { wave } = await sends(filed, decisionRecord(secret));
  // A second version, and one that waits for an owner.
  await sends(filed, decisionRecord(secret, 'We will paint the mole in spring.'));
  await sends(filed, decisionRecord('We will paint no mole.'), {
    ...viewer('carol', ['contributor']),
    tenant,
  });
  const [{ id }] = wave.report.candidates.nodes;
  const erase = async (mutation: string, input: string, reason = 'A request.'): Promise<Answer> => {
    const { data, errors } = await gateway.ask(
      as(people.admin),
      `mutation { ${mutation}(input: { reason: ${JSON.stringify(reason)}, ${input} }) { __typename
        ... on ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Payload { names { place name } renamedPaths }
        ... on UserError { code message } } }`,
    );
    expect(errors).toBeUndefined();
    return data[mutation];
  };
  const paths = async (): Promise<string[]> => {
    const { data } = await gateway.ask(as(people.admin), '{ documents { nodes { path } } }');
    return data.documents.nodes.map(({ path }: Answer) => path);
  };
  return { ...gateway, as, sends, id, erase, paths, does, ingests };
};

onServerStore((store) => {
  test('names that hold the words are refused where the admin refuses them, and nothing is erased', async () => {
    const { erase, id, as, ask, paths } = await setStage(store(), 'refused');
    const refused = await erase('eraseMemory', `id: "${id}", names: REFUSE, idempotencyKey: "once"`);
    expect(refused).toMatchObject({ code: 'erasure.words_in_names' });
    expect(refused.message).toContain('1 of the kind DOCUMENT_PATH');
    expect(refused.message.toLowerCase()).not.toContain('harbour');
    expect(await paths()).toContain(filed);
    const { data } = await ask(
      as(people.admin),
      `{ memory(id: "${id}") { content } auditEvents(filter: { action: { eq: MEMORY_ERASURE_REFUSED } }) { nodes { after } } }`,
    );
    expect(data.memory.content).toBe(secret);
    expect(data.auditEvents.nodes).toEqual([{ after: { code: 'erasure.words_in_names' } }]);
  });

  test('paths that hold the words are renamed with them, in every version, and stand nowhere any more', async () => {
    const { erase, id, as, ask, does, paths } = await setStage(store(), 'renamed');
    const preview = await erase('eraseMemory', `id: "${id}", names: RENAME, dryRun: true`);
    expect(preview).toMatchObject({ __typename: 'EraseMemoryPayload', names: [] });
    expect(await paths()).toContain(filed);

    const repeated = await erase('eraseMemory', `id: "${id}", names: RENAME`, `It was filed at ${filed}.`);
    expect(repeated.message).toContain('The reason repeats words that are to be erased');
    const rejected = await does(as(people.reviewer), 'rejectCandidate', {
      id,
      reason: `It stands in ${filed.toUpperCase()} twice.`,
    });
    expect(rejected.code).toBeUndefined();
    const { renamedPaths } = await erase('eraseMemory', `id: "${id}", names: RENAME`);
    expect(renamedPaths).toEqual([expect.stringMatching(/^people\/erased-[0-9a-f]{12}\/0007-keys\.md$/)]);
    expect(new Set(await paths())).toEqual(new Set(renamedPaths));
    expect(await placesOf(store(), 'renamed', words)).toEqual([]);
    const { data } = await ask(
      as(people.admin),
      `{ auditEvents(filter: { action: { eq: DOCUMENT_RENAMED } }) { nodes { before after } }
        sourceChanges { nodes { path } } verifyAuditChain { valid } }`,
    );
    expect(data.auditEvents.nodes).toEqual(Array(2).fill({ before: null, after: { path: renamedPaths[0] } }));
    expect(data.sourceChanges.nodes).toEqual([{ path: renamedPaths[0] }]);
    expect(data.verifyAuditChain.valid).toBe(true);
  });

  test('a path is renamed that only a change has which waits for its owner', async () => {
    const { erase, id, as, ask, does, ingests } = await setStage(store(), 'waiting');
    const path = 'ruled/hand-the-harbour-keys.md';
    const rules = [{ project: 'harbour', prefix: 'ruled/', users: ['olga'] }];
    expect((await does(as(people.admin), 'setSourceOwners', { rules })).code).toBeUndefined();
    const carol = { ...viewer('carol', ['contributor']), tenant: 'waiting' };
    await ingests(carol, [{ path, content: decisionRecord('We will paint no mole.') }], {
      project: 'harbour',
    });
    const pathsOfChanges = async () =>
      (await ask(as(people.admin), '{ sourceChanges { nodes { path } } }')).data.sourceChanges.nodes;
    expect(await pathsOfChanges()).toContainEqual({ path });
    const { names } = await erase('eraseMemory', `id: "${id}", dryRun: true`);
    expect(names).toContainEqual({ place: 'DOCUMENT_PATH', name: path });
    const { renamedPaths } = await erase('eraseMemory', `id: "${id}", names: RENAME`);
    expect(renamedPaths).toContainEqual(expect.stringMatching(/^ruled\/erased-[0-9a-f]{12}\.md$/));
    expect((await pathsOfChanges()).every((change: Answer) => renamedPaths.includes(change.path))).toBe(true);
    expect(await placesOf(store(), 'waiting', words)).toEqual([]);
  });

  test('a document that is erased is renamed, too, and its events hold the new path alone', async () => {
    const { erase, as, ask, sends } = await setStage(store(), 'document');
    await sends('notes/paint-the-lighthouse.md', decisionRecord('We will paint the lighthouse red.'));
    const found = await ask(
      as(people.admin),
      '{ documents(filter: { path: { eq: "notes/paint-the-lighthouse.md" } }) { nodes { id } } }',
    );
    const [{ id }] = found.data.documents.nodes;
    for (const reason of ['WE WILL PAINT THE LIGHTHOUSE RED.', 'Notes/Paint-the-lighthouse.md is wrong.'])
      expect((await erase('eraseDocument', `documentId: "${id}", names: RENAME`, reason)).message).toContain(
        'The reason repeats words that are to be erased',
      );
    const { renamedPaths } = await erase('eraseDocument', `documentId: "${id}", names: RENAME`);
    expect(renamedPaths).toEqual([expect.stringMatching(/^notes\/erased-[0-9a-f]{12}\.md$/)]);
    const { data } = await ask(as(people.admin), `{ document(id: "${id}") { path } }`);
    expect(data.document.path).toBe(renamedPaths[0]);
    expect(await placesOf(store(), 'document', ['lighthouse'])).toEqual([]);
  });

  test('a name of another kind, which nobody can rename here, refuses the erasure of a person', async () => {
    const { erase, does, as, sends, paths } = await setStage(store(), 'person');
    await sends('people/al-mate.md', decisionRecord('We will moor at the mole.'));
    const project = 'al mate';
    const write = { project, kind: 'FACT', content: 'The cook is on leave.', subjectId: 'al.mate' };
    expect((await does(as(people.contributor), 'createMemory', write)).code).toBeUndefined();
    const refused = await erase('eraseSubject', 'subjectId: "al.mate", names: RENAME');
    expect(refused.message).toContain('1 of the kind PROJECT');
    expect(await paths()).toContain('people/al-mate.md');
    expect(await erase('eraseSubject', 'subjectId: "al.mate"')).toMatchObject({ renamedPaths: [] });
  });
});
