import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory, type SentDocument } from '#test/support/story.ts';

const { reviewer, service, reader, contributor } = people;
const folder = new URL('../../fixtures/govuk-aws/', import.meta.url);

/** Decision records of a public project, as they are. */
const records: readonly SentDocument[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ path: `adr/${file}`, content: readFileSync(new URL(file, folder), 'utf8') }));
const recordOf = (number: string): SentDocument => {
  const record = records.find(({ path }) => path.startsWith(`adr/${number}`));
  if (!record) throw new Error(`There is no record ${number}.`);
  return record;
};
/** A record in which something else is said. */
const changed = (number: string, from: string | RegExp, to: string): SentDocument => {
  const record = recordOf(number);
  const content = record.content.replace(from, to);
  if (content === record.content) throw new Error(`${record.path} does not say ${from}.`);
  return { ...record, content };
};

const stateQuery = `query ($id: ID!) { memory(id: $id) { status sourceState { state checkedAt similarity document { path }
  span { start end text } } sourceChecks(first: 20) { totalCount nodes { state } } proposedSuccessors(first: 5) { nodes { id content status } }
  revisions(first: 1) { nodes { content } } sourceSpan { text } reExtractionCount } }`;

const setStage = async (store: TestStore) => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  const sourceOf = async (id: string, who = reviewer): Promise<Answer> =>
    (await gateway.ask(who, stateQuery, { id })).data.memory;
  const believed = async (documents: readonly SentDocument[]): Promise<{ id: string; content: string }[]> => {
    const { wave } = await story.ingests(service, documents);
    const memories = wave.report.candidates.nodes.filter(({ id }: { id: string }) => id.startsWith('mem_'));
    for (const { id } of memories) await story.does(reviewer, 'promoteCandidate', { id });
    return memories;
  };
  return { ...gateway, story, sourceOf, believed };
};

describe('a source that changes is checked in the call that brings the change', () => {
  onServerStore((store) => {
    test('real records: reversed, reworded, removed, moved, superseded, withdrawn, and those that stay', async () => {
      const { story, believed, sourceOf, pass } = await setStage(store());
      const memories = await believed(records);
      const saying = (words: string) => {
        const found = memories.find(({ content }) => content.includes(words));
        if (!found)
          throw new Error(`Nothing says ${words}: ${memories.map(({ content }) => content).join('|')}`);
        return found.id;
      };
      const [reversed, region, removed, moved, superseded, withdrawn] = [
        saying('Elasticache instead of'),
        saying('eu-west-1'),
        saying('will not have DNS'),
        saying('Amazon Web Services'),
        saying('remove the configuration'),
        saying('Rummager'),
      ];
      pass(60_000);
      await story.ingests(service, [
        changed('0025', 'We are using Elasticache', 'We are not using Elasticache'),
        changed(
          '0002',
          '`eu-west-1` region, Ireland. This region has 3',
          '`eu-west-2` region, London. This region has 2',
        ),
        changed('0016', 'This domain will *not* have DNS records added to it.\n', ''),
        changed('0022', 'Accepted', 'Superseded by a later record'),
        recordOf('0004'),
      ]);
      expect(await sourceOf(reversed)).toMatchObject({
        status: 'ACTIVE',
        sourceState: {
          state: 'REWORDED',
          document: { path: recordOf('0025').path },
          span: { text: 'We are not using Elasticache instead of provisioning our own Redis instances.' },
          similarity: expect.closeTo(0.9, 0),
        },
        proposedSuccessors: {
          nodes: [{ content: expect.stringContaining('not using'), status: 'CANDIDATE' }],
        },
        sourceSpan: { text: expect.stringContaining('We are using Elasticache') },
      });
      expect((await sourceOf(region)).sourceState).toMatchObject({
        state: 'REWORDED',
        span: { text: expect.stringContaining('eu-west-2') },
      });
      expect((await sourceOf(moved)).sourceState.state).toBe('UNCHANGED');
      expect((await sourceOf(removed)).sourceState).toMatchObject({
        state: 'GONE',
        span: null,
        similarity: null,
      });
      expect((await sourceOf(superseded)).sourceState.state).toBe('WITHDRAWN');
      expect((await sourceOf(withdrawn)).sourceState).toEqual({
        state: 'UNKNOWN',
        checkedAt: null,
        similarity: null,
        document: null,
        span: null,
      });

      // The inbox and the bundle say so, of these and of no other.
      const drifted = async () => {
        const { inbox } = await story.asks(reviewer, 'Inbox', {
          filter: { reason: { eq: 'SOURCE_DRIFT' } },
          first: 100,
        });
        return inbox.nodes.map(({ subject }: Answer) => subject.id).sort();
      };
      const warned = async () => {
        const { memoryBundle } = await story.asks(reader, 'BundleForTask', { tokenBudget: 100_000 });
        return memoryBundle.items
          .filter(({ warnings }: Answer) => warnings.some(({ kind }: Answer) => kind === 'SOURCE_DRIFT'))
          .map(({ memory }: Answer) => memory.id)
          .sort();
      };
      const inInbox = await drifted();
      expect(inInbox).toEqual(expect.arrayContaining([reversed, region, removed, superseded]));
      for (const id of [moved, withdrawn]) expect(inInbox).not.toContain(id);
      expect(await warned()).toEqual(inInbox);

      const answer = await story.does(service, 'withdrawDocuments', {
        project: 'tides',
        paths: [recordOf('0029').path],
      });
      expect(await drifted()).toContain(withdrawn);
      expect(await warned()).toContain(withdrawn);
      expect(answer).toMatchObject({
        withdrawn: [{ path: recordOf('0029').path }],
        affected: { nodes: expect.arrayContaining([{ id: withdrawn }]) },
      });
      expect((await sourceOf(withdrawn, reader)).sourceState).toMatchObject({ state: 'WITHDRAWN' });

      // Renamed: it stands at another path before the old one is withdrawn.
      await story.ingests(service, [
        { ...changed('0002', 'eu-west-1', 'eu-west-1'.toUpperCase()), path: 'adr/renamed.md' },
      ]);
      await story.does(service, 'withdrawDocuments', { project: 'tides', paths: [recordOf('0002').path] });
      expect((await sourceOf(moved)).sourceState).toMatchObject({
        state: 'MOVED',
        document: { path: 'adr/renamed.md' },
        span: { text: expect.stringContaining('Amazon Web Services') },
      });
    });

    test('a hundred documents that stay as they are check nothing', async () => {
      const { story, believed } = await setStage(store());
      const documents = Array.from({ length: 100 }, (_, number) => ({
        path: `calm/${number}.md`,
        content: decisionRecord(`We will keep the buoy number ${number} at its place for good.`),
      }));
      const drifted = async () =>
        (await story.asks(reviewer, 'Inbox', { filter: { reason: { eq: 'SOURCE_DRIFT' } } })).inbox
          .totalCount;
      const before = await drifted();
      await believed(documents);
      await story.ingests(service, documents);
      expect(await drifted()).toBe(before);
      expect(
        await store().asOwner(
          `select s.id from source_checks s join documents d on d.id = s.document_id where d.path like 'calm/%'`,
        ),
      ).toEqual([]);
    });

    test('a document that becomes what it was before is in force again, and so are its statements', async () => {
      const { story, believed, sourceOf, pass, ask } = await setStage(store());
      const at = (words: string) => [{ path: 'again.md', content: decisionRecord(words) }];
      const [memory] = await believed(at('We will moor the boats at the north pier.'));
      const id = memory?.id ?? '';
      pass(1_000);
      await story.ingests(service, at('We will moor the boats at the south pier.'));
      expect((await sourceOf(id)).sourceState.state).toBe('REWORDED');
      const compared =
        'query ($id: ID!) { memory(id: $id) { sourceState { diff { segments { operation text } } } } }';
      const diff = async () => (await ask(reader, compared, { id })).data.memory.sourceState.diff;
      expect((await diff()).segments).toEqual([
        { operation: 'EQUAL', text: 'We will moor the boats at the ' },
        { operation: 'DELETE', text: 'north' },
        { operation: 'INSERT', text: 'south' },
        { operation: 'EQUAL', text: ' pier.' },
      ]);
      pass(1_000);
      await story.ingests(service, at('We will moor the boats at the north pier.'));
      expect(await diff()).toBeNull();
      expect(await sourceOf(id)).toMatchObject({
        sourceState: { state: 'UNCHANGED' },
        sourceChecks: { totalCount: 2, nodes: [{ state: 'REWORDED' }, { state: 'UNCHANGED' }] },
      });
      expect(
        await store().asOwner(`select id from source_drifts where drifted_at is not null and id = '${id}'`),
      ).toEqual([]);
    });

    test('what its source still says is checked and not written; every state is asked for alike', async () => {
      const { story, believed, sourceOf, ask, pass } = await setStage(store());
      const [stays, goes] = ['We will dry the ropes in the loft.', 'We will tar the hulls in the spring.'];
      const memories = await believed([{ path: 'ropes.md', content: decisionRecord(stays, goes) }]);
      const [calm] = await believed([
        { path: 'sails.md', content: decisionRecord('We will sew sails at home.') },
      ]);
      const idOf = (words: string) => memories.find(({ content }) => content === words)?.id ?? '';
      const row = async () =>
        (await store().asOwner(`select xmin::text, ctid::text from memories where id = '${idOf(stays)}'`))[0];
      const before = await row();
      pass(1_000);
      await story.ingests(service, [{ path: 'ropes.md', content: decisionRecord(stays) }]);
      expect(await row()).toEqual(before);
      expect((await sourceOf(idOf(stays))).sourceState.state).toBe('UNCHANGED');
      const inState = async (sourceState: string): Promise<string[]> =>
        (
          await ask(
            reviewer,
            `query ($f: MemoryFilter) { memories(filter: $f, first: 100) { totalCount nodes { id } } }`,
            {
              f: { sourceState: { eq: sourceState } },
            },
          )
        ).data.memories.nodes.map(({ id }: Answer) => id);
      for (const [state, id] of [
        ['UNCHANGED', idOf(stays)],
        ['GONE', idOf(goes)],
        ['UNKNOWN', calm?.id],
      ] as const)
        for (const asked of ['UNCHANGED', 'GONE', 'UNKNOWN'])
          expect((await inState(asked)).includes(id ?? ''), `${state} asked as ${asked}`).toBe(
            asked === state,
          );
    });

    test('a statement was met again only where it is in force', async () => {
      const { story, believed, sourceOf } = await setStage(store());
      const content = decisionRecord('We will read the gauge twice a day.');
      const [memory] = await believed([{ path: 'met.md', content }]);
      const id = memory?.id ?? '';
      await story.ingests(service, [{ path: 'b.md', content }]);
      expect((await sourceOf(id)).reExtractionCount).toBe(1);
      await story.ingests(service, [
        { path: 'b.md', content: decisionRecord('We will sell the other gauge soon.') },
      ]);
      expect((await sourceOf(id)).reExtractionCount).toBe(0);
    });

    test('what replaces a statement supersedes it in one step', async () => {
      const { story, believed, sourceOf } = await setStage(store());
      const [memory] = await believed([
        { path: 'light.md', content: decisionRecord('We will light the pier at dusk.') },
      ]);
      await story.ingests(service, [
        { path: 'light.md', content: decisionRecord('We will light the pier at dawn.') },
      ]);
      const id = memory?.id ?? '';
      const [successor] = (await sourceOf(id)).proposedSuccessors.nodes;
      expect(await story.does(reviewer, 'supersede', { id, supersededById: successor.id })).toMatchObject({
        item: { status: 'SUPERSEDED', supersededBy: { id: successor.id } },
        successor: { status: 'ACTIVE' },
      });
    });

    test('a promoted candidate supersedes what its source said before, whichever way it is promoted', async () => {
      const { story, believed, sourceOf, ask } = await setStage(store());
      const ways: Record<string, (id: string) => Promise<Answer>> = {
        promoteCandidate: (id) => story.does(reviewer, 'promoteCandidate', { id }),
        reviewCandidates: (id) =>
          story.does(reviewer, 'reviewCandidates', {
            errorPolicy: 'REJECT_ALL',
            decisions: [{ id, action: 'PROMOTE', content: `Reworded for ${id}.` }],
          }),
      };
      for (const [way, promote] of Object.entries(ways)) {
        const path = `${way}.md`;
        const [memory] = await believed([
          { path, content: decisionRecord(`We will paint hull ${way} in red colour.`) },
        ]);
        const id = memory?.id ?? '';
        await story.ingests(service, [
          { path, content: decisionRecord(`We will paint hull ${way} in blue colour.`) },
        ]);
        const [successor] = (await sourceOf(id)).proposedSuccessors.nodes;
        const before = await ask(reviewer, 'query ($id: ID!) { memory(id: $id) { wouldSupersede { id } } }', {
          id: successor.id,
        });
        expect(before.data.memory.wouldSupersede).toEqual([{ id }]);
        await promote(successor.id);
        const { data } = await ask(
          reviewer,
          'query ($id: ID!) { memory(id: $id) { status supersededBy { id status } validUntil } }',
          { id },
        );
        expect(data.memory, way).toEqual({
          status: 'SUPERSEDED',
          supersededBy: { id: successor.id, status: 'ACTIVE' },
          validUntil: expect.any(String),
        });
        const { inbox } = await story.asks(reviewer, 'Inbox', {
          filter: { reason: { eq: 'SOURCE_DRIFT' } },
          first: 100,
        });
        expect(inbox.nodes.map(({ subject }: Answer) => subject.id)).not.toContain(id);
        const { data: audit } = await ask(
          people.auditor,
          'query ($id: ID!) { memory(id: $id) { auditTrail(last: 1) { nodes { action actor { id name } } } } }',
          { id },
        );
        expect(audit.memory.auditTrail.nodes).toMatchObject([
          { action: 'MEMORY_SUPERSEDED', actor: { name: reviewer.user } },
        ]);
      }
    });

    test('what the reviewer does not see, what is for more people, what is frozen, and what is said again stays', async () => {
      const { story, ask } = await setStage(store());
      const as = (who: typeof reviewer) => ({ ...who, tenant: 'staying' });
      const reworded = async (gate: string) => {
        const said = async (hour: string): Promise<string> => {
          const content = decisionRecord(`We will close gate ${gate} at ${hour}.`);
          const { wave } = await story.ingests(as(service), [{ path: `${gate}.md`, content }]);
          return wave.report.candidates.nodes[0]?.id;
        };
        const id = await said('noon');
        await story.does(as(reviewer), 'promoteCandidate', { id });
        return { id, successorId: await said('midnight'), said };
      };
      const promoted = async (id: string) => {
        const looked = await ask(
          as(reviewer),
          'query ($id: ID!) { memory(id: $id) { wouldSupersede { id } } }',
          { id },
        );
        const query = `mutation ($input: PromoteCandidateInput!) { promoteCandidate(input: $input) { ... on ItemPayload {
          item { status ... on Memory { supersedes { id } } } } } }`;
        const { item: memory } = (await ask(as(reviewer), query, { input: { id } })).data.promoteCandidate;
        expect(looked.data.memory.wouldSupersede).toEqual(memory.supersedes);
        return memory;
      };
      const alone = { status: 'ACTIVE', supersedes: [] };

      const hidden = await reworded('hidden');
      await story.does(as(people.admin), 'setSensitivityLabels', { id: hidden.id, labels: ['staff'] });
      await story.does(as(people.admin), 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'staff', anyLabel: ['staff'], roles: ['reviewer'], action: 'DENY' }],
      });
      const wider = await reworded('wider');
      await story.does(as(people.admin), 'setSensitivityLabels', {
        id: wider.successorId,
        labels: ['crew'],
      });
      const frozen = await reworded('frozen');
      await story.does(as(reviewer), 'proposeGraduation', {
        memoryId: frozen.id,
        entityType: 'DECISION',
        name: 'A gate',
      });
      const again = await reworded('again');
      await again.said('noon');
      const plain = await reworded('plain');
      for (const { id, successorId } of [hidden, wider, frozen, again]) {
        expect(await promoted(successorId)).toEqual(alone);
        const rows = await store().asOwner<{ status: string }>('select status from memories where id = ?', [
          id,
        ]);
        expect(rows).toEqual([{ status: 'ACTIVE' }]);
      }
      expect(await promoted(plain.successorId)).toEqual({ status: 'ACTIVE', supersedes: [{ id: plain.id }] });
    });

    test('a path that is not there, or for others alone, is answered alike', async () => {
      const { story } = await setStage(store());
      await story.ingests({ ...service, groups: ['board'] }, [
        {
          path: 'secret.md',
          content: decisionRecord('We will sell the pier to the city.'),
          audience: ['board'],
        },
      ]);
      const withdraw = (path: string) =>
        story.does(contributor, 'withdrawDocuments', { project: 'tides', paths: [path] });
      const hidden = await withdraw('secret.md');
      expect(hidden).toMatchObject({ code: 'not_found', path: ['input', 'paths', '0'] });
      expect(await withdraw('missing.md')).toEqual(hidden);
      expect(
        await story.does(reader, 'withdrawDocuments', { project: 'tides', paths: ['a.md'] }),
      ).toMatchObject({
        code: 'forbidden',
      });
    });
  });
});
