import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '../support/gateway.ts';
import { digestOf } from '../support/statements.ts';
import { onServerStore } from '../support/store.ts';
import { decisionRecord, runStory } from '../support/story.ts';

const mega = 1_048_576;

/** Bytes of the longest answer, however much was sent. */
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
    '5,000 documents',
    () => ({ documents: Array(5_000).fill(note) }),
    'The call has 5000 documents; send 1 to 500, and name the wave to add more to it.',
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
    'a project that looks the same as another',
    () => ({ project: 'buoys\u200B', documents: [note] }),
    'The project has characters that nobody sees. Name it without them.',
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
  onServerStore((store) => {
    test.for(refused)('for %s says so, and takes nothing in', async ([, input, message, path]) => {
      const gateway = await createTestGateway(store());
      const variables = { input: { project: 'tides', ...input() } };
      // The first mutation of a user records that the tenant knows them.
      await gateway.ask(people.service, ingest, variables);
      const before = await digestOf(store());
      const text = await gateway.askForText(people.service, ingest, variables);
      expect(text.length).toBeLessThan(longestAnswer);
      expect(JSON.parse(text)).toEqual({
        data: {
          ingestDocuments: {
            __typename: 'UserError',
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
  onServerStore((store) => {
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

    test('an id of a megabyte is answered by a mutation as one of nothing, given as it may be', async () => {
      const gateway = await createTestGateway(store());
      const missing = 'mem_00000000-0000-7000-8000-000000000000';
      const vote = (id: string) =>
        `voteMemory(input: { id: ${id}, vote: UP }) { ... on UserError { code message path } }`;
      const review = (id: string) =>
        `reviewCandidates(input: { decisions: [{ id: ${id}, action: REJECT, reason: "No." }], errorPolicy: SKIP_FAILED }) {
          ... on ReviewCandidatesPayload { results { error { code message path } } } }`;
      for (const asked of [vote, review]) {
        const given = [missing, `mem_${'f'.repeat(mega)}`].map((id) =>
          gateway.askForText(people.admin, `mutation ($id: ID!) { ${asked('$id')} }`, { id }),
        );
        const literals = [missing, `mem_${'f'.repeat(5_000)}`].map((id) =>
          gateway.askForText(people.admin, `mutation { ${asked(JSON.stringify(id))} }`),
        );
        const answers = await Promise.all([...given, ...literals]);
        expect(answers[0]).toContain('not_found');
        expect(new Set(answers).size).toBe(1);
      }
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
