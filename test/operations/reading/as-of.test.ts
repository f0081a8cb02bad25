import { beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const { service, contributor, reviewer, admin, reader } = people;
const day = 86_400_000;

const ofItems = `status revision content confidence contributor { name } isPersonal audience pendingSince stale deferredUntil
  sensitivityLabels suggestedLabels labelPromotions { labels } validFrom validUntil reviewedBy { name } reviewedAt
  rejectionReason rejectionKind retirementReason returnReason updatedAt verifyBy verifiedAt owner { kind name } reExtractionCount
  sourceState { state } sourceChecks { totalCount nodes { state } } quarantines { reason endedAt }
  revisions { totalCount nodes { revision content } } versions { totalCount nodes { revision status } }
  auditTrail { totalCount nodes { action } }`;
const ofMemories = `${ofItems} summary domain tags mandatory votes { up down mine }
  effectiveConfidence { value base baseSource decay decaysSince floor evidenceCount asOf steps { step change value } }
  evidence { totalCount nodes { detectionType createdAt } } disputes { totalCount nodes { raisedAt verdict settledAt } }
  contradictions { totalCount nodes { status action: resolution { action } } } deliveries { totalCount }
  timeline { totalCount } supersedes { content } supersededBy { content } graduatedTo { totalCount nodes { status name } }`;
const ofEntities = `${ofItems} name relations { totalCount nodes { relation unrelatedAt to { name status } } }
  incomingRelations { totalCount } supersedes { name } supersededBy { name } timeline { totalCount }`;

const memoryQuery = `query ($id: ID!, $asOf: DateTime) { memory(id: $id, asOf: $asOf) { ${ofMemories} } }`;
const entityQuery = `query ($id: ID!, $asOf: DateTime) { entity(id: $id, asOf: $asOf) { ${ofEntities} } }`;

describe('what was answered at an instant is answered as of that instant', () => {
  onServerStore((store) => {
    let story: Story;
    const ask = async (query: string, variables: object, who = admin) => {
      const { data, errors } = await story.gateway.ask(who, query, variables);
      expect(errors).toBeUndefined();
      return data;
    };
    const now = () => story.gateway.dependencies.clock().toISOString();
    /** Asks before and after each action; gives the answers by their instants. */
    const watch = async (query: string, id: string, actions: readonly (() => Promise<unknown>)[]) => {
      const answers = new Map([[now(), await ask(query, { id })]]);
      for (const action of actions) {
        story.gateway.pass(day);
        expect(await action()).not.toHaveProperty('code');
        answers.set(now(), await ask(query, { id }));
      }
      return answers;
    };
    /** Every answer was another one, and each is given again. */
    const expectAgain = async (query: string, id: string, answers: ReadonlyMap<string, unknown>) => {
      expect(new Set([...answers.values()].map((answer) => JSON.stringify(answer))).size).toBe(answers.size);
      for (const [asOf, answer] of answers)
        expect([asOf, await ask(query, { id, asOf })]).toEqual([asOf, answer]);
    };
    const create = async (content: string, project = 'past') => {
      const { memory } = await story.does(contributor, 'createMemory', { project, kind: 'FACT', content });
      return memory.id as string;
    };
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });

    test('a memory: belief, evidence, votes, mandate, labels, owner, verification, dispute and quarantine', async () => {
      const id = await create('The pump of the bilge runs on 24 volts.');
      const rival = await create('The bilge pump takes 24 volts from the port battery.');
      await story.does(reviewer, 'promoteCandidate', { id: rival });
      const answers = await watch(memoryQuery, id, [
        () => story.does(reviewer, 'promoteCandidate', { id }),
        () => story.does(reader, 'voteMemory', { id, vote: 'UP' }),
        () => story.does(reader, 'voteMemory', { id, vote: 'DOWN' }),
        () => story.does(reader, 'voteMemory', { id, vote: 'NONE' }),
        () =>
          story.does(service, 'recordEvidence', {
            memoryId: id,
            sourceUser: 'dave',
            detectionType: 'CORRECTION',
            sourceRef: 'call 1',
          }),
        () => story.does(reviewer, 'setOwner', { id, owner: { kind: 'USER', name: 'ann' } }),
        () => story.does(reviewer, 'verify', { id, note: 'Read on the plate.' }),
        () => story.does(admin, 'setSensitivityLabels', { id, labels: ['pii.email'] }),
        () => story.does(admin, 'mandateMemory', { id, mandatory: true }),
        () => story.does(admin, 'mandateMemory', { id, mandatory: false }),
        () => story.does(reader, 'disputeMemory', { id, quote: 'It runs on 12 volts.' }),
        () => story.does(reviewer, 'settleDispute', { id, verdict: 'DISMISSED', note: 'The plate says 24.' }),
        () => story.does(reviewer, 'supersede', { id, supersededById: rival }),
        () => story.does(reviewer, 'restore', { id }),
        () => story.does(reviewer, 'retire', { id, reason: 'The pump is gone.' }),
      ]);
      await expectAgain(memoryQuery, id, answers);
    });

    test('an entity: its relations, which end', async () => {
      const { wave } = await story.ingests(service, [
        {
          path: 'mast.md',
          content:
            '# Parts\n\n## Component: Mast, the mast of the ship\n\n## Component: Boom, the boom of the mast\n',
        },
      ]);
      const [mast, boom] = wave.report.candidates.nodes.map(({ id }: { id: string }) => id);
      const edge = { fromId: boom, toId: mast, relation: 'PART_OF' };
      const answers = await watch(entityQuery, boom, [
        () => story.does(reviewer, 'promoteCandidate', { id: boom }),
        () => story.does(reviewer, 'relateEntities', edge),
        () => story.does(reviewer, 'unrelateEntities', edge),
        () => story.does(reviewer, 'relateEntities', edge),
        () => story.does(reviewer, 'setOwner', { id: boom, owner: { kind: 'GROUP', name: 'riggers' } }),
        () => story.does(reviewer, 'verify', { id: boom }),
      ]);
      await expectAgain(entityQuery, boom, answers);
      const { entity } = await ask(
        'query ($id: ID!) { entity(id: $id) { timeline(filter: { kind: { in: [RELATION, RELATION_END] } }) { nodes { ... on RelationEvent { ended relation { unrelatedAt } } } } } }',
        { id: boom },
      );
      expect(entity.timeline.nodes.map(({ ended }: { ended: boolean }) => ended)).toEqual([
        false,
        true,
        false,
      ]);
    });

    test('a list is filtered and ordered by the values of then', async () => {
      const [first, second] = [
        await create('The first buoy is red.', 'buoys'),
        await create('The second buoy is green.', 'buoys'),
      ];
      story.gateway.pass(day);
      await story.does(admin, 'setSensitivityLabels', { id: first, labels: ['pii.email'] });
      const labelled = now();
      story.gateway.pass(day);
      await story.does(admin, 'setSensitivityLabels', { id: first, labels: [] });
      await story.does(reviewer, 'promoteCandidate', { id: second });
      await story.does(service, 'recordEvidence', {
        memoryId: second,
        sourceUser: 'dave',
        detectionType: 'CORRECTION',
        sourceRef: 'x',
      });
      const query = `query ($asOf: DateTime) {
        labelled: memories(asOf: $asOf, filter: { project: { eq: "buoys" }, label: { eq: "pii.email" } }) { totalCount nodes { content sensitivityLabels } }
        newest: memories(asOf: $asOf, filter: { project: { eq: "buoys" } }, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { content } }
        surest: memories(asOf: $asOf, filter: { project: { eq: "buoys" }, confidence: { gte: 0.8 } }) { totalCount } }`;
      expect(await ask(query, {})).toMatchObject({
        labelled: { totalCount: 0 },
        newest: { nodes: [{ content: 'The second buoy is green.' }, {}] },
        surest: { totalCount: 1 },
      });
      expect(await ask(query, { asOf: labelled })).toMatchObject({
        labelled: {
          totalCount: 1,
          nodes: [{ content: 'The first buoy is red.', sensitivityLabels: ['pii.email'] }],
        },
        newest: { nodes: [{ content: 'The first buoy is red.' }, {}] },
        surest: { totalCount: 0 },
      });
    });

    test('a list below a project, a user or a document is filtered and ordered by the values of then', async () => {
      await story.ingests(
        contributor,
        [{ path: 'moorings.md', content: '## Decision: We will use chain\n\n## Component: Winch\n' }],
        { project: 'moorings' },
      );
      const { memories, entities, documents } = await ask(
        `{ memories(filter: { project: { eq: "moorings" } }) { nodes { id } } entities(filter: { project: { eq: "moorings" } }) { nodes { id } }
          documents(filter: { project: { eq: "moorings" } }) { nodes { id } } }`,
        {},
      );
      const waiting = now();
      story.gateway.pass(day);
      await story.does(reviewer, 'promoteCandidate', { id: memories.nodes[0].id });
      await story.does(reviewer, 'editItem', { id: entities.nodes[0].id, name: 'Capstan' });
      const lists = `memories(asOf: $asOf, filter: { status: { eq: ACTIVE } }) { totalCount nodes { status } }
        entities(asOf: $asOf, filter: { name: { eq: "Winch" } }) { totalCount nodes { name } }`;
      const query = `query ($asOf: DateTime, $document: ID!) {
        project(name: "moorings") { ${lists} } user(name: "${contributor.user}") { ${lists.replaceAll('filter: {', 'filter: { project: { eq: "moorings" },')} }
        document(id: $document) { candidates(asOf: $asOf, filter: { status: { eq: CANDIDATE } }, orderBy: { field: UPDATED_AT, direction: DESC })
          { totalCount nodes { id status ... on Entity { name } } } } }`;
      const variables = { document: documents.nodes[0].id };
      const before = {
        memories: { totalCount: 0, nodes: [] },
        entities: { totalCount: 1, nodes: [{ name: 'Winch' }] },
      };
      const after = {
        memories: { totalCount: 1, nodes: [{ status: 'ACTIVE' }] },
        entities: { totalCount: 0, nodes: [] },
      };
      const answerThen = await ask(query, { ...variables, asOf: waiting });
      expect(answerThen).toMatchObject({ project: before, user: before });
      expect(answerThen.document.candidates).toMatchObject({
        totalCount: 2,
        nodes: [{ status: 'CANDIDATE' }, {}],
      });
      for (const { id } of answerThen.document.candidates.nodes) expect(id).toMatch(/@/);
      expect(await ask(query, variables)).toMatchObject({
        project: after,
        user: after,
        document: { candidates: { totalCount: 1, nodes: [{ name: 'Capstan' }] } },
      });
    });

    test('a search as of an instant finds the words of then', async () => {
      const id = await create('The quetzal berth is for tenders.', 'berths');
      const other = await create('The pelican berth is for barges.', 'berths');
      story.gateway.pass(day);
      const before = now();
      story.gateway.pass(day);
      await story.does(reviewer, 'editItem', { id, content: 'The pelican quay is for tenders.' });
      await create('A quetzal on the mast is later.', 'berths');
      const find = async (search: string, asOf: string | null, orderBy?: object) => {
        const { memories } = await ask(
          `query ($search: String!, $asOf: DateTime, $orderBy: MemoryOrder) {
            memories(filter: { project: { eq: "berths" }, search: $search }, asOf: $asOf, orderBy: $orderBy) { totalCount nodes { id content } } }`,
          { search, asOf, orderBy },
        );
        expect(memories.totalCount).toBe(memories.nodes.length);
        return memories.nodes.map((node: { id: string }) => node.id.split('@')[0]);
      };
      expect(await find('quetzal', before)).toEqual([id]);
      expect(await find('pelican', before)).toEqual([other]);
      expect(await find('berth', before, { field: 'UPDATED_AT', direction: 'ASC' })).toEqual([id, other]);
      expect(await find('pelicna', before)).toEqual([other]);
      expect(await find('-berth', before)).toEqual([]);
      expect((await find('pelican', null)).toSorted()).toEqual([id, other].toSorted());
      expect(await find('quetzal', null)).not.toContain(id);
    });

    test('a document that returned to former words, and then got new ones, has its versions in the order of their last coming', async () => {
      const words = {
        A: '# Log\n\nThe wind is west.\n',
        B: '# Log\n\nThe wind is east.\n',
        C: '# Log\n\nThe wind is north.\n',
      };
      const ids = new Map<string, string>();
      const instants: string[] = [];
      for (const version of ['A', 'B', 'A', 'C'] as const) {
        story.gateway.pass(day);
        await story.ingests(service, [{ path: 'log.md', content: words[version] }]);
        instants.push(now());
        const { documents } = await ask(
          'query ($path: String!) { documents(filter: { path: { eq: $path } }) { nodes { id content } } }',
          { path: 'log.md' },
        );
        for (const { id, content } of documents.nodes) ids.set(content, id);
      }
      const id = ids.get(words.C);
      const { document } = await ask(
        'query ($id: ID!) { document(id: $id) { versions { nodes { content } } previousVersion { content previousVersion { content } } } }',
        { id },
      );
      expect(document.versions.nodes.map(({ content }: { content: string }) => content)).toEqual([
        words.B,
        words.A,
        words.C,
      ]);
      expect(document.previousVersion).toEqual({ content: words.A, previousVersion: { content: words.B } });

      const beside = async (version: keyof typeof words, asOf: string | undefined, who = reader) => {
        const found = await ask(
          `query ($id: ID!, $asOf: DateTime) { document(id: $id) {
            previousVersion(asOf: $asOf) { content } nextVersion(asOf: $asOf) { content } } }`,
          { id: ids.get(words[version]), asOf },
          who,
        );
        return [found.document.previousVersion?.content, found.document.nextVersion?.content];
      };
      const [first, second, third] = instants;
      expect(await beside('A', first)).toEqual([undefined, undefined]);
      expect(await beside('B', first)).toEqual([undefined, undefined]);
      expect(await beside('A', second)).toEqual([undefined, words.B]);
      expect(await beside('B', third)).toEqual([undefined, words.A]);
      expect(await beside('A', third)).toEqual([words.B, undefined]);
      expect(await beside('A', now())).toEqual([words.B, words.C]);
      expect(await beside('A', '2999-01-01T00:00:00Z')).toEqual(await beside('A', undefined));
    });
  });
});
