import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { AdmissionLimits } from '#server/operations/admission.ts';
import { bobsToken, createToySchema, Gate, listening, withTicks } from './toy-gateway.ts';

/** Each way to an execution: without a token, and when no slot is free, none of them gets there. */

const query = '{ user }';
const sha256Hash = createHash('sha256').update(query).digest('hex');
const persisted = { persistedQuery: { version: 1, sha256Hash } };

const json = { 'content-type': 'application/json' };
const tokenOf = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

type Send = (url: string, token: string | null) => Promise<string>;

const post =
  (path: string, body: object, accept = 'application/json'): Send =>
  async (url, token) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...json, accept, ...tokenOf(token) },
      body: JSON.stringify(body),
    });
    return `${response.status} ${await response.text()}`;
  };
const byGet =
  (search: string, path = '/graphql', accept = 'application/json'): Send =>
  async (url, token) => {
    const response = await fetch(`${url}${path}?${search}`, { headers: { accept, ...tokenOf(token) } });
    return `${response.status} ${await response.text()}`;
  };
const byWebSocket: Send = async (url, token) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const closed = once(socket, 'close').then(([code]) => `closed ${code}`);
  const next = () => Promise.race([closed, once(socket, 'message').then(([message]) => String(message))]);
  socket.send(JSON.stringify({ type: 'connection_init', payload: token === null ? {} : tokenOf(token) }));
  const answer = await next();
  if (!answer.includes('connection_ack')) return answer;
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  return next().finally(() => socket.terminate());
};

const stream = 'text/event-stream';
const transports: readonly (readonly [string, Send])[] = [
  ['POST', post('/graphql', { query })],
  ['GET', byGet(`query=${encodeURIComponent(query)}`)],
  ['POST of a persisted document', post('/graphql', { extensions: persisted })],
  ['POST that registers a document', post('/graphql', { query, extensions: persisted })],
  ['GET of a persisted document', byGet(`extensions=${encodeURIComponent(JSON.stringify(persisted))}`)],
  ['Server-Sent Events', post('/graphql', { query }, stream)],
  ['Server-Sent Events by GET', byGet(`query=${encodeURIComponent(query)}`, '/graphql', stream)],
  ['a subscription over Server-Sent Events', post('/graphql', { query: 'subscription { ticks }' }, stream)],
  ['multipart/mixed', post('/graphql', { query }, 'multipart/mixed')],
  ['POST to /subgraph', post('/subgraph', { query })],
  ['GET from /subgraph', byGet(`query=${encodeURIComponent(query)}`, '/subgraph')],
  ['WebSocket', byWebSocket],
];

/** The toy with a subscription. */
const schemaOf = (gate: Gate) =>
  withTicks(createToySchema(gate), {
    subscribe: async function* () {
      yield { ticks: 'tick' };
    },
  });
const limits: AdmissionLimits = {
  slots: 1,
  spared: 0,
  lease: 60_000,
  deadline: 60_000,
  waitingOfUser: 256,
  waiting: 0,
};
const serve = async () => {
  const gate = new Gate();
  const schema = schemaOf(gate);
  const toy = await listening({ schema, subgraph: schema, admission: limits });
  // The document is registered, and its plan is known.
  for (let time = 0; time < 2; time += 1)
    await toy.gateway.ask(JSON.stringify({ query, extensions: persisted }));
  await toy.gateway.ask({ query });
  toy.gateway.contexts.length = 0;
  return { ...toy, gate };
};

test.each(transports)('%s without a token, or with a bad one, executes nothing', async (_name, send) => {
  const { url, gateway } = await serve();
  for (const token of [null, 'a.b.c']) expect(await send(url, token)).toMatch(/^(401 |closed 440[13])/);
  expect(gateway.contexts).toEqual([]);
});

test.each(transports)(
  '%s executes nothing when no slot is free, and is answered when one is',
  async (_name, send) => {
    const { url, gateway, gate } = await serve();
    const slow = gateway.ask({ query: '{ slow }' });
    await gate.reached.promise;
    expect(await send(url, bobsToken)).toContain('SERVICE_UNAVAILABLE');
    expect(gateway.contexts).toHaveLength(1);
    gate.opened.resolve();
    await slow;
    expect(await send(url, bobsToken)).toMatch(/bob|tick/);
  },
);
