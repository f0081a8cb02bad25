import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createConnections } from '#server/http/connections.ts';

test('a connection beyond the most ends the one that has been idle for longest, and none that is at work', async () => {
  const connections = createConnections(3);
  const unanswered: ServerResponse[] = [];
  const server = createServer(
    connections.inTurn(async (request, response) => {
      if (request.url === '/slow') unanswered.push(response);
      else response.end('answered');
    }),
  );
  connections.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  const open = async (): Promise<Socket> => {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    clients.push(client);
    await once(client, 'connect');
    return client;
  };
  const ask = async (client: Socket): Promise<string> => {
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = await once(client, 'data');
    return String(answer);
  };

  const busy = await open();
  busy.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [first, second] = [await open(), await open()];
  await ask(second);
  await ask(first);
  const ended = once(second, 'close');
  const newest = await open();
  await ended;
  for (const client of [first, newest]) expect(await ask(client)).toContain('answered');
  const answered = once(busy, 'data');
  unanswered[0]?.end('at last');
  expect(String(await answered)).toContain('at last');
});
