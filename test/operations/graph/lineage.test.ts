import { beforeAll, describe, expect, test } from 'vitest';
import { contractOperation } from '#test/support/contract.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const { service, contributor, reviewer, auditor, admin, curator, reader } = people;

describe('the graph is walked in every direction', () => {
  onServerStore((store) => {
    let story: Story;
    let memoryId = '';
    let entityId = '';
    let documentId = '';
    let traceUid = '';
    const markdown = (noon: string) =>
      `# Gauges\n\n## Decision: We will read the tide gauges at ${noon}.\n\n- [Component] The tide gauge at the pier\n\n- [Component] The post beside the pier\n`;
    const ask = async (who: typeof reader, query: string, variables: object = {}) => {
      const { data, errors } = await story.gateway.ask(who, query, variables);
      expect(errors).toBeUndefined();
      return data;
    };

    beforeAll(async () => {
      story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const { wave } = await story.does(service, 'ingestDocuments', {
        project: 'lineage',
        documents: [{ path: 'adr/gauges.md', content: markdown('noon') }],
      });
      const found: { id: string; content: string }[] = wave.report.candidates.nodes;
      memoryId = found.find(({ content }) => content.includes('noon'))?.id ?? '';
      entityId = found.find(({ content }) => content.includes('gauge at'))?.id ?? '';
      const postId = found.find(({ content }) => content.includes('post'))?.id ?? '';
      await story.does(reviewer, 'promoteCandidate', { id: memoryId });
      for (const id of [entityId, postId]) await story.does(reviewer, 'promoteCandidate', { id });
      await story.does(reviewer, 'relateEntities', { fromId: postId, toId: entityId, relation: 'PART_OF' });
      await story.does(contributor, 'recordEvidence', {
        memoryId,
        detectionType: 'CONFIRMATION',
        userQuote: 'Yes, at noon.',
        sourceRef: 'a talk',
      });
      const { memory } = await ask(
        reader,
        'query ($id: ID!) { memory(id: $id) { source { ... on Chunk { id document { id } } } } }',
        { id: memoryId },
      );
      const { id: chunkId, document } = memory.source;
      documentId = document.id;
      const { trace } = await story.does(service, 'insertTrace', {
        taskClass: 'review',
        filePath: 'crates/gauge/src/lib.rs',
        kbChunks: [{ sourceDoc: 'gauges', chunkId, cosineScore: 0.9, rank: 1 }],
      });
      traceUid = trace.traceUid;
      await story.does(service, 'ingestDocuments', {
        project: 'lineage',
        documents: [{ path: 'adr/gauges.md', content: markdown('dusk') }],
      });
      await story.does(service, 'deliverBundle', { project: 'lineage' });
    });

    test('Lineage: from a document to its versions, its facts, their traces and deliveries', async () => {
      const { document } = await ask(auditor, contractOperation('Lineage'), { id: documentId });
      expect(document).toMatchObject({
        path: 'adr/gauges.md',
        project: { name: 'lineage' },
        previousVersion: null,
        versions: { totalCount: 2 },
        pathwayTraces: { nodes: [{ id: expect.stringMatching(/^trc_/) }] },
      });
      expect(document.nextVersion.id).toBe(document.versions.nodes[1].id);
      const items = document.candidates.nodes;
      expect(document.candidates.totalCount).toBe(items.length);
      expect(items.find(({ id }: { id: string }) => id === memoryId)).toMatchObject({
        pathwayTraces: { nodes: [{}] },
        deliveries: { nodes: [{ id: expect.stringMatching(/^rct_/) }] },
      });
      expect(items.find(({ id }: { id: string }) => id === entityId)).toMatchObject({
        incomingRelations: { nodes: [{ relation: 'PART_OF' }] },
        pathwayTraces: { nodes: [{}] },
      });
    });

    test('and back: from the trace to its pathway, its memories, and the document that they came from', async () => {
      const { pathways } = await ask(reader, '{ pathways { nodes { pathwayId } } }');
      const { pathwayId } = pathways.nodes[0];
      const byHash = await ask(reader, contractOperation('PathwayById'), { pathwayId });
      expect(byHash.pathway.memories).toEqual({ totalCount: 1, nodes: [{ id: memoryId }] });
      const { pathway } = await ask(
        reader,
        'query ($pathwayId: String!) { pathway(pathwayId: $pathwayId) { memories { nodes { source { ... on Chunk { document { id candidates { nodes { id } } } } } } } traces { nodes { traceUid timeline { nodes { __typename } } } } } }',
        { pathwayId },
      );
      expect(pathway.memories.nodes[0].source.document.id).toBe(documentId);
      expect(pathway.traces.nodes).toEqual([
        { traceUid, timeline: { nodes: [{ __typename: 'TraceEvent' }] } },
      ]);
    });

    test.for(['Documents', 'Waves', 'Interactions', 'Extractions', 'Projects'] as const)(
      '%s: what exists is found without an id',
      async (name) => {
        const data = await ask(admin, contractOperation(name), { first: 10 });
        const [list] = Object.values(data) as { totalCount: number; nodes: { id: string }[] }[];
        expect(list?.nodes).toHaveLength(list?.totalCount ?? -1);
      },
    );

    test('the timeline of a document is of its versions and of all that was read from it', async () => {
      const query = `query ($id: ID!) { document(id: $id) { timeline(first: 100) { totalCount nodes { __typename at candidate { id } } } } }`;
      const { document } = await ask(auditor, query, { id: documentId });
      const { totalCount, nodes } = document.timeline;
      expect(nodes).toHaveLength(totalCount);
      const instants = nodes.map(({ at }: { at: string }) => at);
      expect(instants).toEqual(instants.toSorted());
      const kindsOf = (id: string | null) => {
        const own = nodes.filter(
          ({ candidate }: { candidate: { id: string } | null }) => (candidate?.id ?? null) === id,
        );
        return [...new Set(own.map(({ __typename: type }: { __typename: string }) => type))].toSorted();
      };
      expect(kindsOf(null)).toEqual(['IngestionEvent', 'RoutingEvent']);
      expect(kindsOf(memoryId)).toEqual(['DecisionEvent', 'DeliveryEvent', 'EvidenceEvent', 'RevisionEvent']);
      expect(kindsOf(entityId)).toEqual(['DecisionEvent', 'RelationEvent', 'RevisionEvent']);
      // Recipients of a bundle are hidden from readers, and a pending candidate is no fact of theirs.
      const seen = (await ask(reader, query, { id: documentId })).document.timeline.nodes;
      expect(JSON.stringify(seen)).not.toContain('DeliveryEvent');
    });

    test('and back: to what was delivered of a project and to a user, set by a user, and said in an interaction', async () => {
      const { interaction } = await story.does(contributor, 'recordInteraction', {
        project: 'lineage',
        content: 'Carol: Yes, at noon, as ever.',
      });
      await story.does(contributor, 'recordEvidence', {
        memoryId,
        detectionType: 'CONFIRMATION',
        sourceRef: interaction.id,
      });
      await story.does(curator, 'setProjectState', {
        project: 'lineage',
        category: 'c',
        key: 'k',
        value: 'v',
      });
      const data = await ask(
        auditor,
        `query ($interaction: ID!, $curator: String!, $service: String!) {
          project(name: "lineage") { deliveries { totalCount nodes { user { name } project { name } } } extractions { totalCount nodes { source { ... on Chunk { extractions { nodes { id } } } } } } }
          interaction(id: $interaction) { evidence { totalCount nodes { interaction { id } memory { id } } } extractions { totalCount } auditTrail { nodes { action } } }
          curator: user(name: $curator) { projectState { totalCount nodes { setBy { name } project { name } } } }
          service: user(name: $service) { deliveries { totalCount nodes { user { name } } } } }`,
        { interaction: interaction.id, curator: curator.user, service: service.user },
      );
      const delivered = { totalCount: 1, nodes: [{ user: { name: service.user } }] };
      expect(data.project.deliveries).toMatchObject({
        ...delivered,
        nodes: [{ project: { name: 'lineage' } }],
      });
      expect(data.project.extractions.totalCount).toBeGreaterThan(2);
      expect(data.project.extractions.nodes[0].source.extractions.nodes.length).toBeGreaterThan(0);
      expect(data.interaction).toMatchObject({
        evidence: {
          totalCount: 1,
          nodes: [{ interaction: { id: interaction.id }, memory: { id: memoryId } }],
        },
        extractions: { totalCount: 0 },
        auditTrail: { nodes: [{ action: 'INTERACTION_RECORDED' }] },
      });
      expect(data.curator.projectState).toEqual({
        totalCount: 1,
        nodes: [{ setBy: { name: curator.user }, project: { name: 'lineage' } }],
      });
      expect(data.service).toEqual({ deliveries: delivered });
      // To others, their own alone.
      const own = await ask(
        reader,
        'query ($service: String!) { project(name: "lineage") { deliveries { totalCount } } user(name: $service) { deliveries { totalCount } } }',
        { service: service.user },
      );
      expect(own).toEqual({
        project: { deliveries: { totalCount: 0 } },
        user: { deliveries: { totalCount: 0 } },
      });
    });

    test('User: what somebody contributed and decided', async () => {
      const { user } = await ask(admin, contractOperation('User'), { name: service.user });
      expect(user.memories.totalCount).toBe(2);
      const decided = await ask(admin, contractOperation('User'), { name: reviewer.user });
      expect(decided.user.decisions.totalCount).toBe(3);
    });

    test('FromSource: lists are filtered by where things came from', async () => {
      for (const [filter, count] of [
        [{ documentId: { eq: documentId } }, 1],
        [{ rule: { eq: 'heading.typed' } }, 2],
        [{ rule: { eq: 'list.typed' } }, 0],
        [{ contributor: { eq: service.user } }, 2],
      ] as const)
        expect((await ask(admin, contractOperation('FromSource'), { filter })).memories.totalCount).toBe(
          count,
        );
    });

    test('Timeline: what happened is merged by time', async () => {
      const { memory } = await ask(auditor, contractOperation('Timeline'), { id: memoryId });
      expect(memory.timeline.nodes.map(({ __typename: type }: { __typename: string }) => type)).toEqual(
        expect.arrayContaining([
          'RevisionEvent',
          'RoutingEvent',
          'DecisionEvent',
          'EvidenceEvent',
          'DeliveryEvent',
        ]),
      );
      expect(memory.timeline.totalCount).toBe(memory.timeline.nodes.length);
      const instants = memory.timeline.nodes.map(({ at }: { at: string }) => at);
      expect(instants).toEqual(instants.toSorted());
      // Recipients of a bundle are hidden from readers, except themselves.
      const seen = await ask(reader, contractOperation('Timeline'), { id: memoryId });
      expect(JSON.stringify(seen)).not.toContain('DeliveryEvent');
    });

    test('Difference: two wordings are compared by words, and nothing hidden is', async () => {
      await story.does(reviewer, 'editItem', {
        id: memoryId,
        content: 'We will read the tide gauges at dawn.',
      });
      const { memory } = await ask(
        reader,
        '{ memories(filter: { project: { eq: "lineage" }, status: { eq: ACTIVE } }) { nodes { id versions { nodes { revision status } } } } }',
      ).then(({ memories }) => ({ memory: memories.nodes[0] }));
      expect(memory.versions.nodes.map(({ status }: { status: string }) => status)).toEqual([
        'CANDIDATE',
        'ACTIVE',
        'ACTIVE',
      ]);
      const { memory: compared } = await ask(reader, contractOperation('Difference'), {
        id: memoryId,
        from: 1,
        to: 3,
      });
      expect(compared.diff.segments).toEqual(
        expect.arrayContaining([
          { operation: 'DELETE', text: 'noon' },
          { operation: 'INSERT', text: 'dawn' },
        ]),
      );
      const absent = await ask(reader, contractOperation('Difference'), { id: memoryId, from: 1, to: 9 });
      expect(absent.memory.diff).toBeNull();
    });

    test('OtherSide: evidence leads back to its memory', async () => {
      const { memory } = await ask(auditor, contractOperation('OtherSide'), { id: memoryId });
      expect(memory.evidence.nodes[0]).toMatchObject({ memory: { id: memoryId }, interaction: null });
    });

    test('a user or a project of which nothing is seen does not exist', async () => {
      const stranger = viewer('zoe', ['reader'], { tenant: 'elsewhere' });
      const data = await ask(
        stranger,
        '{ users { totalCount nodes { name } } projects { totalCount } user(name: "agent") { id } project(name: "lineage") { id } }',
      );
      expect(data).toEqual({
        users: { totalCount: 1, nodes: [{ name: 'zoe' }] },
        projects: { totalCount: 0 },
        user: null,
        project: null,
      });
      const [own] = (await ask(reader, '{ projects { nodes { id name } } }')).projects.nodes;
      expect(
        await ask(reader, 'query ($id: ID!) { node(id: $id) { id ... on Project { name } } }', {
          id: own.id,
        }),
      ).toEqual({ node: own });
      expect(await ask(stranger, 'query ($id: ID!) { node(id: $id) { id } }', { id: own.id })).toEqual({
        node: null,
      });
    });

    test('the number of statements does not depend on the number of rows', async () => {
      const query = `{ documents(first: 10) { nodes { id project { name } contributor { name }
        versions { nodes { id } } chunks { nodes { candidates { nodes { id } } } }
        timeline(first: 100) { nodes { __typename candidate { id } } }
        candidates { nodes { id versions { nodes { revision } }
          ... on Memory { deliveries { nodes { id } } timeline { nodes { __typename actor { name } } } pathwayTraces { nodes { id } } } } } } } }`;
      const count = async () => (await withStatements(store(), () => ask(auditor, query))).statements.length;
      await count();
      const before = await count();
      const more = ['dawn', 'nine', 'ten'];
      for (const at of more)
        await story.does(service, 'ingestDocuments', {
          project: 'lineage',
          documents: [{ path: `adr/${at}.md`, content: markdown(at).replaceAll('pier', `pier of ${at}`) }],
        });
      await story.does(service, 'deliverBundle', { project: 'lineage' });
      // Two branches that reach one look-up at different moments ask it once or twice, by chance.
      expect(await count()).toBeLessThan(before + more.length);
    });
  });
});

describe('as it stood, and as it stands again', () => {
  onServerStore((store) => {
    test('an entity is shown as it stood, with the name and the status of then', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const { does, ingests } = runStory(gateway);
      const { wave } = await ingests(service, [
        { path: 'then.md', content: '# Parts\n\n## Component: Davit, the davit of the stern\n' },
      ]);
      const [{ id }] = wave.report.candidates.nodes;
      const at = gateway.dependencies.clock().toISOString();
      gateway.pass(60_000);
      await does(reviewer, 'editItem', { id, name: 'Stern davit', content: 'The davit, renewed.' });
      await does(reviewer, 'promoteCandidate', { id });
      const read = async (asOf: string | null) =>
        (
          await gateway.ask(
            reviewer,
            'query ($id: ID!, $asOf: DateTime) { entity(id: $id, asOf: $asOf) { id status name revision } }',
            { id, asOf },
          )
        ).data.entity;
      const then = await read(at);
      expect(then).toMatchObject({ status: 'CANDIDATE', revision: 1 });
      expect(then.id).toMatch(/^ent_.+@/);
      expect(then.name).not.toBe('Stern davit');
      expect(await read(null)).toEqual({ id, status: 'ACTIVE', name: 'Stern davit', revision: 3 });
      expect(await read('2020-01-01T00:00:00Z')).toBeNull();

      const list = async (who: typeof reader, asOf: string | null, filter: object = {}) =>
        (
          await gateway.ask(
            who,
            `query ($asOf: DateTime, $filter: EntityFilter) { entities(asOf: $asOf, filter: $filter) {
              totalCount nodes { id status name content revision } edges { cursor } } }`,
            { asOf, filter },
          )
        ).data.entities;
      const { nodes, totalCount } = await list(reviewer, at);
      expect([totalCount, nodes]).toMatchObject([1, [then]]);
      // Under today's visibility: who sees it now sees what it was.
      expect((await list(reader, at)).nodes).toEqual(nodes);
      for (const [filter, count] of [
        [{ status: { eq: 'CANDIDATE' } }, 1],
        [{ status: { eq: 'ACTIVE' } }, 0],
        [{ name: { eq: then.name } }, 1],
        [{ name: { eq: 'Stern davit' } }, 0],
      ] as const)
        expect((await list(reviewer, at, filter)).totalCount).toBe(count);
      expect((await list(reviewer, '2020-01-01T00:00:00Z')).nodes).toEqual([]);
      expect((await list(reviewer, null)).nodes).toMatchObject([{ id, name: 'Stern davit' }]);
      // A search of then finds the words of then.
      expect((await list(reviewer, at, { search: 'davit' })).nodes).toEqual(nodes);
      expect((await list(reviewer, at, { search: 'renewed' })).nodes).toEqual([]);
      expect((await list(reviewer, null, { search: 'renewed' })).nodes).toMatchObject([{ id }]);
    });

    test('a document that returns to former words has a new newest version', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const { does } = runStory(gateway);
      const words = (hour: string) => `# Watch\n\n## Decision: We will change the watch at ${hour}.\n`;
      const ingest = (hour: string) =>
        does(service, 'ingestDocuments', {
          project: 'watch',
          documents: [{ path: 'watch.md', content: words(hour) }],
        });
      for (const hour of ['six', 'seven']) await ingest(hour);
      const again = await ingest('six');
      expect(again.unchanged).toBe(0);
      expect((await ingest('six')).unchanged).toBe(1);
      // The words are stored once: the version that they were is the newest again.
      const { data } = await gateway.ask(
        reader,
        '{ documents(filter: { project: { eq: "watch" } }) { nodes { id content nextVersion { id } previousVersion { content } versions { totalCount nodes { id } } } } }',
      );
      const newest = data.documents.nodes.filter(
        (found: { nextVersion: unknown }) => found.nextVersion === null,
      );
      expect(newest).toMatchObject([
        { content: words('six'), previousVersion: { content: words('seven') }, versions: { totalCount: 2 } },
      ]);
      expect(newest[0].versions.nodes.at(-1).id).toBe(newest[0].id);
    });
  });
});
