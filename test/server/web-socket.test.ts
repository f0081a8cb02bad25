import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { issueToken } from '#server/http/local-tokens.ts';
import { webSocketDefaults } from '#server/subscriptions/web-socket.ts';
import { eventually } from '#test/support/eventually.ts';
import { isLong } from '#test/support/property-runs.ts';
import { bob, bobsToken, createToySchema, Gate, listening, now, tokens } from './toy-gateway.ts';

/** A WebSocket, its messages and the code with which it was closed. */
const connect = async (url: string) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  // biome-ignore lint/suspicious/noExplicitAny: messages of any type
  const messages: any[] = [];
  const state = { code: 0 };
  socket.on('error', () => undefined);
  socket.on('message', (message) => messages.push(JSON.parse(String(message))));
  socket.on('close', (code) => Object.assign(state, { code }));
  await once(socket, 'open');
  return { socket, messages, state, send: (message: object) => socket.send(JSON.stringify(message)) };
};
const init = (token: string) => ({
  type: 'connection_init',
  payload: { authorization: `Bearer ${token}` },
});
/** A WebSocket whose token was accepted. */
const connectAsBob = async (url: string) => {
  const connection = await connect(url);
  connection.send(init(bobsToken));
  await eventually(() => expect(connection.messages).toEqual([{ type: 'connection_ack' }]));
  return connection;
};
const ask = (id: string, query: string) => ({ id, type: 'subscribe', payload: { query } });

const expired = await issueToken(tokens, bob, { now: new Date(now.getTime() - 7_200_000), seconds: 3_600 });

test.each([
  ['no token', { type: 'connection_init' }, 4401],
  ['a token that is none', init('nonsense'), 4403],
  ['a token that has ended', init(expired), 4403],
  ['a message before its token', ask('1', '{ user }'), 4401],
  ['a message that is no JSON', 'nonsense', 4400],
  [
    'a long message before its token',
    { type: 'connection_init', payload: { padding: 'a'.repeat(20_000) } },
    1009,
  ],
])('a WebSocket with %s is closed, and nothing is executed', async (_name, message, code) => {
  const { url, gateway } = await listening();
  const { socket, state, messages } = await connect(url);
  socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  await eventually(() => expect(state.code).toBe(code));
  expect([messages, gateway.contexts]).toEqual([[], []]);
});

test('a WebSocket without a token is closed after a while', async () => {
  const { url } = await listening({ webSocketLimits: { ...webSocketDefaults, tokenWithin: 100 } });
  const { state } = await connect(url);
  await eventually(() => expect(state.code).toBe(4408));
});

test('of WebSockets without a token the oldest is dropped for one more, so that they keep nobody out', async () => {
  const webSocketLimits = { ...webSocketDefaults, withoutToken: 2, tokenWithin: 60_000 };
  const { url } = await listening({ webSocketLimits });
  const [first, second] = [await connect(url), await connect(url)];
  const bobs = await connectAsBob(url);
  await eventually(() => expect(first.state.code).toBe(1006));
  // Bob has given his token, and waits for nothing: the next ones take the place of each other.
  const third = await connect(url);
  await connect(url);
  await eventually(() => expect(second.state.code).toBe(1006));
  expect([bobs.state.code, third.state.code]).toEqual([0, 0]);
});

test('a user has only so many WebSockets', async () => {
  const { url } = await listening({ webSocketLimits: { ...webSocketDefaults, perUser: 1 } });
  const [first, second] = [await connectAsBob(url), await connect(url)];
  second.send(init(bobsToken));
  await eventually(() => expect(second.state.code).toBe(1013));
  first.socket.close();
  await eventually(() => expect(first.state.code).not.toBe(0));
  await connectAsBob(url);
});

test('a WebSocket is closed when its token has ended', async () => {
  const clock = { now };
  const { createAuthenticator } = await import('#server/http/authentication.ts');
  const { url } = await listening({ authenticator: createAuthenticator(tokens, { now: () => clock.now }) });
  const { send, state, messages } = await connect(url);
  const end = now.getTime() + 1_000;
  const token = await issueToken(tokens, bob, { now, seconds: 1 });
  clock.now = new Date(end - 100);
  send(init(token));
  await eventually(() => expect(messages).toHaveLength(1));
  clock.now = new Date(end);
  await eventually(() => expect(state.code).toBe(4403));
});

test('only so many operations of a WebSocket run at once, and all of them are answered', async () => {
  const gate = new Gate();
  const { url, gateway } = await listening({
    schema: createToySchema(gate),
    webSocketLimits: { ...webSocketDefaults, operations: 8 },
  });
  const { send, messages } = await connectAsBob(url);
  for (let id = 0; id < 40; id += 1) send(ask(String(id), '{ slow }'));
  await eventually(() => expect(gateway.contexts).toHaveLength(8));
  // The next one would be there by now.
  const other = await connectAsBob(url);
  other.send(ask('1', '{ user }'));
  await eventually(() => expect(other.messages).toHaveLength(3));
  expect(gateway.contexts).toHaveLength(9);
  gate.opened.resolve();
  await eventually(() => expect(messages.filter(({ type }) => type === 'complete')).toHaveLength(40));
});

test.runIf(isLong).each([
  ['operations', 500, (id: number) => ask(String(id), '{ user }')],
  ['pings', 2_000, () => ({ type: 'ping' })],
  ['completions of nothing', 2_000, (id: number) => ({ id: String(id), type: 'complete' })],
])(
  'others are answered while a WebSocket sends hundreds of %s',
  async (_name, count, message) => {
    const { url } = await listening();
    const { send, messages } = await connectAsBob(url);
    for (let id = 0; id < count; id += 1) send(message(id));
    send(ask('last', '{ user }'));
    let others = 0;
    for (; messages.at(-1)?.id !== 'last'; others += 1)
      expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(others).toBeGreaterThan(5);
  },
  60_000,
);

test('an operation that waits is not begun when its WebSocket is closed', async () => {
  const gate = new Gate();
  const written: string[] = [];
  const { url, gateway } = await listening({
    schema: createToySchema(gate, written),
    admission: { slots: 1, spared: 0, lease: 60_000, deadline: 60_000, waitingOfUser: 256, waiting: 100 },
  });
  const slow = gateway.ask({ query: '{ slow }' });
  await gate.reached.promise;
  const { send, socket } = await connectAsBob(url);
  send(ask('1', 'mutation { write(input: { content: "late" }) }'));
  const waits = (count: number) =>
    expect.poll(() => gateway.metrics.registry.metrics()).toContain(`vouch_operations_waiting ${count}`);
  await waits(1);
  socket.close();
  await waits(0);
  gate.opened.resolve();
  await slow;
  expect(written).toEqual([]);
});
