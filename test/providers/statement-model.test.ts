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

describe.for<Protocol>(['openai', 'anthropic'])('over the %s protocol', (protocol) => {
  test('a batch is one call, and its answer is sorted by passage', async () => {
    const server = await startTestModel(() => ({ statements: [found] }), protocol);
    const model = await server.model();
    expect(await model.read(passages)).toEqual({ outcome: 'read', named: [[], [found]], misplaced: 0 });
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
    ['overloaded', { status: 529 }, 'refused'],
    ['with a redirect', { status: 302 }, 'unreachable'],
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
