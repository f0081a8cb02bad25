import { beforeAll, describe, expect, test } from 'vitest';
import { createSubgraph, printedSubgraph } from '#resolvers/subgraph.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const subgraph = createSubgraph();
const entities = `query ($of: [_Any!]!) { _entities(representations: $of) {
  __typename ... on Memory { id content status } ... on Entity { id name } } }`;

interface Representation {
  readonly __typename: string;
  readonly id?: unknown;
}

describe('a subgraph of a federation', () => {
  test('has every node under its id, and leaves the public schema as it is', () => {
    const sdl = printedSubgraph();
    expect(sdl).toContain('@link(url: "https://specs.apollo.dev/federation/v2.6"');
    const nodes = subgraph
      .getPossibleTypes(subgraph.getType('Node') as Parameters<typeof subgraph.getPossibleTypes>[0])
      .map(({ name }) => name)
      .filter((name) => !new RegExp(`^type ${name} [^{]*@key\\(fields: "id"\\)`, 'm').test(sdl));
    expect(nodes).toEqual([]);
    expect(sdl).toMatch(/^type PageInfo\s+@shareable/m);
  });

  onServerStore((store) => {
    let story: Story;
    let ids: string[] = [];
    beforeAll(async () => {
      story = runStory(await createTestGateway(store(), {}, {}, { subgraph }));
      ids = await story.candidates([
        'We will read the federated gauge at noon.',
        'We will read the federated gauge at dusk.',
        'We will oil the federated winch in May.',
      ]);
      for (const id of ids) await story.does(people.reviewer, 'promoteCandidate', { id });
    });
    const find = async (who: typeof people.reader, of: readonly Representation[], path = '/subgraph') =>
      story.gateway.askForText(who, entities, { of }, { path });
    const memory = (id: unknown): Representation => ({ __typename: 'Memory', id });

    test('entities are found by their ids, each in its place, in one look-up', async () => {
      const { statements } = await withStatements(store(), () => find(people.reader, [memory(ids[0])]));
      const all = await withStatements(store(), () =>
        find(people.reader, [...ids.map(memory), memory(ids[0])]),
      );
      expect(JSON.parse(all.result).data._entities.map(({ id }: { id: string }) => id)).toEqual([
        ...ids,
        ids[0],
      ]);
      expect(all.statements.length).toBe(statements.length);
    });

    test('what is no id of the type is null', async () => {
      const given = [
        memory(undefined),
        memory(5),
        memory({ id: ids[0] }),
        memory('nonsense'),
        memory(`${ids[0]}~preview`),
        { __typename: 'Entity', id: ids[0] },
        { __typename: 'User', id: 'usr_nobody' },
      ];
      expect(JSON.parse(await find(people.reader, given))).toEqual({
        data: { _entities: given.map(() => null) },
      });
    });

    test('a type that is no entity is refused with the nearest', async () => {
      for (const __typename of ['Memori', 'MemoryEdge', 'toString'])
        expect(JSON.parse(await find(people.reader, [{ __typename, id: ids[0] }]))).toMatchObject({
          errors: [{ extensions: { code: 'BAD_USER_INPUT', argument: 'representations' } }],
        });
      expect(await find(people.reader, [{ __typename: 'Memori' }])).toContain('Nearest: Memory');
    });

    test('what is hidden answers as what is missing, byte for byte', async () => {
      const [hidden = '', shown] = ids;
      const missing = hidden.replace(/[0-9a-f]{4}/, '0000');
      const asked = (id: string) => [memory(id), memory(shown), memory(`${id}@2026-03-01T09:00:00.000Z`)];
      await story.does(people.service, 'setMemoryPersonal', { id: hidden, isPersonal: true });
      await story.does(people.admin, 'setMemoryPersonal', { id: hidden, isPersonal: true });
      const stranger = viewer('sam', ['admin'], { tenant: 'globex' });
      for (const who of [people.reader, people.reviewer, stranger])
        expect(await find(who, asked(hidden))).toBe(await find(who, asked(missing)));
      expect(JSON.parse(await find(people.admin, [memory(hidden)])).data._entities).toMatchObject([
        { id: hidden },
      ]);
    });

    test('it is served at its own address, to who has a token, and nothing of it at the other', async () => {
      const answer = JSON.parse(await find(people.reader, [memory(ids[1])], '/graphql'));
      expect(answer.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
      const anonymous = await story.gateway.gateway.fetch('http://localhost/subgraph', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ _service { sdl } }' }),
      });
      expect((await anonymous.json()).errors[0].extensions.code).toBe('UNAUTHENTICATED');
      const costly =
        'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Memory { evidence(first: 100) { nodes { id } } } } }';
      const of = Array.from({ length: 2_000 }, () => memory(ids[1]));
      const refused = await story.gateway.askForText(people.reader, costly, { of }, { path: '/subgraph' });
      expect(JSON.parse(refused).errors[0].extensions.code).toBe('OPERATION_LIMIT_EXCEEDED');
    });
  });
});
