import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from './databases.ts';

/** A way to a server that is closed at first. When it falls silent, nothing passes and nothing is closed. */
export const openWay = async (url: string) => {
  const way = new URL(url);
  const far = { host: way.hostname, port: Number(way.port) };
  let isSilent = false;
  let connections = 0;
  const server = createServer((near) => {
    connections += 1;
    const further = connect(far);
    near.on('data', (bytes) => isSilent || further.write(bytes));
    further.on('data', (bytes) => isSilent || near.write(bytes));
    for (const socket of [near, further])
      socket.on('error', () => undefined).on('close', () => [near, further].map((one) => one.destroy()));
  });
  onTestFinished(() => void server.close());
  const port = await freePort();
  way.hostname = '127.0.0.1';
  way.port = String(port);
  return {
    url: way.href,
    open: () => once(server.listen(port, '127.0.0.1'), 'listening'),
    /** Connections that were made by it. */
    connections: () => connections,
    fallSilent: () => {
      isSilent = true;
    },
  };
};
