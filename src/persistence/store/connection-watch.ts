import pg from 'pg';
import { createClient } from './server-client.ts';

/** Milliseconds between two looks at the connections. */
const interval = 1_000;
/** Milliseconds that the server has to answer on a new connection. */
const patience = 2_000;

/** The parts of a client of `pg` that its types leave out. */
interface Wire {
  readonly connection: {
    readonly stream: { readonly bytesRead: number; destroy(): void };
    on(event: 'readyForQuery', listener: () => void): void;
  };
  /** The server's process, as the server, or a pooler in its place, has named it. */
  readonly processID: number | null;
}

interface Watched {
  readonly client: pg.PoolClient;
  readonly wire: Wire['connection'];
  /** Null behind a pooler, whose numbers are its own. */
  pid: number | null;
  /** Queries that were sent and not answered. */
  unanswered: number;
  /** Bytes read at the last check. */
  bytesRead: number;
  /** Looks in a row at which an answer was missing and nothing had been read. */
  silent: number;
}

type Server = pg.Pool & { readonly Client: typeof pg.Client; readonly options: pg.PoolConfig };

const isAnswer = (error: unknown): boolean => error instanceof pg.DatabaseError;

/** Finds server processes that are busy; null when the server is up but cannot be asked. */
const findActive = async (
  pool: Server,
  pids: readonly (number | null)[],
): Promise<ReadonlySet<number> | null> => {
  const client = createClient({
    ...pool.options,
    // Not enumerable there.
    password: pool.options.password,
    application_name: 'vouch watch',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  } as pg.ClientConfig);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1) and state in ('active', 'fastpath function call')`,
      [pids.filter((pid) => pid !== null)],
    );
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    return isAnswer(error) ? null : new Set();
  } finally {
    client.end().catch(() => undefined);
  }
};

/**
 * Ends the connections of a pool whose network went silent: nothing comes for a query, and the server, asked on a new connection, does
 * not compute for it, or cannot be reached. Those who wait get an error that the connection is lost, and the pool
 * makes a new one. Behind a pooler
 * the server's processes are not known: there `query_timeout` alone ends a wait.
 */
export const watchConnections = (pool: Server): void => {
  const watched = new Set<Watched>();
  let looking = false;

  pool.on('connect', (client) => {
    const { connection: wire, processID } = client as unknown as Wire;
    const one: Watched = { client, wire, pid: null, unanswered: 0, bytesRead: 0, silent: 0 };
    watched.add(one);
    client.query = ((...statement: unknown[]) => {
      one.unanswered += 1;
      // Looked up at each call, so that a replaced method of the class is used.
      return pool.Client.prototype.query.apply(client, statement as never);
    }) as typeof client.query;
    wire.on('readyForQuery', () => {
      one.unanswered = Math.max(0, one.unanswered - 1);
    });
    client.once('end', () => watched.delete(one));
    client
      .query<{ pid: number }>('select pg_backend_pid() as pid')
      .then(({ rows }) => {
        if (rows[0]?.pid === processID) one.pid = processID;
      })
      .catch(() => undefined);
  });

  const isSilent = (one: Watched): boolean => {
    const { bytesRead } = one.wire.stream;
    one.silent = one.unanswered > 0 && bytesRead === one.bytesRead ? one.silent + 1 : 0;
    one.bytesRead = bytesRead;
    return one.silent > 1 && one.pid !== null;
  };

  const look = async (): Promise<void> => {
    const suspects = [...watched].filter(isSilent);
    if (suspects.length === 0) return;
    const active = await findActive(
      pool,
      suspects.map(({ pid }) => pid),
    );
    if (active === null) return;
    const lost = suspects.filter(
      ({ pid, silent, bytesRead, wire }) =>
        pid !== null && !active.has(pid) && silent > 1 && wire.stream.bytesRead === bytesRead,
    );
    for (const { wire } of lost) wire.stream.destroy();
    if (lost.length === 0) return;
    // The others took the same way: a connection that does not answer is found at the next checks.
    for (const { client, unanswered } of watched)
      if (unanswered === 0) client.query('select 1').catch(() => undefined);
  };

  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch(() => undefined)
      .finally(() => {
        looking = false;
      });
  }, interval);
  timer.unref();
  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = (() => {
    clearInterval(timer);
    return end();
  }) as typeof pool.end;
};
