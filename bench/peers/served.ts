import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Resources that a peer has used since its start. */
export interface Figures {
  /** CPU of the Node process, user and system. */
  readonly cpuMilliseconds: number;
  /** To the database, the frame of the transaction included. */
  readonly statements: number;
}

interface StatementClient {
  readonly prototype: { query: (...args: never[]) => unknown };
}

/** Sends the parent process the address, and the figures whenever it asks. `Client`: of the `pg` that this peer uses. */
export const reportToParent = (url: string, Client: StatementClient): void => {
  let statements = 0;
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    // Statements that leave as one packet name their texts.
    const { texts } = args[0] as { readonly texts?: readonly string[] };
    statements += texts?.length ?? 1;
    return query.apply(this, args);
  };
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const figures: Figures = { cpuMilliseconds: (user + system) / 1_000, statements };
    process.send?.(figures);
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ url });
};

/** Listens on any free port of this machine. */
export const listen = (server: Server = createServer()): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
