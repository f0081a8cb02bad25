import pg from 'pg';
import { migrations } from './migrations/index.ts';
import { folderOf, type Orm, type StoreAddress } from './orm.ts';
import { connectionOf } from './server-address.ts';

/** Why a store cannot serve this release; null: it can. For the log. */
export interface StoreCheck {
  readonly find: () => Promise<string | null>;
  readonly close: () => Promise<void>;
}

const patience = 2_000;

const mismatch = (applied: readonly string[]): string | null => {
  const known = migrations.map(({ name }) => name);
  if (known.some((name) => !applied.includes(name))) return 'migrations are pending: run `vouch migrate`';
  if (applied.some((name) => !known.includes(name)))
    return 'the schema of the store is newer than this release: start the newer release';
  return null;
};

/** Asks on a connection of its own, which no request waits for, and which waits for none. */
const checkServer = (url: string): StoreCheck => {
  const pool = new pg.Pool({
    ...connectionOf(url),
    application_name: 'vouch readiness',
    max: 1,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  });
  pool.on('error', () => undefined);
  return {
    find: async () => {
      try {
        const { rows } = await pool.query<{ name: string }>('select name from mikro_orm_migrations');
        return mismatch(rows.map(({ name }) => name));
      } catch (error) {
        return (error as { readonly code?: unknown }).code === '42P01'
          ? mismatch([])
          : 'the database does not answer';
      }
    },
    close: () => pool.end(),
  };
};

/** Checks that a store can serve this release: it answers, and its schema is neither older nor newer. */
export const checkStore = (orm: Orm, address: StoreAddress): StoreCheck =>
  'url' in address
    ? checkServer(address.url)
    : {
        // One process has it, which migrated it at its start.
        find: async () => folderOf(orm)?.failure?.message ?? null,
        close: async () => undefined,
      };
