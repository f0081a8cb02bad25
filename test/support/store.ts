import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { sql } from '#persistence/reading/sql.ts';
import { type Orm, openOrm, type StoreAddress } from '#persistence/store/orm.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';
import { readDump, templateDatabase, testPartitions, withDatabase } from './databases.ts';
import { isLong } from './property-runs.ts';

export const storeKinds = ['pglite', 'postgres'] as const;
export type StoreKind = (typeof storeKinds)[number];

export interface TestStore {
  readonly kind: StoreKind;
  readonly address: StoreAddress;
  readonly orm: Orm;
  /** Runs one statement as the owner, past row-level security: for arranging and for looking behind them. */
  readonly asOwner: <Row extends object>(sql: string, params?: readonly unknown[]) => Promise<Row[]>;
  readonly drop: () => Promise<void>;
}

const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
};

/** A migrated, empty store of its own. */
export const createStore = async (kind: StoreKind): Promise<TestStore> => {
  const database = `vouch_${randomUUID().replaceAll('-', '')}`;
  // Copied as files: written to the log page by page it takes twice as long.
  if (kind === 'postgres')
    await onServer(`create database ${database} template ${templateDatabase} strategy file_copy`);
  const address: StoreAddress =
    kind === 'postgres'
      ? // Each connection to a new database reads its catalogue anew: few of them spend a fifth less of the server's time.
        { url: withDatabase(inject('postgresUrl'), database), poolSize: 8 }
      : { dataDir: 'memory://', loadFrom: readDump(inject('pgliteDump')) };
  const orm = await openOrm(address);
  return {
    kind,
    address,
    orm,
    asOwner: (sql, params = []) => orm.em.fork().execute(sql, [...params]),
    drop: async () => {
      await orm.close();
      if (kind === 'postgres') await onServer(`drop database ${database} with (force)`);
    },
  };
};

/** A statement as it is written, in a session that a test opened. */
export const executeIn = async <Rows extends readonly object[]>(
  { db }: WriteSession,
  statement: string,
): Promise<Rows> => {
  const { rows } = await sql.raw(statement).execute(db);
  return rows as unknown as Rows;
};

const onStores = (kinds: readonly StoreKind[], tests: (store: () => TestStore) => void): void => {
  describe.each(kinds)('on %s', (kind) => {
    let store: TestStore | undefined;
    beforeAll(async () => {
      store = await createStore(kind);
    });
    afterAll(() => store?.drop());
    tests(() => {
      if (!store) throw new Error('The store is there from beforeAll on.');
      return store;
    });
  });
};

/** Runs the same tests on PGlite and on PostgreSQL, each with a store of its own; `store()` is there from `beforeAll` on. */
export const onEveryStore = (tests: (store: () => TestStore) => void): void => onStores(storeKinds, tests);

/** Runs tests of sessions that are open at the same time, of which the embedded store has one. */
export const onPostgres = (tests: (store: () => TestStore) => void): void => onStores(['postgres'], tests);

/** The stores that use cases and look-ups are tried on: PostgreSQL; in the long run PGlite too, which one driver serves alike. */
export const useCaseStores: readonly StoreKind[] = isLong ? storeKinds : ['postgres'];

/** Runs tests of use cases and look-ups, each file with a store of its own. */
export const onServerStore = (tests: (store: () => TestStore) => void): void =>
  onStores(useCaseStores, tests);

/** A test of what partitions change, such as a plan for whole tables: skipped with TEST_PARTITIONS, and listed in docs/scale.md. */
export const testOfWholeTables = test.skipIf(testPartitions > 0);
