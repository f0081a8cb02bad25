import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { defaultLimits } from '#server/operations/operation-limits.ts';
import { bobsToken, createToySchema, listening } from './toy-gateway.ts';

const megabyte = 1_000_000;
const webSocketMemory = { bytes: 4.5 * megabyte, every: 20 };
const maxBodyBytes = 8 * megabyte;

const connected = async (url: string): Promise<WebSocket> => {
  const webSocket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  webSocket.on('error', () => undefined);
  await once(webSocket, 'open');
  const acknowledged = once(webSocket, 'message');
  webSocket.send(
    JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${bobsToken}` } }),
  );
  await acknowledged;
  return webSocket;
};

const ask = (webSocket: WebSocket, id: string, query: string, variables: object = {}): void =>
  webSocket.send(JSON.stringify({ id, type: 'subscribe', payload: { query, variables } }));

/** Sends the beginning of a message, and no more of it. */
const begin = (webSocket: WebSocket, bytes: number): void =>
  webSocket.send('a'.repeat(bytes), { fin: false });

const isOpen = (webSocket: WebSocket): boolean => webSocket.readyState === WebSocket.OPEN;

test('messages that are never ended are dropped with their WebSockets when they take too much memory, the largest first', async () => {
  const { url } = await listening({ schema: createToySchema(), webSocketMemory, maxBodyBytes });
  const small = await connected(url);
  begin(small, 1_000);
  const large = await Promise.all([1, 2, 3].map(() => connected(url)));
  for (const webSocket of large) begin(webSocket, megabyte);
  const largest = await connected(url);
  begin(largest, 2 * megabyte);
  await expect.poll(() => isOpen(largest)).toBe(false);
  expect([small, ...large].map(isOpen)).toEqual([true, true, true, true]);
});

test('messages that were ended, and control frames between them, are not counted', async () => {
  const { url } = await listening({ schema: createToySchema(), webSocketMemory, maxBodyBytes });
  const webSocket = await connected(url);
  for (let time = 0; time < 6; time += 1) {
    const answered = once(webSocket, 'message');
    webSocket.ping();
    ask(webSocket, `${time}`, '{ __typename }', { padding: 'a'.repeat(megabyte) });
    await answered;
  }
  expect(isOpen(webSocket)).toBe(true);
});

test('a WebSocket is dropped whose client does not read, when all that is unread takes too much memory', async () => {
  const { url } = await listening({
    schema: createToySchema(),
    webSocketMemory,
    maxBodyBytes,
    limits: { ...defaultLimits, answerCharacters: 50 * megabyte },
  });
  const deaf = await connected(url);
  const other = await connected(url);
  deaf.pause();
  const query = `query ($word: String) { ${Array.from({ length: 45 }, (_, at) => `a${at}: repeat(times: 1, word: $word)`).join(' ')} }`;
  ask(deaf, 'long', query, { word: 'a'.repeat(450_000) });
  // A client that does not read notices the end only when it writes.
  await expect
    .poll(() => {
      deaf.ping('', true, () => undefined);
      return isOpen(deaf);
    })
    .toBe(false);
  expect(isOpen(other)).toBe(true);
});
