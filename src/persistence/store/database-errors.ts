import { CommitUnknown } from '#pg-pipeline/write-transaction.ts';
import { StartError } from './start-error.ts';

/**
 * SQLSTATE of what another transaction did first: a serialization failure, a deadlock, a unique key that was free when
 * it was looked for.
 */
const lostRaces = ['40001', '40P01', '23505'];

/** True when the transaction lost a race and may do better when it is begun again, on what the winner wrote. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lostRaces.includes(String(error.code));

/** True when the database broke a statement off because it took longer than it may. */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

/** Reasons for which a database cannot serve now. */
export type Outage =
  | 'read_only'
  | 'login_refused'
  | 'database_missing'
  | 'storage_full'
  | 'storage_damaged'
  | 'unavailable';

/** By SQLSTATE, or by Node's code of an error of sockets and names. */
const outagesByCode: readonly (readonly [RegExp, Outage])[] = [
  [/^25006$/, 'read_only'],
  [/^28/, 'login_refused'],
  [/^3D000$/, 'database_missing'],
  [/^53100$/, 'storage_full'],
  [/^XX00[12]$/, 'storage_damaged'],
  // The connection, the server's start and stop, its lack of places and memory, its disk; 25P03 ends a transaction that was idle too long,
  // 40001 a read of a standby that kept rows from being cleaned up, 40P01 a read that a migration crossed.
  [/^(E(CONN|HOST|NET|PIPE|TIMEDOUT|NOTFOUND|AI_)|08|25P03|40001|40P01|53|55000|57P0|58)/, 'unavailable'],
];
const lostConnection =
  /^(Connection terminated|Client has encountered|timeout exceeded when trying to connect|The server closed|Query read timeout|Client was closed|Cannot use a pool after calling end)/i;

/** A migration replaced a function, or changed a table, between the planning of a statement and its run. */
const replacedMeanwhile = /^(cache lookup failed for|cached plan must not change result type)/;

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** The outage behind an error; null for any other error. */
export const outageOf = (error: unknown): Outage | null => {
  if (error instanceof StorageFull) return 'storage_full';
  if (error instanceof StoreFailed) return 'unavailable';
  if (error instanceof AggregateError) return error.errors.map(outageOf).find((one) => one !== null) ?? null;
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  const byCode = outagesByCode.find(([codes]) => codes.test(code))?.[1];
  const { message } = error;
  return byCode ?? (lostConnection.test(message) || replacedMeanwhile.test(message) ? 'unavailable' : null);
};

/** The SQLSTATE of an error of the database; null for any other error. */
export const sqlStateOf = (error: unknown): string | null => {
  const code = error instanceof Error ? codeOf(error) : '';
  return /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : null;
};

/** An operation read more of the store than one may. */
export class ReadsTooMuch extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`The operation read more than ${limit} characters.`);
    this.limit = limit;
  }
}

/** Nobody knows whether a mutation was done: its commit was sent, and its connection was lost before the answer. */
export class OutcomeUnknown extends Error {
  /** True when the caller gave an idempotency key, and may retry under it. */
  readonly hasKey: boolean;

  constructor(cause: CommitUnknown, hasKey: boolean) {
    super(cause.message, { cause });
    this.hasKey = hasKey;
  }
}

/** An error of a mutation, as its caller receives it. */
export const errorOfMutation = (error: unknown, hasKey: boolean): unknown =>
  error instanceof CommitUnknown ? new OutcomeUnknown(error, hasKey) : error;

/**
 * Thrown when the disk of the embedded store has failed: acknowledged writes are safe, and nothing more is answered until the next start.
 */
export class StoreFailed extends StartError {
  constructor(
    message = 'The disk of the embedded store failed; nothing more is read or written until the gateway is started again.',
  ) {
    super(message);
  }
}

/** The folder of the embedded store was removed or renamed while it was open. */
export class StoreGone extends StoreFailed {
  constructor(path: string) {
    super(
      `The folder of the embedded store, ${path}, is gone: put it back or restore a backup, then start the gateway again.`,
    );
  }
}

/** The disk of the embedded store has too little space for a write; reads are answered. */
export class StorageFull extends StartError {
  /** Both in MiB. */
  constructor(free: number, needed: number) {
    super(
      `The disk of the data folder has ${free} MiB left; writes need ${needed}. Free some space there: nothing was written.`,
    );
  }
}
