import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Migrator } from '@mikro-orm/migrations';
import { PgliteDriver } from '@mikro-orm/pglite';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { type AbstractSqlDriver, MikroORM, type Options, type SqlEntityManager } from '@mikro-orm/sql';
import type pg from 'pg';
import { tables } from '#entities/index.ts';
import { keepOrder } from '#pg-pipeline/statement-batch.ts';
import { watchConnections } from './connection-watch.ts';
import { assertDurable, DurableFolder, durableOptions } from './durable-folder.ts';
import { readInstant } from './instant.ts';
import { migrations } from './migrations/index.ts';
import { connectionOf } from './server-address.ts';

/** Where the store is: a PostgreSQL server by its URL, or the embedded PGlite in a folder (`memory://` for none). */
export type StoreAddress =
  | {
      readonly url: string;
      readonly poolSize?: number;
      /** Milliseconds that one statement of a session may take, waits for locks included; absent: as the server says. */
      readonly statementTimeoutMs?: number;
      /** Milliseconds that one statement may wait for a lock; absent: as the server says. */
      readonly lockTimeoutMs?: number;
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

/** What the text of an instant depends on: elsewhere it has offsets of seconds, years of five digits, or days before months. */
const speakInUtc = (pool: pg.Pool): void => {
  pool.on('connect', (client) => {
    // It fails only when the connection is gone.
    client.query(`set time zone 'UTC'; set datestyle to 'ISO'`).catch(() => undefined);
  });
};

const shared = {
  entities: [...tables],
  extensions: [Migrator],
  // Foreign keys are composite (tenant, id) and written by hand in the migrations; so are triggers and functions.
  schemaGenerator: { createForeignKeyConstraints: false, skipTables: ['installation'] },
  migrations: { migrationsList: [...migrations], snapshot: false, transactional: true, allOrNothing: true },
  // Rows never pass through a shared identity map: every use is a fork, opened by `viewer-session.ts`.
  allowGlobalContext: false,
  logger: () => undefined,
  ignoreUndefinedInQuery: true,
} satisfies Options;

export type Orm = MikroORM<AbstractSqlDriver, SqlEntityManager>;

const pools = new WeakMap<Orm, () => pg.Pool | null>();

/** The connections of a store on a server, which its reads share with the ORM; null for the embedded one, and until the ORM has made its client. */
export const poolOf = (orm: Orm): pg.Pool | null => pools.get(orm)?.() ?? null;

const statementTimeouts = new WeakMap<Orm, number>();

/** Milliseconds that one statement of a session may take; 0: as the server says. PGlite keeps no such limit. */
export const statementTimeoutOf = (orm: Orm): number => statementTimeouts.get(orm) ?? 0;

/** Opens the store; the caller closes it with `close()`. Does not migrate. */
export const openOrm = async (address: StoreAddress): Promise<Orm> => {
  if ('url' in address) {
    let pool: pg.Pool | null = null;
    const connection = connectionOf(address.url);
    const orm: Orm = (await MikroORM.init({
      ...shared,
      driver: PostgreSqlDriver,
      clientUrl: address.url,
      pool: { min: 0, max: address.poolSize ?? 10 },
      driverOptions: {
        ...connection,
        // Statements that are sent together need not wait for one another (`src/pg-pipeline`).
        pipeline: true,
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
        onPoolCreated: (
          created: Parameters<typeof keepOrder>[0] & { options: { types: pg.TypeOverrides } },
        ) => {
          keepOrder(created);
          speakInUtc(created);
          const { types } = created.options;
          types.setTypeParser(timestamptz, readInstant);
          types.setTypeParser(textArrays, toTexts(types.getTypeParser(textArrays, 'text') as never));
          giveUpLostConnections(created);
          watchConnections(created as never);
          pool = created;
        },
      },
    } as Options)) as never;
    pools.set(orm, () => pool);
    statementTimeouts.set(orm, address.statementTimeoutMs ?? 0);
    return orm;
  }
  return openEmbedded(address.dataDir, {
    extensions: { pg_trgm },
    // Else it is in the zone of the machine.
    startParams: ['-c', 'timezone=UTC'],
    parsers: { [timestamptz]: readInstant },
    ...(address.loadFrom ? { loadDataDir: address.loadFrom } : {}),
  });
};

const embeddedFolders = new WeakMap<Orm, DurableFolder>();

/** The folder of an embedded store; null for one in memory, and for a server. */
export const folderOf = (orm: Orm): DurableFolder | null => embeddedFolders.get(orm) ?? null;

const openEmbedded = async (dataDir: string, options: PGliteOptions): Promise<Orm> => {
  const inMemory = dataDir.startsWith('memory://');
  const driverOptions = inMemory
    ? { ...options, startParams: [...PGlite.defaultStartParams, ...(options.startParams ?? [])] }
    : await durableOptions(dataDir, options);
  const orm: Orm = (await MikroORM.init({
    ...shared,
    driver: PgliteDriver,
    dbName: dataDir,
    // A function, since options that are given as an object are copied, and a copy of a Blob is none.
    driverOptions: () => driverOptions,
  } as Options)) as never;
  if (driverOptions.fs instanceof DurableFolder) {
    const connection = orm.em.getConnection() as unknown as { getNativeClient(): Promise<PGlite> };
    await assertDurable(driverOptions.fs, dataDir, () => connection.getNativeClient());
    embeddedFolders.set(orm, driverOptions.fs);
  }
  return orm;
};
