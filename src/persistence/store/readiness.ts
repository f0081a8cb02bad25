import pg from 'pg';
import { damageOf } from './damage.ts';
import { type Outage, outageOf, sqlStateOf } from './database-errors.ts';
import { folderOf, type Orm, poolOf, type StoreAddress } from './orm.ts';
import { connectionOf } from './server-address.ts';
import { type AppliedPart, appliedPartsQuery, storeGap, thisRelease } from './store-parts.ts';

/** Why a store cannot serve this release; null: it can. */
export interface StoreCheck {
  readonly find: () => Promise<string | null>;
  /** Why this release accepts nothing, as the schema was found last; null: it fits. */
  readonly schemaFault: () => string | null;
  readonly close: () => Promise<void>;
}

const patience = 2_000;

const mismatch = (applied: readonly AppliedPart[]): string | null => {
  const { missing, unknown, storeRelease, isUnreleased, isNewer, isServedBeside } = storeGap(applied);
  if (isServedBeside) return null;
  if (isUnreleased) return 'the store was made by an unreleased version of Vouch: begin with an empty store';
  if (isNewer)
    return `the schema of the store is newer than this release (${storeRelease ?? 'unknown'}, and this is ${thisRelease}): start the newer release`;
  return missing.length + unknown.length > 0
    ? `the schema of the store is not that of this release (${storeRelease ?? 'none'}, and this is ${thisRelease}): run \`vouch migrate\``
    : null;
};

const reasons: { readonly [outage in Outage]: string } = {
  unavailable: 'the database cannot be reached',
  read_only: 'the database accepts no writes: it is a standby, or was made read-only',
  login_refused: 'the database refuses the login of the gateway',
  database_missing: 'the server has no database of this name',
  storage_full: 'the disk of the database is full',
  storage_damaged: 'the database reports damaged data: look into it, and restore a backup',
};

const reasonOf = (error: unknown): string => {
  const sqlState = sqlStateOf(error);
  const reason =
    sqlState === '53300' ? 'the database has no free connection' : reasons[outageOf(error) ?? 'unavailable'];
  return sqlState === null ? reason : `${reason} (SQLSTATE ${sqlState})`;
};

/** Asks on a connection of its own, which no request waits for, and which waits for none. Those who ask at once get one answer. */
const checkServer = (url: string): StoreCheck => {
  const pool = new pg.Pool({
    ...connectionOf(url),
    application_name: 'vouch readiness',
    max: 1,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  });
  pool.on('error', () => undefined);
  // The pool hears of a connection that it has lent to nobody. Without a listener of its own, one that is lost while it is asked
  // would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  let schemaFault: string | null = null;
  const find = async (): Promise<string | null> => {
    try {
      const client = await pool.connect();
      let reason: string | null = 'unknown';
      try {
        const { rows } = await client.query<{ isReadOnly: boolean; applied: AppliedPart[] }>(
          `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly",
            (select coalesce(json_agg(a), '[]') from (${appliedPartsQuery}) a) as applied`,
        );
        schemaFault = mismatch(rows[0]?.applied ?? []);
        reason = rows[0]?.isReadOnly ? reasons.read_only : schemaFault;
      } finally {
        // After a failover it may lead to the former primary.
        client.release(reason !== null);
      }
      return reason;
    } catch (error) {
      // The table of the store's parts is missing.
      if (sqlStateOf(error) !== '42P01') return reasonOf(error);
      schemaFault = mismatch([]);
      return schemaFault;
    }
  };
  let underWay: Promise<string | null> | null = null;
  return {
    find: () => {
      underWay ??= find().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    schemaFault: () => schemaFault,
    close: () => pool.end(),
  };
};

/** Checks that the embedded store can be written. One process has it, which migrated it at its start. */
const checkEmbedded = (orm: Orm): StoreCheck => ({
  find: async () => {
    const folder = folderOf(orm);
    try {
      folder?.assertSound();
      folder?.assertRoom();
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  },
  schemaFault: () => null,
  close: async () => undefined,
});

/**
 * Checks that a store can serve this release: it can be read and written, its schema is neither older nor newer, and it has reported no
 * damage since it was opened.
 */
export const checkStore = (orm: Orm, address: StoreAddress): StoreCheck => {
  const check = 'url' in address ? checkServer(address.url) : checkEmbedded(orm);
  return {
    ...check,
    find: async () => {
      const damage = damageOf(poolOf(orm));
      return damage === null ? check.find() : `${reasons.storage_damaged} (SQLSTATE ${damage})`;
    },
  };
};
