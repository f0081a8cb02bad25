import type { CompiledQuery, QueryExecutor, QueryExecutorProvider } from 'kysely';
import pg from 'pg';
import { isFollowOnFailure } from './follow-on-failure.ts';
import { type Inlining, type Settings, setting } from './snapshot.ts';
import { type Statement, sendTogether } from './statement-batch.ts';

/** A statement that executes itself, as Kysely's raw builder does. */
interface Executable {
  execute(db: QueryExecutorProvider): Promise<unknown>;
}

/** A transaction that writes. A statement is sent at once, without waiting for the answers to those before it. */
export interface WriteTransaction {
  readonly db: QueryExecutorProvider;
  /** Sends a statement whose answer nobody needs. Where it fails, so do the statements after it, and the commit. Null: none. */
  readonly send: (statement: Executable | null) => void;
  /**
   * Throws the error of a statement that failed. `afterCommit` takes the connection over and releases it, whether or not the commit
   * succeeds: statements that it sends at once leave in the same packet.
   */
  readonly commit: (afterCommit?: AfterCommit) => Promise<void>;
  /** Does nothing when the transaction is over. */
  readonly rollback: () => Promise<void>;
}

/** The connection was lost while a commit was sent: it was done whole, or not at all. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during a commit.', { cause });
  }
}

/** An answer of the server says that the commit was not done, unless the server ended the connection (57P01 to 57P05). */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !error.code?.startsWith('57P');

type AfterCommit = (client: pg.PoolClient) => void;
type Ending = 'commit' | 'rollback';
type Answer = { readonly rows: unknown[] };

const begin: Statement = { sql: 'begin', parameters: [] };
const endings: { readonly [how in Ending]: Statement } = {
  commit: { sql: 'commit', parameters: [] },
  rollback: { sql: 'rollback', parameters: [] },
};

/**
 * Begins a transaction under these settings. `begin` leaves with the first statement, and `commit` with the last. Why it could not begin is
 * thrown by the first statement. `inlined`: see `Inlining`.
 */
export const beginWriteTransaction = (
  client: pg.PoolClient,
  settings: Settings,
  { inlined = null }: Inlining = {},
): WriteTransaction => {
  const begun = Promise.all([sendTogether(client, begin), sendTogether(client, setting(settings))]);
  begun.catch(() => undefined);
  // Statements after a failed one fail as well: the reason is the first error.
  let reason: unknown;
  let over = false;
  const executeQuery = async (query: CompiledQuery): Promise<Answer> => {
    // It would run after the end, outside the transaction.
    if (over) throw new Error('The transaction is over; nothing more is written in it.');
    try {
      // `begin` is answered first; where it failed, that is why the statement did.
      const [, answer] = await Promise.all([begun, sendTogether(client, query)]);
      if (/^rollback to savepoint/i.test(query.sql)) reason = undefined;
      return answer;
    } catch (error) {
      if (reason === undefined || isFollowOnFailure(reason)) reason = error;
      throw reason;
    }
  };
  const executor = { inlined, executeQuery } as Pick<QueryExecutor, 'executeQuery'> &
    Inlining as QueryExecutor;
  const db: QueryExecutorProvider = { getExecutor: () => executor };
  /** A commit rolls back a transaction in which a statement has failed. */
  const end = async (how: Ending, afterCommit?: AfterCommit): Promise<void> => {
    const ended = sendTogether(client, endings[how]);
    afterCommit?.(client);
    try {
      await Promise.all([begun, ended]);
    } catch (error) {
      // A commit in one batch with a statement that failed was skipped.
      await sendTogether(client, endings.rollback).catch(() => undefined);
      throw how === 'commit' && !isAnswer(error) ? new CommitUnknown(error) : error;
    } finally {
      // The pool keeps no connection that was lost.
      if (afterCommit === undefined) client.release();
    }
  };
  return {
    db,
    send: (statement) => {
      statement?.execute(db).catch(() => undefined);
    },
    commit: async (afterCommit) => {
      over = true;
      // A parameter that could not be encoded is known by then.
      await new Promise<void>((known) => process.nextTick(known));
      await (reason === undefined ? end('commit', afterCommit) : end('rollback')).catch((error) => {
        // The first error says more than the commit's, unless the connection was lost on the way.
        throw error instanceof CommitUnknown ? error : (reason ?? error);
      });
      if (reason !== undefined) throw reason;
    },
    rollback: async () => {
      if (over) return;
      over = true;
      // It fails only when the connection is gone, and the transaction with it.
      await end('rollback').catch(() => undefined);
    },
  };
};
