import { describe, expect, test } from 'vitest';
import { type Protocol, passagesIn, startTestModel } from '../support/language-model.ts';

const passages = [
  { headingPath: ['Notes'], text: 'We keep the data for ten years.' },
  { headingPath: [], text: 'The gauge weighs 4.8 kg.' },
];
const found = {
  passage: 1,
  type: 'FACT',
  name: '',
  content: 'The gauge weighs 4.8 kg.',
  quote: 'The gauge weighs 4.8 kg.',
};

const found0 = { ...found, passage: 0, content: 'We keep it.', quote: 'We keep the data for ten years.' };

describe.for<Protocol>(['openai', 'anthropic'])('over the %s protocol', (protocol) => {
  test('a batch is one call, and its answer is sorted by passage', async () => {
    const server = await startTestModel(() => ({ statements: [found] }), protocol);
    const model = await server.model();
    expect(await model.read(passages)).toEqual({
      outcome: 'read',
      named: [[], [found]],
      misplaced: 0,
      isFirstCut: false,
    });
    expect(server.calls).toHaveLength(1);
    const [call] = server.calls;
    expect(call?.path).toBe(protocol === 'openai' ? '/v1/chat/completions' : '/v1/messages');
    expect(call?.headers[protocol === 'openai' ? 'authorization' : 'x-api-key']).toContain('test-key');
    expect(call && passagesIn(call)).toEqual([
      { passage: 0, under: ['Notes'], text: 'We keep the data for ten years.' },
      { passage: 1, under: [], text: 'The gauge weighs 4.8 kg.' },
    ]);
  });

  test('fields that nobody asked for come through, for the domain to leave unread', async () => {
    const server = await startTestModel(() => ({ statements: [{ ...found, confidence: 1 }] }), protocol);
    expect(await (await server.model()).read(passages)).toMatchObject({ outcome: 'read' });
  });

  test('statements of no passage are counted', async () => {
    const server = await startTestModel(
      () => ({ statements: [{ ...found, passage: 7 }, { ...found, passage: '1' }, null, 3, found] }),
      protocol,
    );
    expect(await (await server.model()).read(passages)).toMatchObject({
      named: [[], [found]],
      misplaced: 4,
    });
  });

  test.for([
    ['never', 'never', 'timeout'],
    ['too late', { afterMs: 2_000, answer: { statements: [] } }, 'timeout'],
    ['with a refusal', { status: 401 }, 'refused'],
    ['with a redirect', { status: 302 }, 'refused'],
    ['in prose', (): string => 'Sure! Here are your statements.', 'malformed'],
    ['with JSON of another shape', (): object => ({ facts: [] }), 'malformed'],
    ['with a list in the wrong place', (): object => ({ statements: 'none' }), 'malformed'],
    ['with nonsense in place of the protocol', { raw: '<html>hello</html>' }, 'malformed'],
    ['with more than it may', { raw: `{"id":"${'x'.repeat(5_000_000)}"}` }, 'malformed'],
  ] as const)('it answers %s: failed', async ([, reply, failure]) => {
    const server = await startTestModel(reply, protocol);
    const { outcome, ...rest } = await (await server.model()).read(passages);
    expect({ outcome, ...rest }).toEqual({ outcome: 'failed', failure });
    expect(server.calls).toHaveLength(1);
  });
});

test.for([
  ['a fence', (answer: string) => `\`\`\`json\n${answer}\n\`\`\``],
  ['prose', (answer: string) => `Here you are:\n${answer}\nAnything else?`],
] as const)('JSON in %s is read', async ([, wrap]) => {
  const server = await startTestModel(() => wrap(JSON.stringify({ statements: [found] })));
  expect(await (await server.model()).read(passages)).toMatchObject({
    outcome: 'read',
    named: [[], [found]],
  });
});

test.for([
  ['after the second passage began', `},${JSON.stringify(found)},{"passage":1,"quote":"a } b`, false],
  ['after one statement, which may not be the last of its passage', '},{"passage":0,"type":"FA', true],
] as const)('of an answer that breaks off %s the passages before are kept', async ([, rest, isFirstCut]) => {
  const whole = JSON.stringify(found0).slice(0, -1);
  const server = await startTestModel(() => `\`\`\`json\n{"statements":[${whole}${rest}`);
  expect(await (await server.model()).read(passages)).toMatchObject({
    outcome: 'read',
    named: [[found0]],
    isFirstCut,
  });
});

test.for([
  ['answers when there is room again', 2, 'read', 2],
  ['is not asked a fourth time', 9, 'failed', 3],
] as const)('an endpoint without room %s', async ([, freeAt, outcome, calls]) => {
  let asked = 0;
  const server = await startTestModel(() => {
    asked += 1;
    return asked < freeAt ? { refusedWith: 429, retryAfter: '0' } : { statements: [found] };
  });
  expect(await (await server.model()).read(passages)).toMatchObject({ outcome });
  expect(server.calls).toHaveLength(calls);
});

const date = 'Sun, 01 Mar 2026 12:00:00 GMT';
test.for([
  ['after seconds', '1'],
  ['at a date by its own clock', 'Sun, 01 Mar 2026 12:00:01 GMT'],
])('an endpoint that asks to be called again %s is called then', async ([, retryAfter]) => {
  const calledAt: number[] = [];
  const server = await startTestModel((): object => {
    calledAt.push(performance.now());
    return calledAt.length === 1 ? { refusedWith: 503, retryAfter, date } : { statements: [found] };
  });
  expect(await (await server.model()).read(passages)).toMatchObject({ outcome: 'read' });
  const [first = 0, second = 0] = calledAt;
  expect(second - first).toBeGreaterThan(900);
});

test.for([
  ['in seconds', (): string => '3600'],
  ['as a date', (): string => new Date(Date.now() + 3_600_000).toUTCString()],
] as const)(
  'an endpoint that asks for a longer rest, %s, than the call may take is left alone',
  async ([, retryAfter]) => {
    const server = await startTestModel((): object => ({ refusedWith: 503, retryAfter: retryAfter() }));
    expect(await (await server.model()).read(passages)).toEqual({ outcome: 'failed', failure: 'refused' });
    expect(server.calls).toHaveLength(1);
  },
);

test('nobody listens: failed', async () => {
  const server = await startTestModel('never');
  const { createLanguageModel } = await import('#providers/language-model.ts');
  const model = await createLanguageModel({
    provider: 'openai',
    baseUrl: 'http://127.0.0.1:9/v1',
    model: 'm',
    apiKey: null,
    timeoutMs: 1_000,
  });
  expect(await model.ask({ instructions: 'i', material: 'm', schema: { type: 'object' } })).toEqual({
    outcome: 'failed',
    failure: 'unreachable',
  });
  expect(server.calls).toEqual([]);
});
