import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { type ModelCall, type Reply, startTestModel } from '#test/support/language-model.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

interface Asked {
  readonly knownDomains: string[];
  readonly statements: { readonly id: string; readonly content: string }[];
}
const askedIn = ({ body }: ModelCall): Asked => {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
  return JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '{}') as Asked;
};
const about =
  (domain: string, tags: readonly string[] = ['b', 'a']): Reply =>
  (call) => ({
    memories: [
      ...askedIn(call).statements.map(({ id }) => ({ memory: id, domain, tags })),
      { memory: 'mem_00000000-0000-7000-8000-000000000000', domain, tags },
      null,
    ],
  });

describe('a model says what nobody and no keyword did', () => {
  onServerStore((store) => {
    let turn = 0;
    const open = async (reply: Reply) => {
      turn += 1;
      const project = `about ${turn}`;
      const server = await startTestModel(reply);
      const faults: string[] = [];
      const gateway = await createTestGateway(
        store(),
        {},
        { domainModel: await server.domains(), logFault: (event) => faults.push(event) },
      );
      const creates = async (content: string, more: object = {}) =>
        (
          await gateway.ask(
            people.contributor,
            `mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { ... on MemoryPayload { memory { id domain tags revision } } } }`,
            { input: { project, kind: 'FACT', content, ...more } },
          )
        ).data.createMemory.memory;
      return { gateway, story: runStory(gateway), server, faults, project, creates };
    };
    const setTable = (gateway: Awaited<ReturnType<typeof open>>['gateway'], entries: object[]) =>
      gateway.ask(
        people.admin,
        'mutation ($input: SetDomainKeywordsInput!) { setDomainKeywords(input: $input) { __typename } }',
        { input: { entries } },
      );

    test('by hand, after the commit, as an event of its own and no revision', async () => {
      const { gateway, creates, server } = await open(about('Harbour'));
      await setTable(gateway, [{ domain: 'harbour', keywords: ['pier'] }]);
      const memory = await creates('The buoy is yellow.');
      expect(memory).toMatchObject({ domain: 'harbour', tags: ['a', 'b'], revision: 1 });
      expect(server.calls.map(askedIn)).toMatchObject([{ knownDomains: ['harbour'] }]);
      const { data } = await gateway.ask(
        people.auditor,
        'query ($id: ID!) { auditEvents(filter: { targetId: { eq: $id } }) { nodes { action } } }',
        { id: memory.id },
      );
      expect(data.auditEvents.nodes.map(({ action }: { action: string }) => action)).toEqual([
        'MEMORY_CREATED',
        'MEMORY_CLASSIFIED',
      ]);
    });

    test('what a person or the table said is not asked about, and stays', async () => {
      const { gateway, creates, server } = await open(about('other'));
      await setTable(gateway, [{ domain: 'harbour', keywords: ['pier'] }]);
      expect(await creates('The pier is long.')).toMatchObject({ domain: 'harbour' });
      expect(await creates('The buoy is big.', { domain: 'toys' })).toMatchObject({
        domain: 'toys',
        tags: [],
      });
      expect(server.calls).toHaveLength(0);
      expect(await creates('The buoy is small.', { tags: ['mine'] })).toMatchObject({
        domain: 'other',
        tags: ['mine'],
      });
    });

    test('one call for all that a pass wrote of one visibility, and none mixes two', async () => {
      const { gateway, story, server, project } = await open(about('gauges'));
      await setTable(gateway, []);
      await story.ingests(
        people.service,
        [
          {
            path: 'a.md',
            content:
              '# R\n\n## Decision: We will read the gauge hourly.\n\n## Decision: We will paint the gauge.\n',
          },
          { path: 'b.md', content: '# R\n\n## Decision: We will sell the gauge.\n', audience: ['board'] },
        ],
        { project },
      );
      expect(server.calls.map((call) => askedIn(call).statements.length).toSorted()).toEqual([1, 2]);
      const rows = await store().asOwner<{ domain: string }>(
        'select domain from memories where project = ?',
        [project],
      );
      expect(rows.map(({ domain }) => domain)).toEqual(['gauges', 'gauges', 'gauges']);
    });

    test.for<[name: string, reply: Reply]>([
      ['refuses', { status: 500 }],
      ['never answers', 'never'],
      ['answers something else', () => ({ statements: [] })],
    ])('a model that %s costs a line in the log, and the memory stands', async ([, reply]) => {
      const { creates, faults } = await open(reply);
      expect(await creates('The buoy is yellow.')).toMatchObject({ domain: null, tags: [] });
      expect(faults).toEqual(['domain_model']);
    });

    test('a dry run asks nobody', async () => {
      const { creates, server } = await open(about('x'));
      await creates('The buoy is yellow.', { dryRun: true }).catch(() => undefined);
      expect(server.calls).toHaveLength(0);
    });
  });
});
