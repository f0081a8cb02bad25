import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { bobsToken, createToyGateway, createToySchema, Gate } from './toy-gateway.ts';

const open = async (options: Parameters<typeof createToyGateway>[0] = {}) => {
  const gateway = createToyGateway(options);
  const { url } = await gateway.listen();
  onTestFinished(() => gateway.close());
  return { gateway, url, port: Number(new URL(url).port) };
};

/** A connection over which bytes are sent as they are, and what was received. */
const bare = async (port: number) => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  const received = { text: '', isClosed: false };
  socket.on('data', (part) => {
    received.text += part;
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    received.isClosed = true;
  });
  await once(socket, 'connect');
  return { socket, received };
};

const typename = (token: string | null, connection = 'keep-alive') =>
  `GET /graphql?query=%7B__typename%7D HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n${token === null ? '' : `Authorization: Bearer ${token}\r\n`}\r\n`;

test('a client that keeps its connection loses no request when the gateway closes: it is answered `Connection: close`', async () => {
  const { gateway, url } = await open();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async () => {
    const asked = get(`${url}/health`, { agent });
    const [response] = await once(asked, 'response');
    response.resume();
    await once(response, 'end');
    return [response.statusCode, response.headers.connection];
  };
  expect(await ask()).toEqual([200, 'keep-alive']);
  const closed = gateway.close();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await ask()).toEqual([200, 'close']);
  await closed;
  await expect(ask()).rejects.toThrow('ECONNREFUSED');
});

test('an operation that runs when the gateway closes is answered `Connection: close`', async () => {
  const gate = new Gate();
  const { gateway, url } = await open({ schema: createToySchema(gate) });
  const slow = fetch(`${url}/graphql?query=%7Bslow%7D`, {
    headers: { authorization: `Bearer ${bobsToken}` },
  });
  await gate.reached.promise;
  const closed = gateway.close();
  gate.opened.resolve();
  expect([(await slow).status, (await slow).headers.get('connection')]).toEqual([200, 'close']);
  await closed;
});

test('a request is dropped of which nothing or a half was sent, while the gateway finishes the others', async () => {
  const gate = new Gate();
  const { gateway, url, port } = await open({ schema: createToySchema(gate) });
  const halves = {
    'no byte': '',
    'half of its head': 'GET /health HTTP/1.1\r\nHost: loc',
    'half of its body': `POST /graphql HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bobsToken}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"query"`,
  };
  const connections = await Promise.all(
    Object.entries(halves).map(async ([name, sent]) => {
      const { socket, received } = await bare(port);
      if (sent !== '') socket.write(sent);
      return { name, received };
    }),
  );
  const slow = fetch(`${url}/graphql?query=%7Bslow%7D`, {
    headers: { authorization: `Bearer ${bobsToken}` },
  });
  await gate.reached.promise;
  const closed = gateway.close();
  const kept = () => connections.filter(({ received }) => !received.isClosed).map(({ name }) => name);
  await eventually(() => expect(kept()).toEqual([]));
  gate.opened.resolve();
  expect((await slow).status).toBe(200);
  await closed;
});

test('for the time of the drain connections are accepted, and answered that the gateway is not ready', async () => {
  const { gateway, url } = await open({ drain: 300 });
  const closed = gateway.close();
  const ready = await fetch(`${url}/ready`);
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
  await closed;
  await expect(fetch(`${url}/ready`)).rejects.toThrow();
});

test.each([
  ['without a token', null],
  ['with a token', bobsToken],
])(
  'others are answered between the requests that a client %s sends without waiting',
  async (_name, token) => {
    const { port } = await open();
    const flood = await bare(port);
    flood.socket.write(typename(token).repeat(300) + typename(token, 'close'));
    await eventually(() => expect(flood.received.text).not.toBe(''));
    const other = await bare(port);
    other.socket.write(typename(bobsToken, 'close'));
    await eventually(() => expect(other.received.isClosed).toBe(true));
    expect(other.received.text).toContain('HTTP/1.1 200');
    const answers = () => flood.received.text.split('"__typename":"Query"').length - 1;
    expect(answers()).toBeLessThan(300);
    await eventually(() => expect(answers()).toBe(301));
  },
  60_000,
);
