import pg from 'pg';

/**
 * A client for a connection of its own, outside the pool. A connection that is lost while it is asked fails its query; without a
 * listener it would end the process as well.
 */
export const createClient = (config: pg.ClientConfig): pg.Client => {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  return client;
};
