import { describe, expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';
import { createTestGateway, people, viewer } from '../support/gateway.ts';
import { onServerStore } from '../support/store.ts';
import { decisionRecord, runStory } from '../support/story.ts';

const note = { path: 'note.md', content: '# Note' };

describe('arguments that cannot be meant', () => {
  onServerStore((store) => {
    test.for([
      [
        'a list',
        'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
        (items: string[]) => ({ ids: items }),
        '$ids',
      ],
      [
        'a list in an input',
        'mutation ($input: DeclareGroupsInput!) { declareGroups(input: $input) { __typename } }',
        (items: string[]) => ({ input: { groups: items } }),
        '$input.groups',
      ],
    ] as const)(
      '%s of 100,000 items is refused before anything is done with it',
      async ([, query, variables, place]) => {
        const gateway = await createTestGateway(store());
        const { errors } = await gateway.ask(people.admin, query, variables(Array(100_000).fill('a\0')));
        expect(errors).toMatchObject([
          {
            message: `Variable \`${place}\` is refused: It has 100000 items; at most 5000 are accepted.`,
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ]);
      },
    );

    test.for(['2026-02-30T00:00:00Z', '2026-11-29', '2026-11-29T09:00:00', '0000-01-01T00:00:00Z', ''])(
      'the instant "%s" is refused with one that would be taken',
      async (asOf) => {
        const gateway = await createTestGateway(store());
        const expected =
          'A DateTime is a day that exists and a time with its offset, of the years 1 to 9999, such as 2026-11-29T09:00:00Z.';
        const given = await gateway.ask(
          people.reader,
          'query ($asOf: DateTime) { memories(asOf: $asOf) { totalCount } }',
          { asOf },
        );
        const written = await gateway.ask(
          people.reader,
          `{ memories(asOf: ${JSON.stringify(asOf)}) { totalCount } }`,
        );
        expect(given.errors?.[0]?.message).toBe(`Variable \`$asOf\` is refused: ${expected}`);
        expect(written.errors?.[0]?.message).toBe(expected);
      },
    );

    const forged = (...position: unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url');
    const memories = (args: string) => `{ memories(${args}) { totalCount nodes { id } } }`;
    test.for([
      ['first below nothing', memories('first: -1')],
      ['first above a page', memories('first: 101')],
      ['a cursor that is none', memories('after: "nonsense"')],
      ['a cursor of another list', memories(`after: "${forged('candidates', 1, 'mem_1')}"`)],
      ['a cursor of another order', memories(`after: "${forged('memories:CONFIDENCE:ASC', 1, 'mem_1')}"`)],
      ['a cursor that lacks a part', memories(`after: "${forged('memories:CREATED_AT:DESC', 1)}"`)],
      [
        'a cursor beyond all time',
        memories(`after: "${forged('memories:CREATED_AT:DESC', 1e300, 'mem_1')}"`),
      ],
      [
        'a cursor before all time',
        memories(`after: "${forged('memories:CREATED_AT:DESC', -8.64e15, 'mem_1')}"`),
      ],
      [
        'a cursor between two milliseconds',
        memories(`after: "${forged('memories:CREATED_AT:DESC', 0.5, 'mem_1')}"`),
      ],
      [
        'a cursor with an object',
        memories(`after: "${forged('memories:CREATED_AT:DESC', { $gt: 1 }, 'mem_1')}"`),
      ],
      ['a cursor with NUL', memories(`after: "${forged('memories:CREATED_AT:DESC', 1, 'mem_\0')}"`)],
      ['a megabyte of cursor', memories(`after: "${'a'.repeat(50_000)}"`)],
      [
        'a queue cursor beyond all time',
        `{ candidates(after: "${forged('candidates', 1e300, 'x')}") { totalCount } }`,
      ],
      [
        'an audit cursor between two events',
        `{ auditEvents(after: "${forged('audit', 0.5)}") { totalCount } }`,
      ],
      [
        'an audit cursor beyond all numbers',
        `{ auditEvents(after: "${forged('audit', 1e300)}") { totalCount } }`,
      ],
      ['days beyond all time', '{ candidates(filter: { pendingLongerThanDays: 1e300 }) { totalCount } }'],
      ['days of the future', '{ candidates(filter: { pendingLongerThanDays: -1e300 }) { totalCount } }'],
      ['a year that is none', '{ memories(asOf: "0000-01-01T00:00:00Z") { totalCount } }'],
      ['a date that is none', '{ memories(asOf: "2026-02-30T00:00:00Z") { totalCount } }'],
    ])('are answered: %s', async ([name, query = '']) => {
      const gateway = await createTestGateway(store());
      await runStory(gateway).ingests(people.service, [
        { path: 'x.md', content: decisionRecord('We will look at arguments.') },
      ]);
      const { errors } = await gateway.ask(people.admin, query);
      expect(errors, name).toHaveLength(1);
      expect(errors?.[0]?.extensions?.code).toMatch(/^(?:BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/);
      expect(errors?.[0]?.message.length).toBeLessThan(400);
    });

    test.for([
      ['memories(first: 101) { totalCount }', 'first'],
      ['memories(first: 1, last: 1) { totalCount }', 'last'],
      ['memories(before: "x") { totalCount }', 'before'],
      ['memories(filter: { search: "?" }) { totalCount }', 'filter.search'],
      ['labelPolicy(revision: 1, asOf: "2026-01-01T00:00:00Z") { hash }', 'asOf'],
      ['candidates(filter: { pendingLongerThanDays: -1 }) { totalCount }', 'filter.pendingLongerThanDays'],
      ['memoryBundle(tokenBudget: -1) { tokensUsed }', 'tokenBudget'],
      ['pathway { id }', 'pathwayId'],
    ])('the error names the argument that was sent: %s', async ([field = '', argument]) => {
      const gateway = await createTestGateway(store());
      const { errors } = await gateway.ask(people.admin, `{ ${field} }`);
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
    });

    test('a refused argument makes its own root null and leaves the rest of the answer', async () => {
      const gateway = await createTestGateway(store());
      const { data, errors } = await gateway.ask(
        people.reader,
        '{ memories(first: 101) { totalCount } documents(first: 1, last: 1) { totalCount } entities { totalCount } viewer { user } }',
      );
      expect(errors).toHaveLength(2);
      expect(data).toEqual({
        memories: null,
        documents: null,
        entities: { totalCount: 0 },
        viewer: { user: people.reader.user },
      });
      expect(errors).toMatchObject([{ path: ['memories'] }, { path: ['documents'] }]);
    });

    const required: Readonly<Record<string, string>> = {
      changes: 'project: "tides", from: "2026-01-01T00:00:00Z", ',
      tracesBySubject: 'subjectId: "x", ',
      search: 'query: "x", ',
    };
    const rootLists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args }) =>
      args.some((arg) => arg.name === 'before') ? [name] : [],
    );
    test.for([
      ['first: 101', 'first'],
      ['last: -1', 'last'],
      ['first: 1, last: 1', 'last'],
      ['after: "nonsense"', 'after'],
      ['before: "nonsense"', 'before'],
    ])('every root list refuses %s for itself alone', async ([page = '', argument]) => {
      const gateway = await createTestGateway(store());
      const lists = rootLists.map((name) => `${name}(${required[name] ?? ''}${page}) { totalCount }`);
      const { data, errors } = await gateway.ask(people.admin, `{ ${lists.join(' ')} viewer { user } }`);
      expect(rootLists.length).toBeGreaterThan(20);
      expect(data).toEqual({
        ...Object.fromEntries(rootLists.map((name) => [name, null])),
        viewer: { user: people.admin.user },
      });
      expect(errors).toMatchObject(
        rootLists.map((name) => ({ path: [name], extensions: { code: 'BAD_USER_INPUT', argument } })),
      );
    });

    test('a refusal by a rule names the argument that named the item', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const memoryId = await story.candidate('We will name the argument.');
      expect(
        await story.does(people.reviewer, 'proposeGraduation', {
          memoryId,
          entityType: 'DECISION',
          name: 'Argument',
        }),
      ).toMatchObject({ code: 'graduation.not_active', path: ['input', 'memoryId'] });
      expect(
        await story.does(people.reviewer, 'proposeGraduation', {
          memoryId,
          entityType: 'DECISION',
          name: 'Argument',
          expectedRevision: 7,
        }),
      ).toMatchObject({ code: 'conflict.stale_revision', path: ['input', 'expectedRevision'] });
    });

    test('a cursor that no page gave, of the right form, is a place in the list', async () => {
      const gateway = await createTestGateway(store());
      for (const [list, cursor] of [
        ['memories', forged('memories:CREATED_AT:DESC', 0, 'x')],
        ['candidates', forged('candidates:REVIEW_SCORE:DESC', -1, 'x')],
        ['auditEvents', forged('audit', 9_007_199_254_740_991)],
      ])
        expect(
          (await gateway.ask(people.admin, `{ ${list}(after: "${cursor}") { nodes { id } } }`)).data[
            list ?? ''
          ],
        ).toEqual({ nodes: [] });
    });

    test('cursors of nested lists are read as strictly', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const id = await story.candidate('We will page what is nested.', { path: 'nested.md' });
      const asked = (after: string) =>
        gateway.ask(
          people.admin,
          'query ($id: ID!, $after: String) { memory(id: $id) { revisions(after: $after) { nodes { revision } } } }',
          { id, after },
        );
      for (const position of [0.5, 1e300, 'x', null])
        expect(
          (await asked(forged('revisions', position))).errors?.[0]?.extensions?.code,
          String(position),
        ).toBe('BAD_USER_INPUT');
      expect((await asked(forged('revisions', 99_999_999_999))).data.memory.revisions.nodes).toEqual([]);
    });

    test('more than a hundred ids at once', async () => {
      const gateway = await createTestGateway(store());
      const ids = Array.from({ length: 101 }, (_, at) => `mem_${at}`);
      const { errors } = await gateway.ask(people.admin, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        ids,
      });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(
        (
          await gateway.ask(people.admin, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
            ids: ids.slice(1),
          })
        ).data.nodes,
      ).toEqual(Array(100).fill(null));
    });

    test('text that no field holds, in every text of a memory', async () => {
      const { does } = runStory(await createTestGateway(store()));
      const whole = { project: 'tides', kind: 'FACT', content: 'A fact to be refused.' };
      const answers: [object, string][] = [
        [{ content: '' }, 'The content is empty. Give it a text.'],
        [
          { content: 'x'.repeat(32_769) },
          'The content has 32769 characters; at most 32768 are accepted. Shorten it or split it.',
        ],
        [
          { summary: 'x'.repeat(2_001) },
          'The summary has 2001 characters; at most 2000 are accepted. Shorten it or split it.',
        ],
        [{ subjectId: '' }, 'The subject is empty. Give it a text.'],
        [
          { domain: 'x'.repeat(201) },
          'The domain has 201 characters; at most 200 are accepted. Shorten it or split it.',
        ],
        [{ tags: [''] }, 'Each of the tags is empty. Give it a text.'],
        [{ tags: Array(51).fill('t') }, 'The tags are 51; at most 50 are accepted.'],
        [
          { sensitivityLabels: ['x'.repeat(201)] },
          'Each of the labels has 201 characters; at most 200 are accepted. Shorten it or split it.',
        ],
        [{ idempotencyKey: '' }, 'The idempotency key is empty. Give it a text.'],
        [{ idempotencyKey: '', dryRun: true }, 'The idempotency key is empty. Give it a text.'],
        [
          { idempotencyKey: 'k'.repeat(201) },
          'The idempotency key has 201 characters; at most 200 are accepted. Shorten it or split it.',
        ],
      ];
      for (const [more, message] of answers)
        expect(await does(people.contributor, 'createMemory', { ...whole, ...more })).toMatchObject({
          code: 'input.invalid',
          message,
        });
      expect(await store().asOwner('select 1 from memories where content = ?', [whole.content])).toEqual([]);
    });
  });
});

describe('an id of nothing', () => {
  onServerStore((store) => {
    const nothing = {
      __typename: 'UserError',
      code: 'not_found',
      message: 'There is nothing with this id that you can see. Check the id, and the token you sent.',
    };
    test.for([
      '',
      'mem_',
      'nonsense',
      'mem_00000000-0000-7000-8000-000000000000',
      "mem_' or 1=1 --",
      '🌊',
      'x'.repeat(100_000),
    ])('is not found: %j', async (id) => {
      const gateway = await createTestGateway(store());
      const { does, asks, ingests } = runStory(gateway);
      expect(await does(people.reviewer, 'promoteCandidate', { id })).toEqual({
        ...nothing,
        path: ['input', 'id'],
      });
      expect(await does(people.reviewer, 'extractWave', { waveId: id })).toEqual({
        ...nothing,
        path: ['input', 'waveId'],
      });
      expect(await ingests(people.service, [note], { waveId: id })).toEqual({
        ...nothing,
        path: ['input', 'waveId'],
      });
      expect(await asks(people.admin, 'Node', { id })).toEqual({ node: null });
    });

    test('of another type is not found either', async () => {
      const story = runStory(await createTestGateway(store()));
      const { wave } = await story.ingests(people.service, [{ path: 'w.md', content: '# W' }]);
      expect(await story.does(people.reviewer, 'promoteCandidate', { id: wave.id })).toEqual({
        ...nothing,
        path: ['input', 'id'],
      });
    });

    test('of another tenant is not found, for every viewer', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will keep this in our tenant.');
      const foreign = viewer('bob', ['admin', 'service', 'reviewer'], { tenant: 'globex' });
      expect(await story.does(foreign, 'promoteCandidate', { id })).toEqual({
        ...nothing,
        path: ['input', 'id'],
      });
      expect(await story.asks(foreign, 'Node', { id })).toEqual({ node: null });
    });
  });
});
