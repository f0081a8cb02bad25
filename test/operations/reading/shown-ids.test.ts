import { describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const item = '{ __typename id ... on Memory { status content revision } }';

describe('what is not the present state never travels under the present id', () => {
  onServerStore((store) => {
    const open = async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const node = async (id: string, who = people.reviewer) =>
        (await gateway.ask(who, `query ($id: ID!) { node(id: $id) ${item} }`, { id })).data.node;
      return { ...story, node };
    };

    test('the answer of a dry run holds previews: no node, and no id that a mutation takes', async () => {
      const { gateway, node, candidate, does } = await open();
      const id = await candidate('We will read the gauge of the preview at noon.');
      const promote = async (input: object) =>
        (
          await gateway.ask(
            people.reviewer,
            `mutation ($input: PromoteCandidateInput!) { promoteCandidate(input: $input) { ... on UserError { code message path }
              ... on ItemPayload { applied item { id status source { __typename id ... on Chunk { document { id } } } extraction { id workflowItem { id } } } } } }`,
            { input },
          )
        ).data.promoteCandidate;
      const preview = await promote({ id, dryRun: true });
      const applied = await promote({ id });
      expect(preview).toEqual({
        applied: false,
        item: {
          ...applied.item,
          id: `${id}~preview`,
          source: {
            __typename: 'Chunk',
            id: `${applied.item.source.id}~preview`,
            document: { id: `${applied.item.source.document.id}~preview` },
          },
          extraction: {
            id: `${applied.item.extraction.id}~preview`,
            workflowItem: { id: `${applied.item.extraction.workflowItem.id}~preview` },
          },
        },
      });
      expect(applied.item).toMatchObject({ id, status: 'ACTIVE' });
      expect(await node(preview.item.id)).toBeNull();
      expect(await does(people.reviewer, 'promoteCandidate', { id: preview.item.id })).toEqual(
        await does(people.reviewer, 'promoteCandidate', { id: 'nonsense' }),
      );
    });

    test.for(['+275760-09-13T00:00:00.000Z', '+010000-01-01T00:00:00.000Z', '-000001-01-01T00:00:00.000Z'])(
      'there is no snapshot of the instant %s, which no store can write',
      async (instant) => {
        const { gateway, node, candidate } = await open();
        const id = `${await candidate(`We will read the gauge of ${instant} at noon.`)}@${instant}`;
        expect(await node(id)).toBeNull();
        expect(
          await gateway.ask(people.reviewer, 'query ($id: ID!) { memory(id: $id) { id } }', { id }),
        ).toEqual({ data: { memory: null } });
      },
    );

    test('what a dry run ingests has no id that stays, and names of users and projects are as ever', async () => {
      const { gateway, does } = await open();
      const document = { path: 'preview.md', content: '# Preview\n\nWe will sound the tide bell at dusk.\n' };
      const ingest = async (input: object) => {
        const { data, errors } = await gateway.ask(
          people.service,
          `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { ... on IngestDocumentsPayload { wave { id inProject { id }
            documents { nodes { id contributor { id } chunks { nodes { id } } } } } } } }`,
          { input: { project: 'previewed', documents: [document], ...input } },
        );
        expect(errors).toBeUndefined();
        return data.ingestDocuments.wave;
      };
      const preview = await ingest({ dryRun: true });
      const [sent] = preview.documents.nodes;
      for (const { id } of [preview, sent, ...sent.chunks.nodes]) expect(id).toMatch(/~preview$/);
      const wave = await ingest({});
      const [stored] = wave.documents.nodes;
      for (const { id } of [wave, stored, ...stored.chunks.nodes]) expect(id).not.toContain('~');
      expect([preview.inProject, sent.contributor]).toEqual([wave.inProject, stored.contributor]);
      expect(await does(people.service, 'extractWave', { waveId: preview.id })).toEqual(
        await does(people.service, 'extractWave', { waveId: 'nonsense' }),
      );
    });

    test('an answer asOf holds snapshots, and node gives each again, under the permissions of today', async () => {
      const { gateway, node, candidate, does } = await open();
      const id = await candidate('We will read the gauge of the snapshot at noon.', { project: 'then' });
      gateway.pass(1_000);
      await does(people.reviewer, 'promoteCandidate', { id });
      gateway.pass(1_000);
      const then = gateway.dependencies.clock().toISOString();
      gateway.pass(1_000);
      await does(people.reviewer, 'editItem', { id, content: 'The gauge is read at night.' });
      const listed = async (asOf: string) =>
        (
          await gateway.ask(
            people.reviewer,
            `query ($asOf: DateTime!) { memories(asOf: $asOf, filter: { project: { eq: "then" } }) { nodes ${item} } }`,
            { asOf },
          )
        ).data.memories.nodes[0];
      const snapshot = await listed(then);
      expect(snapshot).toEqual({
        __typename: 'Memory',
        id: `${id}@${then}`,
        status: 'ACTIVE',
        content: 'We will read the gauge of the snapshot at noon.',
        revision: 2,
      });
      expect(await node(snapshot.id)).toEqual(snapshot);
      expect(await node(id)).toMatchObject({ id, content: 'The gauge is read at night.', revision: 3 });
      const { data } = await gateway.ask(people.reader, `query ($ids: [ID!]!) { nodes(ids: $ids) { id } }`, {
        ids: [id, snapshot.id, `${id}@2020-01-01T00:00:00.000Z`, `${id}@${then.slice(0, -1)}`, snapshot.id],
      });
      expect(data.nodes).toEqual([{ id }, { id: snapshot.id }, null, null, { id: snapshot.id }]);

      // A later instant is now: the id says what was shown.
      const now = gateway.dependencies.clock().toISOString();
      expect(await listed('2090-01-01T00:00:00.000Z')).toMatchObject({ id: `${id}@${now}`, revision: 3 });
      expect(await node(`${id}@2090-01-01T00:00:00.000Z`)).toBeNull();
      const one = await gateway.ask(
        people.reviewer,
        `query ($id: ID!) { memory(id: $id, asOf: "2090-01-01T00:00:00Z") { id } }`,
        { id },
      );
      expect(one.data.memory).toEqual({ id: `${id}@${now}` });

      expect(
        await does(people.reviewer, 'editItem', { id: snapshot.id, content: 'Something.' }),
      ).toMatchObject({
        code: 'not_found',
      });
      const stranger = viewer('sam', ['admin'], { tenant: 'globex' });
      expect(await node(snapshot.id, stranger)).toBeNull();
      await does(people.service, 'setMemoryPersonal', { id, isPersonal: true });
      await does(people.admin, 'setMemoryPersonal', { id, isPersonal: true });
      expect(await node(snapshot.id, people.reader)).toBeNull();
      expect(await node(snapshot.id, people.admin)).toEqual(snapshot);
    });

    test('what an answer asOf leads to is shown as it stood, under the id that node gives again', async () => {
      const { gateway, does, node, candidates } = await open();
      const asked: Readonly<Record<string, string>> = {
        Memory: 'status content revision',
        Entity: 'entityStatus: status name revision',
        Contradiction: 'openness: status resolution { action } revision',
        WorkflowItem: 'routed: status reason decidedBy { name } revision',
        PathwayTrace: 'supersededByTraceUid supersededBy { id }',
      };
      const of = (type: string) => `__typename id ${asked[type]}`;
      const anyOf = Object.keys(asked).map((type) => `... on ${type} { ${of(type)} }`);
      const ask = async (who: typeof people.reviewer, query: string, variables: object) => {
        const { data, errors } = await gateway.ask(who, query, variables);
        expect(errors).toBeUndefined();
        return data;
      };
      const shown = async (ids: readonly string[], who = people.auditor) =>
        (await ask(who, `query ($ids: [ID!]!) { nodes(ids: $ids) { ${anyOf.join(' ')} } }`, { ids })).nodes;

      const project = 'nested';
      const [older = '', newer = ''] = await candidates(
        ['The gauge is kept for 7 days.', 'The gauge is kept for 90 days.'],
        { project },
      );
      for (const id of [older, newer]) await does(people.reviewer, 'promoteCandidate', { id });
      await does(people.admin, 'detectContradictions', { memoryId: newer });
      const { memory } = await ask(
        people.reviewer,
        'query ($id: ID!) { memory(id: $id) { contradictions { nodes { id revision } } source { id } extraction { workflowItem { id } } } }',
        { id: older },
      );
      const contradictionId: string = memory.contradictions.nodes[0].id;
      const chunkId: string = memory.source.id;
      const run = {
        taskClass: 'review',
        filePath: 'src/gauge.ts',
        kbChunks: [{ sourceDoc: 'gauges', chunkId, cosineScore: 0.9, rank: 1 }],
      };
      const { trace } = await does(people.service, 'insertTrace', run);
      const { item: entity } = await does(people.reviewer, 'proposeGraduation', {
        memoryId: newer,
        entityType: 'DECISION',
        name: 'Gauge keeping',
      });
      const { memory: traced } = await ask(
        people.auditor,
        'query ($id: ID!) { memory(id: $id) { pathwayTraces { nodes { id } } } }',
        { id: older },
      );
      const traceId: string = traced.pathwayTraces.nodes[0].id;
      gateway.pass(1_000);
      const then = gateway.dependencies.clock().toISOString();
      gateway.pass(1_000);
      await does(people.reviewer, 'resolveContradiction', { id: contradictionId, action: 'BOTH_VALID' });
      await does(people.reviewer, 'promoteCandidate', { id: entity.id });
      await does(people.service, 'reviseTrace', { traceUid: trace.traceUid, ...run });

      const { memory: stood } = await ask(
        people.auditor,
        `query ($id: ID!, $asOf: DateTime!) { memory(id: $id, asOf: $asOf) { id source { __typename id ... on Chunk { document { id } } }
          extraction { id workflowItem { ${of('WorkflowItem')} } }
          contradictions { nodes { ${of('Contradiction')} itemA { id } other { ${of('Memory')} graduatedTo { edges { node { ${of('Entity')} graduatedFrom { id } } } } } } }
          pathwayTraces { nodes { ${of('PathwayTrace')} } } } }`,
        { id: older, asOf: then },
      );
      const at = (id: string) => `${id}@${then}`;
      expect(stood.id).toBe(at(older));
      const now = gateway.dependencies.clock().toISOString();
      expect(
        await ask(
          people.auditor,
          'query ($one: ID!, $other: ID!, $asOf: DateTime!) { entity(id: $one, asOf: $asOf) { id } contradiction(id: $other, asOf: $asOf) { id } }',
          { one: entity.id, other: contradictionId, asOf: '2090-01-01T00:00:00Z' },
        ),
      ).toEqual({
        entity: { id: `${entity.id}@${now}` },
        contradiction: { id: `${contradictionId}@${now}` },
      });
      expect(stood.source).toEqual({
        __typename: 'Chunk',
        id: chunkId,
        document: { id: expect.stringMatching(/^doc_[^@]*$/) },
      });
      expect(stood.extraction.id).not.toContain('@');
      const [{ itemA, other, ...contradiction }] = stood.contradictions.nodes;
      const { graduatedTo, ...otherSide } = other;
      const [{ graduatedFrom, ...graduated }] = graduatedTo.edges.map(
        ({ node: found }: { node: object }) => found,
      );
      const [run1] = stood.pathwayTraces.nodes;
      expect(itemA).toEqual({ id: at(older) });
      expect(graduatedFrom).toEqual({ id: at(newer) });
      const { workflowItem } = stood.extraction;
      expect([contradiction, otherSide, graduated, workflowItem, run1]).toMatchObject([
        { id: at(contradictionId), openness: 'OPEN', resolution: null, revision: 1 },
        { id: at(newer), status: 'ACTIVE' },
        { id: at(entity.id), entityStatus: 'CANDIDATE' },
        { id: at(memory.extraction.workflowItem.id) },
        { id: at(traceId), supersededByTraceUid: null, supersededBy: null },
      ]);

      // Each is given again by its id, and beside it what stands now.
      const all = [contradiction, otherSide, graduated, workflowItem, run1];
      expect(await shown(all.map(({ id }) => id))).toEqual(all);
      expect(await shown([contradictionId, newer, entity.id])).toMatchObject([
        { id: contradictionId, openness: 'RESOLVED', resolution: { action: 'BOTH_VALID' }, revision: 2 },
        { id: newer, status: 'GRADUATED' },
        { id: entity.id, entityStatus: 'ACTIVE' },
      ]);
      const never = ['2020-01-01T00:00:00.000Z', '2090-01-01T00:00:00.000Z'].flatMap((instant) =>
        [contradictionId, entity.id, traceId, memory.extraction.workflowItem.id].map(
          (id) => `${id}@${instant}`,
        ),
      );
      expect(await shown(never)).toEqual(never.map(() => null));

      // Two worlds: what is hidden today answers as what never was.
      await does(people.service, 'setMemoryPersonal', { id: older, isPersonal: true });
      await does(people.admin, 'setMemoryPersonal', { id: older, isPersonal: true });
      const ids = [at(older), at(contradictionId), `${older}~preview`];
      const missing = ids.map((id) => id.replace(/[0-9a-f]{4}/, '0000'));
      expect(await shown([...ids, at(newer)], people.reader)).toEqual([
        ...(await shown(missing, people.reader)),
        await node(at(newer), people.reader),
      ]);
      const { memory: left } = await ask(
        people.reader,
        'query ($id: ID!, $asOf: DateTime!) { memory(id: $id, asOf: $asOf) { id contradictions { totalCount nodes { id } } } }',
        { id: newer, asOf: then },
      );
      expect(left).toEqual({ id: at(newer), contradictions: { totalCount: 0, nodes: [] } });
    });
  });
});
