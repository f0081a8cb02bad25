import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, Server } from 'node:net';

/**
 * Sockets that listen at one address. Node accepts one connection of each in a turn of its event loop, and under load a turn takes
 * milliseconds: behind a single socket new clients would wait for seconds. The kernel spreads them over all.
 */
const sockets = 8;
/**
 * Connections that the kernel keeps for each socket until they are accepted (`net.core.somaxconn` at most). Beyond it
 * a client tries again only after a second.
 */
const backlog = 4_096;

/** A listening server. */
export interface Listening {
  readonly port: number;
  /** Accepts nothing more. Resolves when every connection has ended. */
  readonly close: () => Promise<void>;
}

const listen = async (server: Server, options: ListenOptions): Promise<void> => {
  server.listen(options);
  await once(server, 'listening');
};

const close = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  // Closes the listening socket alone: `close` of HTTP drops connections over which a request may be on its way.
  Server.prototype.close.call(server);
  await closed;
};

/**
 * Lets an HTTP server accept connections at an address. Port 0 takes any free one.
 * @throws the error of Node, with its code, where it cannot listen: another process does (EADDRINUSE), or the address
 * is not this machine's.
 */
export const listenAt = async (
  server: Server,
  address: { readonly host: string; readonly port: number },
): Promise<Listening> => {
  // Elsewhere the kernel does not spread connections over sockets.
  const canShare = process.platform === 'linux';
  const holder = createServer();
  if (canShare && address.port !== 0) {
    // Sockets that share a port do not notice another process that shares it too: one of a name without a file keeps other gateways away,
    // and one that does not share finds everybody else.
    await listen(holder, { path: `\0vouch:${address.host}:${address.port}` });
    const alone = createServer();
    await listen(alone, address).catch((error: unknown) => {
      holder.close();
      throw error;
    });
    await close(alone);
  }
  await listen(server, { ...address, backlog, reusePort: canShare });
  const { port } = server.address() as AddressInfo;
  const others = Array.from({ length: canShare ? sockets - 1 : 0 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  await Promise.all(others.map((other) => listen(other, { ...address, port, backlog, reusePort: true })));
  return {
    port,
    close: async () => {
      await Promise.all([server, ...others].map(close));
      holder.close();
    },
  };
};
