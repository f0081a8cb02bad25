import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from './databases.ts';

/** A way to a server that is closed at first. When it falls silent, nothing passes and nothing is closed. */
export const openWay = async (url: string) => {
  const way = new URL(url);
  const addressOf = ({ hostname, port }: URL) => ({ host: hostname, port: Number(port) });
  let far = addressOf(way);
  const open = new Set<Socket>();
  let isSilent = false;
  let connections = 0;
  const server = createServer((near) => {
    connections += 1;
    const further = connect(far);
    open.add(near);
    near.on('data', (bytes) => isSilent || further.write(bytes));
    further.on('data', (bytes) => isSilent || near.write(bytes));
    for (const socket of [near, further])
      socket
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(near);
          for (const one of [near, further]) one.destroy();
        });
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
    /** Ends what is open; new connections lead to another server, as an address that moves does. */
    leadTo: (other: string) => {
      far = addressOf(new URL(other));
      for (const socket of open) socket.destroy();
    },
    fallSilent: () => {
      isSilent = true;
    },
  };
};
