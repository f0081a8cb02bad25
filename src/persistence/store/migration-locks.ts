import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from './start-error.ts';

/** Attempts of a migration to get its locks, and who hears of them. */
export interface LockPatience {
  readonly attempts: number;
  /** Milliseconds before the second attempt; each further pause is twice as long, up to `longestPause`. */
  readonly pause: number;
  readonly longestPause: number;
  /** Gets a sentence for each attempt that failed. */
  readonly report: (step: string) => void;
}

export const lockPatience: LockPatience = {
  attempts: 20,
  pause: 250,
  longestPause: 5_000,
  report: () => undefined,
};

/**
 * Milliseconds for which requests wait behind a migration that waits itself. Shorter than PostgreSQL's `deadlock_timeout` of a second:
 * where a request and the migration wait for each other, the migration is the one that gives way.
 */
export const migrationLockTimeout = 700;

/** A migration could not lock its tables in time; it has changed nothing. */
export class TablesBusy extends Error {
  readonly tables: readonly string[];

  constructor(tables: readonly string[], cause: unknown) {
    super('The tables of a migration are in use.', { cause });
    this.tables = tables;
  }
}

/** SQLSTATE of a lock that was not given in time, of a deadlock, and of a statement that was broken off. */
const lockCodes = ['55P03', '40P01', '57014'];

/** True for an error of a statement that waited for a lock. */
export const isLockError = (error: unknown): boolean =>
  [error, (error as Error).cause].some((one) =>
    lockCodes.includes(String((one as { code?: unknown } | null)?.code)),
  );

interface Blocker {
  readonly pid: number;
  readonly application: string;
  /** Null where the login may not see it. */
  readonly seconds: number | null;
  readonly tables: string;
}

const ageOf = ({ seconds }: Blocker): string =>
  seconds === null ? 'for a time that this login may not see' : `for ${seconds} s`;

/** The oldest transaction that holds a lock of the tables; null: it has ended. */
const findBlocker = async (client: pg.Client, tables: readonly string[]): Promise<Blocker | null> => {
  const { rows } = await client.query<Blocker>(
    `select a.pid, coalesce(a.application_name, '') as application, extract(epoch from now() - a.xact_start)::int as seconds,
        string_agg(distinct c.relname, ', ' order by c.relname) as tables
      from pg_locks l join pg_class c on c.oid = l.relation join pg_stat_activity a on a.pid = l.pid
      where l.granted and l.database = (select oid from pg_database where datname = current_database())
        and c.relname = any($1) and a.pid <> pg_backend_pid()
      group by a.pid, a.application_name, a.xact_start order by a.xact_start nulls last limit 1`,
    [tables],
  );
  return rows[0] ?? null;
};

const blockedBy = (blocker: Blocker | null): string =>
  blocker === null
    ? 'short transactions had them'
    : `process ${blocker.pid} (application "${blocker.application}") has ${blocker.tables}, in a transaction ${ageOf(blocker)}`;

/**
 * Runs work that locks tables until it gets them. Each attempt waits for a moment, then lets those pass that wait behind it.
 * `client`: a connection beside the work.
 * @throws StartError that names the transaction in the way, when the last attempt failed.
 */
export const untilUnlocked = async <Result>(
  work: () => Promise<Result>,
  client: pg.Client,
  { attempts, pause, longestPause, report }: LockPatience,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockError(error)) throw error;
      const blocker = await findBlocker(client, error instanceof TablesBusy ? error.tables : ['store_parts']);
      const reason = blockedBy(blocker);
      if (attempt === attempts)
        throw new StartError(
          `The migration did not get its tables in ${attempts} attempts, and has changed nothing: ${reason}. ${
            blocker === null
              ? 'Run `vouch migrate` again at a quieter time.'
              : `Let it end, or end it with \`select pg_terminate_backend(${blocker.pid})\`; then run \`vouch migrate\` again.`
          }`,
        );
      const milliseconds = Math.min(longestPause, pause * 2 ** (attempt - 1));
      report(`Attempt ${attempt} of ${attempts}: ${reason}; again in ${milliseconds / 1_000} s`);
      await sleep(milliseconds);
    }
  }
};
