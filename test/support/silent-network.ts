import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server on which packets can be lost, in silence: nothing is closed. */
export interface SilentNetwork {
  /** The same address, by this way. */
  readonly throughIt: (url: string) => string;
  /** From now on nothing passes on the connections that are open; new ones work. Answers how many those are. */
  readonly silence: () => number;
  /** Nothing passes either way on the next packet that holds these bytes, or behind it, on its connection. */
  readonly silenceAt: (text: string) => void;
  readonly close: () => void;
}

export const openSilentNetwork = async (url: string): Promise<SilentNetwork> => {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  const unheard = new Set<Socket>();
  let trap: string | null = null;
  const server = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    open.add(near);
    near.on('data', (bytes) => {
      if (silent.has(near)) return;
      far.write(bytes);
      // The server does what it was asked; its answer is lost.
      if (trap !== null && bytes.includes(trap)) {
        trap = null;
        silent.add(near);
      }
    });
    far.on('data', (bytes) => {
      if (!silent.has(near)) near.write(bytes);
    });
    const forget = () => {
      open.delete(near);
      near.destroy();
      // Nothing passes on a silent connection, its end neither.
      if (silent.has(near)) unheard.add(far);
      else far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', forget).on('close', forget);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    throughIt: (address) => {
      const way = new URL(address);
      way.hostname = '127.0.0.1';
      way.port = String(own);
      return way.href;
    },
    silence: () => {
      for (const socket of open) silent.add(socket);
      return open.size;
    },
    silenceAt: (text) => {
      trap = text;
    },
    close: () => {
      server.close();
      for (const socket of [...open, ...unheard]) socket.destroy();
    },
  };
};
