import { describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const item = '{ __typename id ... on Memory { status content revision } }';

describe('what is not the present state never travels under the present id', () => {
  onEveryStore((store) => {
    const open = async () => {
      const gateway = await createTestGateway(store());
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
            `mutation ($input: PromoteMemoryInput!) { promoteMemory(input: $input) { ... on UserError { code message path }
              ... on PromoteMemoryPayload { applied memory { id status sourceChunk { id document { id } } extraction { id workflowItem { id } } } } } }`,
            { input },
          )
        ).data.promoteMemory;
      const preview = await promote({ id, dryRun: true });
      const applied = await promote({ id });
      expect(preview).toEqual({
        applied: false,
        memory: {
          ...applied.memory,
          id: `${id}~preview`,
          extraction: {
            id: `${applied.memory.extraction.id}~preview`,
            workflowItem: { id: `${applied.memory.extraction.workflowItem.id}~preview` },
          },
        },
      });
      expect(applied.memory).toMatchObject({ id, status: 'ACTIVE' });
      expect(await node(preview.memory.id)).toBeNull();
      expect(await does(people.reviewer, 'promoteMemory', { id: preview.memory.id })).toEqual(
        await does(people.reviewer, 'promoteMemory', { id: 'nonsense' }),
      );
    });

    test('an answer asOf holds snapshots, and node gives each again, under the permissions of today', async () => {
      const { gateway, node, candidate, does } = await open();
      const id = await candidate('We will read the gauge of the snapshot at noon.', { project: 'then' });
      gateway.pass(1_000);
      await does(people.reviewer, 'promoteMemory', { id });
      gateway.pass(1_000);
      const then = gateway.dependencies.clock().toISOString();
      gateway.pass(1_000);
      await does(people.reviewer, 'editMemory', { id, content: 'The gauge is read at night.' });
      const listed = async (asOf: string) =>
        (
          await gateway.ask(
            people.reviewer,
            `query ($asOf: DateTime!) { memories(asOf: $asOf, filter: { project: "then" }) { nodes ${item} } }`,
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

      expect(
        await does(people.reviewer, 'editMemory', { id: snapshot.id, content: 'Something.' }),
      ).toMatchObject({
        code: 'not_found',
      });
      const stranger = viewer('sam', ['admin'], { tenant: 'globex' });
      expect(await node(snapshot.id, stranger)).toBeNull();
      await does(people.service, 'setMemoryPersonal', { id, isPersonal: true });
      expect(await node(snapshot.id, people.reader)).toBeNull();
      expect(await node(snapshot.id, people.admin)).toEqual(snapshot);
    });
  });
});
