import { describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '../support/gateway.ts';
import { digestOf } from '../support/statements.ts';
import { onEveryStore } from '../support/store.ts';
import { decisionRecord, runStory } from '../support/story.ts';

const mega = 1_048_576;
/** What an answer may weigh at most, however much was sent. */
const longestAnswer = 2_000;

const note = { path: 'note.md', content: '# Note' };
const ingest =
  'mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { __typename ... on UserError { code message path } ... on IngestDocumentsPayload { unchanged wave { documents { totalCount } } } } }';

/** Refused inputs, each with the whole answer. */
const refused: readonly (readonly [string, () => object, string, readonly string[]])[] = [
  [
    'no document',
    () => ({ documents: [] }),
    'The call has 0 documents; send 1 to 500, and name the wave to add more to it.',
    ['documents'],
  ],
  [
    '501 documents',
    () => ({ documents: Array(501).fill(note) }),
    'The call has 501 documents; send 1 to 500, and name the wave to add more to it.',
    ['documents'],
  ],
  [
    '10,000 documents',
    () => ({ documents: Array(10_000).fill(note) }),
    'The call has 10000 documents; send 1 to 500, and name the wave to add more to it.',
    ['documents'],
  ],
  [
    'a document over 1 MB',
    () => ({ documents: [note, { path: 'big.md', content: 'x'.repeat(mega + 1) }] }),
    'The document has 1048577 bytes; at most 1048576 are accepted. Split it.',
    ['documents', '1', 'content'],
  ],
  [
    'a document over 1 MB for its characters take two bytes',
    () => ({ documents: [{ path: 'big.md', content: 'ü'.repeat(mega / 2 + 1) }] }),
    'The document has 1048578 bytes; at most 1048576 are accepted. Split it.',
    ['documents', '0', 'content'],
  ],
  [
    'more than 6 MB',
    () => ({
      documents: Array.from({ length: 7 }, (_, at) => ({ path: `${at}.md`, content: 'x'.repeat(mega) })),
    }),
    'The documents have 7340032 bytes together; at most 6291456 are accepted a call. Name the wave to add more to it.',
    ['documents'],
  ],
  [
    'a path that climbs',
    () => ({ documents: [{ ...note, path: 'adr/../../etc/passwd' }] }),
    'The path of a document leaves its folder by "..". Send it relative to the project, as in "docs/decisions/0001.md".',
    ['documents', '0', 'path'],
  ],
  [
    'a path from the root',
    () => ({ documents: [{ ...note, path: '/etc/passwd' }] }),
    'The path of a document starts with a slash. Send it relative to the project, as in "docs/decisions/0001.md".',
    ['documents', '0', 'path'],
  ],
  [
    'a path of another system',
    () => ({ documents: [{ ...note, path: 'adr\\1.md' }] }),
    'The path of a document contains a backslash. Send it relative to the project, as in "docs/decisions/0001.md".',
    ['documents', '0', 'path'],
  ],
  [
    'an empty path',
    () => ({ documents: [{ ...note, path: '' }] }),
    'The path of a document is empty. Give it a text.',
    ['documents', '0', 'path'],
  ],
  [
    'a path of 1,025 characters',
    () => ({ documents: [{ ...note, path: 'a'.repeat(1_025) }] }),
    'The path of a document has 1025 characters; at most 1024 are accepted. Shorten it or split it.',
    ['documents', '0', 'path'],
  ],
  [
    'a date of tomorrow and more',
    () => ({ documents: [{ ...note, updatedAt: '2026-03-02T09:00:00.001Z' }] }),
    'updatedAt is 2026-03-02T09:00:00.001Z, more than a day ahead of 2026-03-01T09:00:00.000Z. Check the clock it came from.',
    ['documents', '0', 'updatedAt'],
  ],
  [
    'no project',
    () => ({ project: ' ', documents: [note] }),
    'The project is empty. Give it a text.',
    ['project'],
  ],
  [
    'a project of 201 characters',
    () => ({ project: 'p'.repeat(201), documents: [note] }),
    'The project has 201 characters; at most 200 are accepted. Shorten it or split it.',
    ['project'],
  ],
  [
    '51 groups',
    () => ({ documents: [{ ...note, audience: Array.from({ length: 51 }, (_, at) => `g${at}`) }] }),
    'The groups of the audience are 51; at most 50 are accepted.',
    ['documents', '0', 'audience'],
  ],
  [
    'a group without a name',
    () => ({ documents: [{ ...note, audience: ['board', ''] }] }),
    'Each of the groups of the audience is empty. Give it a text.',
    ['documents', '0', 'audience', '1'],
  ],
];

describe('an ingest that is refused', () => {
  onEveryStore((store) => {
    test.for(refused)('for %s says so, and takes nothing in', async ([, input, message, path]) => {
      const gateway = await createTestGateway(store());
      const before = await digestOf(store());
      const text = await gateway.askForText(people.service, ingest, {
        input: { project: 'tides', ...input() },
      });
      expect(text.length).toBeLessThan(longestAnswer);
      expect(JSON.parse(text)).toEqual({
        data: {
          ingestDocuments: {
            __typename: 'InvalidInputError',
            code: 'input.invalid',
            message,
            path: ['input', ...path],
          },
        },
      });
      expect(await digestOf(store())).toEqual(before);
    });

    test.for([
      [
        'NUL',
        'before\0after',
        'Variable `$input.documents.0.content` is refused: It holds a NUL character; take it out.',
      ],
      [
        'half a surrogate pair',
        'before\ud83cafter',
        'Variable `$input.documents.0.content` is refused: It holds half of a surrogate pair; send whole characters.',
      ],
    ] as const)('for %s in a text says where, and does not repeat the text', async ([, content, message]) => {
      const gateway = await createTestGateway(store());
      const long = `${content}${'x'.repeat(100_000)}`;
      const text = await gateway.askForText(people.service, ingest, {
        input: { project: 'tides', documents: [{ path: 'a.md', content: long }] },
      });
      expect(text.length).toBeLessThan(longestAnswer);
      expect(JSON.parse(text).errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
    });

    test('for a body over 8 MB is refused whole', async () => {
      const gateway = await createTestGateway(store());
      const before = await digestOf(store());
      const documents = Array.from({ length: 9 }, (_, at) => ({
        path: `${at}.md`,
        content: 'x'.repeat(mega),
      }));
      const text = await gateway.askForText(people.service, ingest, {
        input: { project: 'tides', documents },
      });
      expect(text.length).toBeLessThan(longestAnswer);
      expect(text).toMatch(/8388608|too large|larger|8 MB/i);
      expect(await digestOf(store())).toEqual(before);
    });

    test('for one bad document in 500 takes none of them', async () => {
      const gateway = await createTestGateway(store());
      const before = await digestOf(store());
      const documents = Array.from({ length: 500 }, (_, at) => ({
        path: at === 499 ? 'a//b.md' : `${at}.md`,
        content: decisionRecord(`We will take in number ${at}.`),
      }));
      const { data } = await gateway.ask(people.service, ingest, { input: { project: 'tides', documents } });
      expect(data.ingestDocuments).toMatchObject({
        code: 'input.invalid',
        path: ['input', 'documents', '499', 'path'],
      });
      expect(await digestOf(store())).toEqual(before);
    });
  });
});

describe('what is odd and no mistake', () => {
  onEveryStore((store) => {
    const bytes = Array.from({ length: 4_096 }, (_, at) =>
      String.fromCharCode(1 + ((at * 7_919) % 255)),
    ).join('');
    test.for([
      ['empty', ''],
      ['blank', ' \n\t\r\n '],
      ['like a binary', bytes],
      ['broken markdown', '# [a](\n```\n<div\n| x\n|-\n- [ ] [Decision\n## Decision:\n***\n&#xZZ; &'],
      ['one endless line', 'a '.repeat(200_000)],
      ['deeply quoted', `${'> '.repeat(2_000)}x`],
      ['a deep list', Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n')],
      ['a thousand headings', Array.from({ length: 1_000 }, (_, at) => `# h${at}`).join('\n')],
      [
        'bidirectional and zero-width',
        '# \u202Ea\u200B\u2066b\u2069\n\n## Decision\n\nWe will \u200Bkeep\u202E this.\n',
      ],
      ['of a surrogate pair', '# 🌊\n\n## Decision\n\n🌊🌊🌊🌊🌊🌊🌊\n'],
    ])('is taken in as it is: a document that is %s', async ([name = '', content = '']) => {
      const gateway = await createTestGateway(store());
      const { ingests } = runStory(gateway);
      const { wave } = await ingests(people.service, [{ path: `${name}.md`, content }], {
        project: `odd ${name}`,
      });
      expect(wave.documents.totalCount).toBe(1);
      expect(wave.report.errors).toEqual([]);
      const { data } = await gateway.ask(
        people.reader,
        'query ($id: ID!) { ingestionWave(id: $id) { documents { nodes { content chunks(first: 100) { nodes { text startOffset endOffset } } } } } }',
        { id: wave.id },
      );
      const [document] = data.ingestionWave.documents.nodes;
      expect(document.content).toBe(content);
      for (const { text, startOffset, endOffset } of document.chunks.nodes)
        expect(content.slice(startOffset, endOffset)).toBe(text);
    });

    test('a date just within a day ahead, and one long gone', async () => {
      const { ingests } = runStory(await createTestGateway(store()));
      for (const updatedAt of ['2026-03-02T09:00:00Z', '1970-01-01T00:00:00Z', '0001-01-01T00:00:00Z']) {
        const { wave } = await ingests(people.service, [
          { path: `${updatedAt}.md`.replaceAll(':', ''), content: '# D', updatedAt },
        ]);
        expect(wave.documents.totalCount).toBe(1);
      }
    });
  });
});

describe('arguments that cannot be meant', () => {
  onEveryStore((store) => {
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
  onEveryStore((store) => {
    const nothing = {
      __typename: 'NotFoundError',
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
      expect(await does(people.reviewer, 'promoteMemory', { id })).toEqual({
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
      expect(await asks(people.admin, 'Provenance', { id })).toEqual({ memory: null });
      expect(await asks(people.admin, 'Wave', { id })).toEqual({ ingestionWave: null });
    });

    test('of another type is not found either', async () => {
      const story = runStory(await createTestGateway(store()));
      const { wave } = await story.ingests(people.service, [{ path: 'w.md', content: '# W' }]);
      expect(await story.does(people.reviewer, 'promoteMemory', { id: wave.id })).toEqual({
        ...nothing,
        path: ['input', 'id'],
      });
      expect(await story.asks(people.admin, 'Provenance', { id: wave.id })).toEqual({ memory: null });
    });

    test('of another tenant is not found, for every viewer', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will keep this in our tenant.');
      const foreign = viewer('bob', ['admin', 'service', 'reviewer'], { tenant: 'globex' });
      expect(await story.does(foreign, 'promoteMemory', { id })).toEqual({
        ...nothing,
        path: ['input', 'id'],
      });
      expect(await story.asks(foreign, 'Node', { id })).toEqual({ node: null });
    });
  });
});
