import type pg from 'pg';
import { isEmbedded, listenUrlOf, type Orm } from './orm.ts';
import { connectionOf } from './server-address.ts';

/** Notification of a commit: the tenant and the names of actions; no text and no id. */
export interface Announcement {
  readonly tenant: string;
  readonly actions: readonly string[];
}

export interface ChangeListener {
  /** Resolves when nothing is heard any more: the connection is lost, or was closed. */
  readonly over: Promise<void>;
  readonly close: () => void;
}

const channel = 'vouch_changes';
const checkEvery = 15_000;
const patience = 5_000;

/** Notifications of this process to itself, which show how late it hears. */
const probeChannel = 'vouch_probe';

/** The last probe of a listener; `heardAfter` in milliseconds, null while it is under way. */
interface Probe {
  sentAt: number;
  heardAfter: number | null;
}
/** The probe of a store's newest listener. One that closes late leaves another's alone. */
const probes = new WeakMap<Orm, Probe>();

/** Milliseconds by which the listener of a server is behind its commits; null where none listens. */
export const listenLagOf = (orm: Orm): number | null => {
  const probe = probes.get(orm);
  return probe === undefined ? null : (probe.heardAfter ?? performance.now() - probe.sentAt);
};

type Hear = (notification: pg.Notification) => void;
const read = (payload: string): Announcement => JSON.parse(payload) as Announcement;

/** The embedded store has one connection: it listens while others use it, and hears of each commit with the answer to it. */
const listenOnOnly = async (pool: pg.Pool, hear: Hear): Promise<ChangeListener> => {
  const over = Promise.withResolvers<void>();
  const client = await pool.connect();
  const end = () => over.resolve();
  const close = () => {
    client.off('notification', hear).off('end', end);
    end();
  };
  client.on('notification', hear).on('end', end);
  try {
    await client.query(`listen ${channel}`);
  } catch (error) {
    close();
    throw error;
  } finally {
    client.release();
  }
  return { over: over.promise, close };
};

/**
 * Listens to the commits of a store: on a server through a connection of its own, outside the pool, which reads no row
 * and so needs no session. A listener receives what is committed after the promise resolves.
 */
export const listenToChanges = async (
  orm: Orm,
  receive: (announcement: Announcement) => void,
): Promise<ChangeListener> => {
  const connection = orm.em.getConnection() as unknown as {
    getNativeClient(): Promise<pg.Pool & { Client: typeof pg.Client; options: pg.PoolConfig }>;
  };
  const native = await connection.getNativeClient();
  const probe: Probe = { sentAt: 0, heardAfter: 0 };
  const hear: Hear = ({ channel: heardOn, payload }) => {
    if (heardOn === channel) return receive(read(payload ?? ''));
    probe.heardAfter ??= performance.now() - probe.sentAt;
  };
  if (isEmbedded(orm)) return listenOnOnly(native, hear);

  const over = Promise.withResolvers<void>();
  const listenUrl = listenUrlOf(orm);
  const client = new native.Client({
    ...(listenUrl === undefined
      ? // The password is not enumerable there.
        { ...native.options, password: native.options.password }
      : connectionOf(listenUrl)),
    application_name: 'vouch live updates',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    keepAlive: true,
  });
  client.on('notification', hear);
  client.on('error', () => over.resolve());
  client.on('end', () => over.resolve());
  // A server that vanished says nothing, and one that became read-only announces nothing: it is asked.
  const check = async () => {
    const { rows } = await client.query(
      `select current_setting('transaction_read_only') = 'on' as "readOnly"`,
    );
    if (rows[0]?.readOnly) return over.resolve();
    if (probe.heardAfter === null) return;
    Object.assign(probe, { sentAt: performance.now(), heardAfter: null });
    await client.query(`notify ${probeChannel}`);
  };
  const checks = setInterval(() => void check().catch(() => over.resolve()), checkEvery).unref();
  const close = () => {
    clearInterval(checks);
    if (probes.get(orm) === probe) probes.delete(orm);
    client.end().catch(() => undefined);
    over.resolve();
  };
  over.promise.then(close);
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    await client.query(`listen ${probeChannel}`);
    probes.set(orm, probe);
    await check();
  } catch (error) {
    close();
    throw error;
  }
  return { over: over.promise, close };
};
