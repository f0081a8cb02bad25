import type pg from 'pg';
import { wireOf } from './connection-renewal.ts';

/** PostgreSQL's `data_corrupted` and `index_corrupted`. */
const damaged = /^XX00[12]$/;

const found = new WeakMap<pg.Pool, string>();

/** Notes when the database reports that what it reads is damaged. */
export const watchForDamage = (pool: pg.Pool): void => {
  pool.on('connect', (client) => {
    wireOf(client).on('errorMessage', ({ code }) => {
      if (code !== undefined && damaged.test(code)) found.set(pool, code);
    });
  });
};

/** The SQLSTATE of damage that the database has reported since its pool was opened; null for none. */
export const damageOf = (pool: pg.Pool | null): string | null => (pool && found.get(pool)) ?? null;
