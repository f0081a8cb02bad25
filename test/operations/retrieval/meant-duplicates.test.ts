import { describe, expect, test } from 'vitest';
import { people } from '#test/support/gateway.ts';
import { createMeantWorld } from '#test/support/meant-world.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import type { Answer } from '#test/support/story.ts';

const { admin, contributor, reviewer } = people;

const query = `query ($id: ID!) { node(id: $id) { ... on Memory {
  possibleDuplicates { similarity relation candidate { id } } } } }`;

describe('possible duplicates are those that mean the same in other words, too', () => {
  onServerStore((store) => {
    const begin = async () => {
      const world = await createMeantWorld(store());
      const vessel = await world.fill();
      for (let at = 0; at < 22; at += 1) await world.believed(`Drawer ${at} holds ${at} nails.`);
      const input = {
        project: world.project,
        kind: 'FACT',
        content: 'Our ship can be found beside the crane.',
      };
      const { memory: ship }: Answer = await world.story.does(contributor, 'createMemory', input);
      const duplicatesOf = async (id: string, from = world.gateway, as = reviewer) => {
        const { data, errors } = await from.ask(as, query, { id });
        if (errors) throw new Error(JSON.stringify(errors));
        return data.node.possibleDuplicates;
      };
      return { ...world, vessel, ship: ship.id as string, duplicatesOf };
    };

    test('where they have vectors, and not where no server is configured', async () => {
      const { vessel, ship, plain, embedAll, duplicatesOf } = await begin();
      expect(await duplicatesOf(ship)).toEqual([]);
      await embedAll();
      expect(await duplicatesOf(ship)).toEqual([
        { similarity: expect.any(Number), relation: null, candidate: { id: vessel } },
      ]);
      expect((await duplicatesOf(ship))[0].similarity).toBeLessThan(0.5);
      expect(await duplicatesOf(vessel)).toMatchObject([{ candidate: { id: ship } }]);
      expect(await duplicatesOf(ship, plain)).toEqual([]);
    });

    test('what says the same in the same words comes first, and is there once', async () => {
      const { vessel, ship, believed, embedAll, duplicatesOf } = await begin();
      const same = await believed('Our ship can be found beside the cranes.');
      await embedAll();
      const ids = (await duplicatesOf(ship)).map(({ candidate }: Answer) => candidate.id);
      expect(ids).toEqual([same, vessel]);
    });

    test('whether the item was compared is said to reviewers, and costs as much as its duplicates', async () => {
      const { ship, gateway, plain, embedAll } = await begin();
      const meaningOf = async (as = reviewer, from = gateway) =>
        (
          await from.ask(as, 'query ($id: ID!) { memory(id: $id) { possibleDuplicatesMeaning } }', {
            id: ship,
          })
        ).data.memory.possibleDuplicatesMeaning;
      expect(await meaningOf()).toBeNull();
      await embedAll();
      expect(await meaningOf()).toBe('COMPARED');
      expect([await meaningOf(contributor), await meaningOf(reviewer, plain)]).toEqual([null, null]);
      const page = (name: string) =>
        `${name}: candidates(first: 100) { nodes { possibleDuplicatesMeaning } }`;
      const tooMany = await gateway.ask(reviewer, `{ ${['a', 'b', 'c', 'd'].map(page).join(' ')} }`);
      expect(tooMany.errors).toMatchObject([{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }]);
    });

    test('of some hundred items they are compared in one operation, and of more they are not', async () => {
      const { ask } = (await begin()).gateway;
      const page = (name: string) =>
        `${name}: candidates(first: 100) { nodes { possibleDuplicates { similarity } } }`;
      expect((await ask(reviewer, `{ ${page('a')} }`)).errors).toBeUndefined();
      const tooMany = await ask(reviewer, `{ ${['a', 'b', 'c', 'd'].map(page).join(' ')} }`);
      expect(tooMany.errors).toMatchObject([{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }]);
    });

    test('of a page they are those of each item alone, in as many statements as of one', async () => {
      const { project, gateway, embedAll, duplicatesOf } = await begin();
      const other = await begin();
      await embedAll();
      const page = async (first: number, projects: readonly string[]) => {
        const { result, statements } = await withStatements(store(), () =>
          gateway.ask(
            reviewer,
            `query ($first: Int, $projects: [String!]) { memories(first: $first, filter: { project: { in: $projects } }) {
              nodes { id possibleDuplicates { similarity relation candidate { id } } } } }`,
            { first, projects },
          ),
        );
        if (result.errors) throw new Error(JSON.stringify(result.errors));
        return { nodes: result.data.memories.nodes as Answer[], statements: statements.length };
      };
      const whole = await page(100, [project]);
      expect(
        whole.nodes.filter(({ possibleDuplicates }) => possibleDuplicates.length > 0).length,
      ).toBeGreaterThan(1);
      for (const { id, possibleDuplicates } of whole.nodes)
        expect([id, possibleDuplicates]).toEqual([id, await duplicatesOf(id)]);
      // The first look at a project reads its vectors.
      await page(100, [other.project]);
      const pages = [
        await page(1, [project]),
        await page(25, [project]),
        await page(40, [project, other.project]),
      ];
      expect(pages.map(({ nodes }) => nodes.length)).toEqual([1, 25, 40]);
      expect(pages.map(({ statements }) => statements)).toEqual(Array(3).fill(pages[0]?.statements));
    });

    test('nothing that is hidden or redacted is named, or moves what is', async () => {
      const { vessel, ship, story, believed, embedAll, duplicatesOf } = await begin();
      await embedAll();
      const before = await duplicatesOf(ship);
      await believed('My boat is green.', { isPersonal: true });
      await embedAll();
      expect(await duplicatesOf(ship)).toEqual(before);
      const policy = (rules: readonly object[]) =>
        story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules });
      await store().asOwner(`update memories set sensitivity_labels = '{hr.salary}' where id = '${vessel}'`);
      await policy([{ id: 'hr', anyLabel: ['hr'], roles: ['reviewer'], action: 'REDACT' }]);
      expect(await duplicatesOf(ship)).toEqual([]);
      // A redacted item is near to nothing.
      expect(await duplicatesOf(vessel)).toEqual([]);
      await policy([]);
    });
  });
});
