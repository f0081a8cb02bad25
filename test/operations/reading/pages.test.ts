import {
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';
import { createWorld, shown } from '#test/security/world.ts';
import { people, type TestGateway } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';

interface Listed {
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** A list of the schema: reads the pages of these arguments in one query, in their order; null where its node has none. */
type List = (...pages: readonly string[]) => Promise<readonly (Listed | null)[]>;

const connectionsOf = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields())
    .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map(({ name }) => name);

const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node');

const selection = '{ edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';

const listOf =
  (gateway: TestGateway, query: (fields: string) => string, field: string, typename?: string): List =>
  async (...pages) => {
    const text = query(pages.map((page, at) => `page${at}: ${field}(${page}) ${selection}`).join(' '));
    const { data, errors } = await gateway.ask(people.admin, text);
    expect([text, errors]).toEqual([text, undefined]);
    const listed = typename === undefined ? data : data.node;
    return pages.map((_, at) => listed?.[`page${at}`] ?? null);
  };

/** Every list that the schema has without a required argument: those of the root, and those of the first nodes of each type. */
const listsOf = async (gateway: TestGateway, nodesOfType: number): Promise<Map<string, List>> => {
  const lists = new Map<string, List>();
  const root = schema.getQueryType() as GraphQLObjectType;
  const ids = new Set<string>();
  for (const field of connectionsOf(root)) {
    lists.set(
      field,
      listOf(gateway, (asked) => `{ ${asked} }`, field),
    );
    const item = getNamedType(root.getFields()[field]?.type) as GraphQLObjectType;
    const node = getNamedType(item.getFields().nodes?.type);
    if (!isObjectType(node) && !isInterfaceType(node)) continue;
    if (!node.getInterfaces().some(({ name }) => name === 'Node')) continue;
    const { data } = await gateway.ask(people.admin, `{ ${field}(first: 100) { nodes { id } } }`);
    for (const { id } of data[field].nodes.slice(0, 12)) ids.add(id);
  }
  const { data } = await gateway.ask(
    people.admin,
    `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }`,
    {
      ids: [...ids].slice(0, 100),
    },
  );
  const missing = [...ids].slice(0, 100).filter((_, place) => data.nodes[place] === null);
  expect(missing).toEqual([]);
  const byType = Map.groupBy(
    data.nodes as readonly { readonly __typename: string; readonly id: string }[],
    ({ __typename }) => __typename,
  );
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType).filter(isNode))
    for (const { id } of (byType.get(type.name) ?? []).slice(0, nodesOfType))
      for (const field of connectionsOf(type))
        lists.set(
          `${type.name}.${field} of ${id}`,
          listOf(
            gateway,
            (asked) => `{ node(id: "${id}") { ... on ${type.name} { ${asked} } } }`,
            field,
            type.name,
          ),
        );
  return lists;
};

/** Every cursor of a list, page by page from its beginning. */
const cursorsOf = async (list: List): Promise<string[]> => {
  const cursors: string[] = [];
  for (let args = 'first: 100'; ; args = `first: 100, after: "${cursors.at(-1)}"`) {
    const [page] = await list(args);
    cursors.push(...(page?.edges.map(({ cursor }) => cursor) ?? []));
    if (!page?.pageInfo.hasNextPage) return cursors;
  }
};

describe('every list is read from both ends', () => {
  onServerStore((store) => {
    test.runIf(isLong)(
      'in one order, and its pages say truthfully what precedes and what follows them',
      {
        timeout: 300_000,
      },
      async () => {
        const world = await createWorld(store());
        await world.build(shown);
        const lists = await listsOf(world.gateway, isLong ? 6 : 2);
        expect([...lists.keys()].filter((name) => !name.includes(' ')).length).toBeGreaterThan(7);
        let walked = 0;
        for (const [name, list] of lists) {
          const whole = await cursorsOf(list);
          if (whole.length < 2) continue;
          walked += 1;
          const end = whole.length - 1;
          const [firstOne = '', lastOne = ''] = [whole[0], whole[end]];
          const shownAs = (from: number, to: number) => [whole.slice(from, to), from > 0, to < whole.length];
          const expected = {
            'first: 1': shownAs(0, 1),
            'last: 1': shownAs(end, whole.length),
            'last: 100': shownAs(Math.max(0, whole.length - 100), whole.length),
            [`first: 1, after: "${firstOne}"`]: shownAs(1, 2),
            [`last: 1, before: "${lastOne}"`]: shownAs(end - 1, end),
            [`first: 1, before: "${lastOne}"`]: shownAs(0, 1),
            [`last: 1, after: "${firstOne}"`]: shownAs(end, whole.length),
            'first: 0': [[], false, true],
            'last: 0': [[], true, false],
            // An empty page reports both of its sides, too.
            [`first: 5, after: "${lastOne}"`]: [[], true, false],
            [`last: 5, before: "${firstOne}"`]: [[], false, true],
          };
          const pages = await list(...Object.keys(expected));
          const read = pages.map((page) => [
            page?.edges.map(({ cursor }) => cursor),
            page?.pageInfo.hasPreviousPage,
            page?.pageInfo.hasNextPage,
          ]);
          expect([name, read]).toEqual([name, Object.values(expected)]);
        }
        expect(walked).toBeGreaterThan(10);
      },
    );

    test('and refuses what cannot be meant', async () => {
      const { gateway } = await createWorld(store());
      const refusalOf = async (args: string) => {
        const { errors } = await gateway.ask(people.admin, `{ memories(${args}) { nodes { id } } }`);
        return errors?.[0];
      };
      expect(await refusalOf('first: 1, last: 1')).toMatchObject({
        message: 'Both first and last are given; ask for one of them.',
        extensions: { code: 'BAD_USER_INPUT' },
      });
      expect(await refusalOf('last: 101')).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
      expect(await refusalOf('last: 1, before: "WyJub25lIl0"')).toMatchObject({
        message: 'before is not a cursor of this list. Pass the startCursor of the page that follows.',
        extensions: { code: 'BAD_USER_INPUT' },
      });
    });
  });
});
