import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { type AbstractSqlDriver, MikroORM, type Options, type SqlEntityManager } from '@mikro-orm/sql';
import type pg from 'pg';
import { tables } from '#entities/index.ts';
import { keepOrder } from '#pg-pipeline/statement-batch.ts';
import { renewAfterFailover } from './connection-renewal.ts';
import { watchConnections } from './connection-watch.ts';
import { watchForDamage } from './damage.ts';
import { type DurableFolder, durableOptions, openDurable } from './durable-folder.ts';
import { EmbeddedStream } from './embedded-stream.ts';
import { readInstant } from './instant.ts';
import { lookForPartitions } from './partitions.ts';
import { connectionOf } from './server-address.ts';

/** Address of the store: the URL of a PostgreSQL server, or the folder of the embedded PGlite (`memory://` for none). */
export type StoreAddress =
  | {
      readonly url: string;
      readonly poolSize?: number;
      /** Milliseconds that one statement of a session may take, waits for locks included; absent: as the server says. */
      readonly statementTimeoutMs?: number;
      /** Milliseconds that one statement may wait for a lock; absent: as the server says. */
      readonly lockTimeoutMs?: number;
      /** The address that changes are listened for at; null or absent: the same. */
      readonly listenUrl?: string | null;
    }
  /** `loadFrom`: the dump of a PGlite folder, to begin with. */
  | { readonly dataDir: string; readonly loadFrom?: Blob };

/** PostgreSQL's oid of timestamptz: rows that are read without an entity carry dates too. */
const timestamptz = 1184;

/** PostgreSQL's oid of text[]. */
const textArrays = 1009;
/** Most are empty: nobody's audience, no label. */
const toTexts =
  (parse: (text: string) => unknown) =>
  (text: string): unknown =>
    text === '{}' ? [] : parse(text);

/**
 * Frees the place of a connection that was lost while in use. Kysely gives back only what it could roll back, so that
 * without this a server that goes away for a moment leaves a pool in which everybody waits for ever.
 */
const giveUpLostConnections = (pool: pg.Pool): void => {
  const watched = new WeakMap<pg.PoolClient, (error: Error) => void>();
  pool.on('acquire', (client) => {
    const giveUp = (error: Error): void => {
      client.release(error);
      // Its user may still give it back.
      client.release = () => undefined;
    };
    watched.set(client, giveUp);
    client.on('error', giveUp);
  });
  pool.on('release', (_error, client) => {
    const giveUp = watched.get(client);
    if (giveUp) client.off('error', giveUp);
  });
  // A connection that is lost while nobody uses it: the pool has dropped it already.
  pool.on('error', () => undefined);
};

/**
 * Sets the zone and date style that the text of instants depends on: others have offsets in seconds, years of five
 * digits, or days before months.
 */
const speakInUtc = (pool: pg.Pool): void => {
  pool.on('connect', (client) => {
    // It fails only when the connection is gone.
    client.query(`set time zone 'UTC'; set datestyle to 'ISO'`).catch(() => undefined);
  });
};

/**
 * Lets the server end the sessions of a gateway that is gone without a word, and with them their locks: after 25
 * seconds where its machine does not answer, after `idleInTransactionMs` where something in between answers. Keeps it
 * from compiling statements, which the policies make look dear: compiling one takes longer than reading a few rows.
 */
const settleSessions = (pool: pg.Pool, idleInTransactionMs: number): void => {
  pool.on('connect', (client) => {
    client
      .query(
        `set jit to off; set idle_in_transaction_session_timeout to ${idleInTransactionMs}; set tcp_keepalives_idle to 10; set tcp_keepalives_interval to 5; set tcp_keepalives_count to 3; set tcp_user_timeout to 25000`,
      )
      .catch(() => undefined);
  });
};

const shared = {
  entities: [...tables],
  // Foreign keys are composite (tenant, id) and written by hand in the migrations; so are triggers and functions.
  schemaGenerator: { createForeignKeyConstraints: false, skipTables: ['installation', 'store_parts'] },
  // Rows never pass through a shared identity map: every use is a fork, opened by `viewer-session.ts`.
  allowGlobalContext: false,
  logger: () => undefined,
  ignoreUndefinedInQuery: true,
} satisfies Options;

export type Orm = MikroORM<AbstractSqlDriver, SqlEntityManager>;

const pools = new WeakMap<Orm, () => pg.Pool | null>();

/** The connections of a store, which its sessions share with the ORM: one, of an embedded store. Null until the ORM has made its client. */
export const poolOf = (orm: Orm): pg.Pool | null => pools.get(orm)?.() ?? null;

const statementTimeouts = new WeakMap<Orm, number>();

const listenUrls = new WeakMap<Orm, string>();

/** The address that changes of a store are listened for at; undefined: its own. */
export const listenUrlOf = (orm: Orm): string | undefined => listenUrls.get(orm);

/** Milliseconds that one statement of a session may take; 0: as the server says. PGlite keeps no such limit. */
export const statementTimeoutOf = (orm: Orm): number => statementTimeouts.get(orm) ?? 0;

type CreatedPool = Parameters<typeof keepOrder>[0] & { options: { types: pg.TypeOverrides } };

/** The ORM over `pg`, whatever its connections reach; `onPool` gets their pool. */
const openOverPg = async (
  { driverOptions, ...address }: Options & { readonly driverOptions: object },
  onPool: (pool: pg.Pool) => void = () => undefined,
): Promise<Orm> => {
  let pool: pg.Pool | null = null;
  const orm: Orm = (await MikroORM.init({
    ...shared,
    driver: PostgreSqlDriver,
    ...address,
    driverOptions: {
      ...driverOptions,
      // Statements that are sent together need not wait for one another (`src/pg-pipeline`).
      pipeline: true,
      onPoolCreated: (created: CreatedPool) => {
        keepOrder(created);
        speakInUtc(created);
        const { types } = created.options;
        types.setTypeParser(timestamptz, readInstant);
        types.setTypeParser(textArrays, toTexts(types.getTypeParser(textArrays, 'text') as never));
        giveUpLostConnections(created);
        watchForDamage(created);
        onPool(created);
        pool = created;
      },
    },
  } as Options)) as never;
  pools.set(orm, () => pool);
  return orm;
};

/** Opens the store; the caller closes it with `close()`. Does not migrate. */
export const openOrm = async (address: StoreAddress): Promise<Orm> => {
  if (!('url' in address)) return openEmbedded(address.dataDir, address.loadFrom);
  const connection = connectionOf(address.url);
  const orm = await openOverPg(
    {
      clientUrl: address.url,
      pool: { min: 0, max: address.poolSize ?? 10 },
      driverOptions: {
        ...connection,
        // Every wait of a session ends: for a connection, and for an answer where the server itself should have broken the statement off.
        ...(address.statementTimeoutMs
          ? {
              connectionTimeoutMillis: connection.connectionTimeoutMillis ?? 5_000,
              query_timeout: address.statementTimeoutMs + 5_000,
            }
          : {}),
        ...(address.lockTimeoutMs ? { lock_timeout: address.lockTimeoutMs } : {}),
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      },
    },
    (pool) => {
      watchConnections(pool as never);
      renewAfterFailover(pool);
      lookForPartitions(pool);
      // A gateway computes between two statements of a transaction, and longer than a statement takes where much is ingested.
      settleSessions(pool, 2 * (address.statementTimeoutMs ?? 0));
    },
  );
  statementTimeouts.set(orm, address.statementTimeoutMs ?? 0);
  if (address.listenUrl) listenUrls.set(orm, address.listenUrl);
  return orm;
};

const embedded = new WeakMap<Orm, PGlite>();
export const isEmbedded = (orm: Orm): boolean => embedded.has(orm);

/** The database of an embedded store. Throws for a server. */
export const pgliteOf = (orm: Orm): PGlite => {
  const pglite = embedded.get(orm);
  if (pglite === undefined) throw new Error('The store is not embedded.');
  return pglite;
};

const embeddedFolders = new WeakMap<Orm, DurableFolder>();
/** The folder of an embedded store; null for one in memory, and for a server. */
export const folderOf = (orm: Orm): DurableFolder | null => embeddedFolders.get(orm) ?? null;

const openPglite = async (
  dataDir: string,
  options: PGliteOptions,
): Promise<{ readonly pglite: PGlite; readonly folder: DurableFolder | null }> => {
  if (dataDir.startsWith('memory://')) {
    const startParams = [...PGlite.defaultStartParams, ...(options.startParams ?? [])];
    return { pglite: await PGlite.create({ ...options, startParams, dataDir }), folder: null };
  }
  const durable = await durableOptions(dataDir, options);
  const pglite = await openDurable(durable.fs, dataDir, () => PGlite.create({ ...durable, dataDir }));
  return { pglite, folder: durable.fs };
};

const openEmbedded = async (dataDir: string, loadDataDir?: Blob): Promise<Orm> => {
  const { pglite, folder } = await openPglite(dataDir, {
    extensions: { pg_trgm },
    // Else it is in the zone of the machine.
    startParams: ['-c', 'timezone=UTC'],
    ...(loadDataDir ? { loadDataDir } : {}),
  });
  const orm = await openOverPg(
    {
      dbName: 'postgres',
      user: 'postgres',
      pool: { min: 0, max: 1 },
      driverOptions: { stream: () => new EmbeddedStream(pglite), idleTimeoutMillis: 0 },
    },
    (pool) => {
      const end = pool.end.bind(pool) as () => Promise<void>;
      pool.end = (async () => {
        await end();
        await pglite.close();
      }) as typeof pool.end;
    },
  );
  embedded.set(orm, pglite);
  if (folder !== null) embeddedFolders.set(orm, folder);
  return orm;
};
