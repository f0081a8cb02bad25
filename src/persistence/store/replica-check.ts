import { setTimeout as sleep } from 'node:timers/promises';
import { outageOf } from './database-errors.ts';
import type { Orm } from './orm.ts';
import { isPromoted, placeOf } from './replica.ts';
import { assertRestrictedLogin } from './server-check.ts';
import { StartError } from './start-error.ts';
import { readFingerprintKey } from './viewer-session.ts';

/** Milliseconds for a standby to replay a migration that has just been done. */
const patience = 3_000;
const pause = 100;

/**
 * Looks whether a reader of DATABASE_READ_URL has the data of the store, under a login that row-level security binds. Gives why it
 * cannot be reached; null: it can.
 * @throws StartError with one sentence where it has other data, never lets the gateway in, or does not bind its login.
 */
export const findReplicaOutage = async (
  reader: Orm,
  store: Orm,
  { url, anyLogin, clock }: { readonly url: string; readonly anyLogin: boolean; readonly clock: () => Date },
): Promise<string | null> => {
  const outage = (await findOutage(reader, store)) ?? (await findPromotion(reader, store));
  if (outage === null && !anyLogin) await assertRestrictedLogin('DATABASE_READ_URL', url, clock);
  return outage;
};

const findPromotion = async (reader: Orm, store: Orm): Promise<string | null> => {
  try {
    const [own, primary] = [await placeOf(reader), await placeOf(store)];
    return isPromoted(own, primary)
      ? 'it was promoted, and follows the server of DATABASE_URL no more: set up a standby again, or correct DATABASE_URL'
      : null;
  } catch (error) {
    return (error as Error).message;
  }
};

const findOutage = async (reader: Orm, store: Orm): Promise<string | null> => {
  const expected = await readFingerprintKey(store);
  for (const deadline = performance.now() + patience; ; await sleep(pause)) {
    const found = await readFingerprintKey(reader).catch((error: Error) => error);
    if (found === expected) return null;
    const outage = outageOf(found);
    if (outage === 'unavailable') return (found as Error).message;
    if (performance.now() < deadline) continue;
    if (outage === null)
      throw new StartError(
        'DATABASE_READ_URL leads to another store than DATABASE_URL: give the address of a standby of its server, and of the same database.',
      );
    throw new StartError(
      `The database of DATABASE_READ_URL cannot be used (${(found as Error).message}): correct the address.`,
    );
  }
};
