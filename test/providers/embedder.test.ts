import { expect, onTestFinished, test } from 'vitest';
import { letterVector, startEmbeddingServer } from '../support/embedding-server.ts';

const start = async (vectorOf?: (text: string) => readonly number[]) => {
  const server = await startEmbeddingServer(vectorOf);
  onTestFinished(server.close);
  return server;
};

test('texts are sent in one call, and answered with unit vectors in their order', async () => {
  const server = await start();
  const answer = await (await server.embedder()).embed(['The quay.', `${'x'.repeat(8_000)}never sent`]);
  expect(server.calls).toEqual([
    {
      path: '/v1/embeddings',
      authorization: 'Bearer test-key',
      model: 'letters',
      texts: ['The quay.', 'x'.repeat(8_000)],
    },
  ]);
  if (answer.outcome !== 'embedded') throw new Error(answer.failure);
  const [first, second] = answer.vectors;
  const length = (vector: Iterable<number> = []) => Math.hypot(...vector);
  expect([length(first), length(second)]).toEqual([expect.closeTo(1, 5), expect.closeTo(1, 5)]);
  const expected = letterVector('The quay.');
  expect([...(first ?? [])].map((number) => number * length(expected))).toEqual(
    expected.map((number) => expect.closeTo(number, 4)),
  );
});

test.for([
  ['never', 'silent', 'timeout'],
  ['with a refusal', { status: 401 }, 'refused'],
  ['with a redirect', { status: 302 }, 'refused'],
  ['that it is busy', { status: 429 }, 'refused'],
  ['with nonsense', { raw: '<html>hello</html>' }, 'malformed'],
  ['with one vector for two texts', { raw: '{"data":[{"embedding":[1,2]}]}' }, 'malformed'],
  ['with vectors of two lengths', { raw: '{"data":[{"embedding":[1,2]},{"embedding":[1]}]}' }, 'malformed'],
  [
    'with a vector that has no direction',
    { raw: '{"data":[{"embedding":[1,2]},{"embedding":[0,0]}]}' },
    'malformed',
  ],
  ['with more than it may', { raw: `{"data":"${'x'.repeat(5_000_000)}"}` }, 'malformed'],
] as const)('a server that answers %s has failed', async ([, fault, failure]) => {
  const server = await start();
  server.fault = () => fault;
  const embedder = await server.embedder('letters', fault === 'silent' ? 300 : 10_000);
  expect(await embedder.embed(['one', 'two'])).toEqual({ outcome: 'failed', failure });
  expect(server.calls).toHaveLength(1);
});

test('a server that is gone is unreachable', async () => {
  const server = await startEmbeddingServer();
  server.close();
  expect(await (await server.embedder()).embed(['one'])).toEqual({
    outcome: 'failed',
    failure: 'unreachable',
  });
});

test('room for a call is reserved, and what it did not use is given back', async () => {
  const server = await start();
  const settled: object[] = [];
  const reserved: object[] = [];
  await (await server.embedder()).embed(['four', 'five'], {
    budget: {
      reserve: async (most) => {
        reserved.push(most);
        return { stop: null, settle: async (used) => void settled.push(used) };
      },
    },
  });
  expect([reserved, settled]).toEqual([[{ input: 4, output: 0 }], [{ input: 2, output: 0 }]]);
  const embedder = await server.embedder();
  expect(
    await embedder.embed(['one'], { budget: { reserve: async () => ({ stop: 'over_daily_budget' }) } }),
  ).toEqual({
    outcome: 'failed',
    failure: 'over_daily_budget',
  });
  expect(server.calls).toHaveLength(1);
});
