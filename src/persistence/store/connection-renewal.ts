import type pg from 'pg';

/** PostgreSQL's `read_only_sql_transaction`. */
const readOnly = '25006';
/** Milliseconds between two renewals: a server that stays read-only is not connected to anew for each write. */
const pause = 1_000;

/** The parts of a client of `pg` that its types leave out. */
interface Wire {
  readonly connection: {
    readonly stream: { destroy(): void };
    on(event: 'errorMessage', listener: (message: { readonly code?: string }) => void): void;
  };
}

export const wireOf = (client: pg.PoolClient): Wire['connection'] => (client as unknown as Wire).connection;

/**
 * Replaces the connections of a pool when a server refuses to write: after a failover they may lead to the former
 * primary, while the address names the new one. Those in use are replaced when they are released.
 */
export const renewAfterFailover = (pool: pg.Pool): void => {
  const idle = new Set<pg.PoolClient>();
  const inUse = new Set<pg.PoolClient>();
  let outdated = new WeakSet<pg.PoolClient>();
  let renewedAt = Number.NEGATIVE_INFINITY;

  const renew = (): void => {
    if (performance.now() - renewedAt < pause) return;
    renewedAt = performance.now();
    outdated = new WeakSet(inUse);
    for (const client of idle) wireOf(client).stream.destroy();
  };

  pool.on('connect', (client) => {
    wireOf(client).on('errorMessage', ({ code }) => {
      if (code === readOnly) renew();
    });
  });
  pool.on('acquire', (client) => {
    idle.delete(client);
    inUse.add(client);
  });
  pool.on('release', (_error, client) => {
    inUse.delete(client);
    // The pool drops a client that is ending.
    if (outdated.has(client)) client.end().catch(() => undefined);
    else idle.add(client);
  });
  pool.on('remove', (client) => {
    idle.delete(client);
    inUse.delete(client);
  });
};
