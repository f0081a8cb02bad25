import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const { reviewer, reader, contributor, service } = people;
let round = 0;
const decided = [
  'We will paint the piers red.',
  'We will scrub the deck at dawn.',
  'We will light the lamp.',
];

const begin = async (store: TestStore) => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  round += 1;
  const project = `piers ${round}`;
  const ids: string[] = [];
  for (const [place, content] of decided.entries()) {
    gateway.pass(60_000);
    ids.push(
      (
        await story.does(contributor, 'createMemory', {
          project,
          content,
          kind: place === 2 ? 'FACT' : 'DECISION',
          domain: place === 0 ? 'paint' : 'deck',
          tags: place === 0 ? ['red', 'pier'] : [],
        })
      ).memory.id,
    );
  }
  gateway.pass(60_000);
  await story.does(reviewer, 'promoteCandidate', { id: ids[1] });
  const list = async (filter: object, more: object = {}) => {
    const { memories } = (
      await gateway.ask(
        reviewer,
        `query ($filter: MemoryFilter, $orderBy: MemoryOrder) {
          memories(filter: $filter, orderBy: $orderBy) { totalCount nodes { id } } }`,
        { filter: { and: [filter, { project: { eq: project } }] }, ...more },
      )
    ).data;
    expect(memories.totalCount).toBe(memories.nodes.length);
    return memories.nodes.map(({ id }: Answer) => ids.indexOf(id));
  };
  return { gateway, story, project, ids, list };
};

describe('the filter language', () => {
  onServerStore((store) => {
    test('finds what its conditions say, alone and combined', async () => {
      const { list } = await begin(store());
      const byTime = { orderBy: { field: 'CREATED_AT', direction: 'ASC' } };
      for (const [filter, found] of [
        [{}, [0, 1, 2]],
        [{ kind: { eq: 'DECISION' } }, [0, 1]],
        [{ kind: { in: ['FACT', 'DECISION'] } }, [0, 1, 2]],
        [{ kind: { in: [] } }, []],
        [{ kind: { not: 'FACT' } }, [0, 1]],
        [{ kind: { not: ['FACT', 'DECISION'] } }, []],
        [{ kind: { eq: 'DECISION', not: 'DECISION' } }, []],
        [{ kind: { eq: null } }, [0, 1, 2]],
        [{ kind: null }, [0, 1, 2]],
        [{ domain: { contains: 'AIN' } }, [0]],
        [{ domain: { in: ['paint'] } }, [0]],
        [{ tag: { eq: 'red' } }, [0]],
        [{ tag: { in: ['pier', 'red'] } }, [0]],
        [{ tag: { not: 'red' } }, [1, 2]],
        [{ tag: { contains: 'IE' } }, [0]],
        [{ rule: { not: 'heading.typed' } }, [0, 1, 2]],
        [{ rule: { eq: 'heading.typed' } }, []],
        [{ status: { eq: 'ACTIVE' } }, [1]],
        [{ status: { not: 'ACTIVE' } }, [0, 2]],
        [{ confidence: { gte: 0.5, lt: 0.5 } }, []],
        [{ confidence: { gte: 0.5 } }, [0, 1, 2]],
        [{ sourceState: { in: ['UNKNOWN', 'GONE'] } }, [0, 1, 2]],
        [{ sourceState: { not: 'UNKNOWN' } }, []],
        [{ or: [{ domain: { eq: 'paint' } }, { kind: { eq: 'FACT' } }] }, [0, 2]],
        [{ or: [{ domain: { eq: 'paint' } }, { kind: { eq: 'FACT' } }], status: { eq: 'ACTIVE' } }, []],
        [{ or: [] }, []],
        [{ and: [] }, [0, 1, 2]],
        [{ and: [{ kind: { eq: 'DECISION' } }, { or: [{ tag: { eq: 'red' } }] }] }, [0]],
      ] as const)
        expect([filter, await list(filter, byTime)]).toEqual([filter, found]);
    });

    test('a list below a project is filtered, counted and ordered as the list of all is', async () => {
      const { gateway, project, ids } = await begin(store());
      const ask = async (args: string) => {
        const { data } = await gateway.ask(
          reviewer,
          `{ project(name: "${project}") { memories(${args}) { totalCount nodes { id } pageInfo { endCursor hasNextPage } } } }`,
        );
        return data.project.memories;
      };
      for (const [args, found] of [
        ['filter: { kind: { eq: DECISION } }', [0, 1]],
        ['orderBy: { field: CREATED_AT, direction: DESC }', [2, 1, 0]],
        ['orderBy: { field: UPDATED_AT, direction: DESC }', [1, 2, 0]],
        ['filter: { status: { not: ACTIVE } }, orderBy: { field: UPDATED_AT, direction: DESC }', [2, 0]],
        ['last: 2, orderBy: { field: UPDATED_AT, direction: DESC }', [2, 0]],
      ] as const) {
        const { nodes, totalCount } = await ask(args);
        expect([args, nodes.map(({ id }: Answer) => ids.indexOf(id))]).toEqual([args, found]);
        if (!args.includes('last')) expect(totalCount).toBe(found.length);
      }
      const walked: number[] = [];
      for (let after = 'null'; ; ) {
        const page = await ask(`first: 1, after: ${after}, orderBy: { field: UPDATED_AT, direction: DESC }`);
        walked.push(...page.nodes.map(({ id }: Answer) => ids.indexOf(id)));
        if (!page.pageInfo.hasNextPage) break;
        after = JSON.stringify(page.pageInfo.endCursor);
      }
      expect(walked).toEqual([1, 2, 0]);
    });

    test('what was read from a document is filtered and ordered where it hangs', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      await story.ingests(
        service,
        [
          {
            path: 'adr/one.md',
            content: '# F\n\n## Decision: keep the pumps running\n\n- [Component] The pump house\n',
          },
        ],
        { project: 'pumps' },
      );
      const kinds = async (args: string) => {
        const { data } = await gateway.ask(
          reviewer,
          `{ documents(filter: { project: { eq: "pumps" } }) { nodes { candidates${args} { totalCount nodes { __typename } } } } }`,
        );
        const [{ candidates }] = data.documents.nodes;
        expect(candidates.totalCount).toBe(candidates.nodes.length);
        return candidates.nodes.map(({ __typename }: Answer) => __typename);
      };
      const both = await kinds('(orderBy: { field: CONFIDENCE, direction: DESC })');
      expect(both).toEqual(['Memory', 'Entity']);
      expect(await kinds('(orderBy: { field: CONFIDENCE, direction: ASC })')).toEqual(both.toReversed());
      for (const [args, found] of [
        ['(filter: { entityType: { eq: COMPONENT } })', ['Entity']],
        ['(filter: { kind: { not: DECISION } })', ['Entity']],
        ['(filter: { or: [{ kind: { eq: FACT } }, { rule: { eq: "list.typed" } }] })', ['Entity']],
        ['(filter: { status: { eq: ACTIVE } })', []],
      ] as const)
        expect([args, await kinds(args)]).toEqual([args, found]);
    });

    test('decisions of a user are filtered by what was decided, newest first', async () => {
      const { gateway, story, ids } = await begin(store());
      gateway.pass(60_000);
      await story.does(reviewer, 'rejectCandidate', { id: ids[0], reason: 'Nobody paints.' });
      const decisions = async (args: string) => {
        const { data } = await gateway.ask(
          reviewer,
          `{ user(name: "${reviewer.user}") { decisions(${args}) { totalCount nodes { __typename ... on DecisionEvent { to } } } } }`,
        );
        return data.user.decisions;
      };
      const newest = 'orderBy: { field: AT, direction: DESC }';
      expect((await decisions(`first: 2, ${newest}`)).nodes.map(({ to }: Answer) => to)).toEqual([
        'INVALID',
        'ACTIVE',
      ]);
      expect(await decisions('filter: { status: { eq: INVALID } }')).toMatchObject({
        totalCount: 1,
        nodes: [{ to: 'INVALID' }],
      });
      expect((await decisions('filter: { kind: { eq: RESOLUTION } }')).totalCount).toBe(0);
    });

    test('decisions of a user come page by page from either end, however far apart they were made', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const day = 86_400_000;
      const to: string[] = [];
      for (const wait of [day, 0, 30_000, 600_000, 3 * day, 200 * day, 60_000]) {
        const id = await story.candidate(`We will keep buoy ${to.length}.`);
        gateway.pass(wait);
        await story.does({ ...reviewer, user: 'dora' }, 'rejectCandidate', {
          id,
          reason: `Number ${to.length}.`,
        });
        to.push(id);
      }
      gateway.pass(400 * day);
      const walk = async (direction: string, size: 'first' | 'last', cursor: 'after' | 'before') => {
        const found: string[] = [];
        for (let at: string | null = null, goesOn = true; goesOn; ) {
          const { data }: Answer = await gateway.ask(
            reviewer,
            `query ($at: String) { user(name: "dora") { decisions(${size}: 2, ${cursor}: $at, orderBy: { field: AT, direction: ${direction} }) {
              nodes { ... on DecisionEvent { candidate { id } } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
            { at },
          );
          const { nodes, pageInfo } = data.user.decisions;
          const ids = nodes.map(({ candidate }: Answer) => candidate.id);
          found.push(...(size === 'first' ? ids : ids.toReversed()));
          at = size === 'first' ? pageInfo.endCursor : pageInfo.startCursor;
          goesOn = size === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
        }
        return found;
      };
      expect(await walk('ASC', 'first', 'after')).toEqual(to);
      expect(await walk('DESC', 'first', 'after')).toEqual(to.toReversed());
      expect(await walk('ASC', 'last', 'before')).toEqual(to.toReversed());
      expect(await walk('DESC', 'last', 'before')).toEqual(to);
    });

    test('a filter of more values than a list takes, and an order beside a search, are bad input', async () => {
      const gateway = await createTestGateway(store());
      await runStory(gateway).candidate('We will bound every filter.');
      const refused = async (query: string, variables: object = {}) =>
        (await gateway.ask(reader, query, variables)).errors?.[0];
      expect(
        await refused(
          'query ($ids: [String!]) { memories(filter: { project: { in: $ids } }) { totalCount } }',
          {
            ids: Array(201).fill('x'),
          },
        ),
      ).toMatchObject({
        message: '`filter` of `memories` has 201 values; at most 200 are accepted.',
        extensions: { code: 'BAD_USER_INPUT', argument: 'filter' },
      });
      const listed = 'query ($filter: MemoryFilter) { memories(filter: $filter) { totalCount } }';
      for (const filter of [
        { or: Array(201).fill({}) },
        { and: [{ or: Array(201).fill({ project: { in: [] } }) }] },
        { domain: { contains: 'x'.repeat(200_001) } },
      ])
        expect(await refused(listed, { filter })).toMatchObject({
          message: '`filter` of `memories` has 201 values; at most 200 are accepted.',
        });
      expect(
        await refused(
          '{ entities(filter: { search: "x" }, orderBy: { field: CREATED_AT, direction: ASC }) { totalCount } }',
        ),
      ).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', argument: 'orderBy' } });
    });
  });
});
