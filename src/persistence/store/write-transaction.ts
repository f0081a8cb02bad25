import type { CompiledQuery, DatabaseConnection, QueryExecutor, QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import type { RawBuilder } from '#persistence/reading/sql.ts';
import { isFollowOnFailure } from './database-errors.ts';
import { setting } from './pipelined-snapshot.ts';
import { type Statement, sendTogether } from './statement-batch.ts';

/** A transaction that writes. A statement leaves when it is asked for, behind those before it, answered or not. */
export interface Writing {
  readonly db: QueryExecutorProvider;
  /** For a statement whose answer nobody needs: should it fail, so does what is behind it, and the commit. Null: there is none. */
  readonly send: (statement: RawBuilder<unknown> | null) => void;
  /**
   * Throws why the transaction failed, where a statement did. On a server `behind` takes the connection over, and gives it back, whatever
   * comes of the commit: what it sends at once leaves together with it. Elsewhere it is not called.
   */
  readonly commit: (behind?: AfterCommit) => Promise<void>;
  /** Does nothing when the transaction is over. */
  readonly rollback: () => Promise<void>;
}

export type AfterCommit = (client: pg.PoolClient) => void;
type Ending = 'commit' | 'rollback';
type Answer = { readonly rows: unknown[] };

/** One connection, in a transaction of its own; it keeps the order of what is sent. */
interface Connection {
  readonly send: (query: CompiledQuery) => Promise<Answer>;
  /** A transaction in which a statement has failed, or is about to, is rolled back by its commit, too. */
  readonly end: (how: Ending, behind?: AfterCommit) => Promise<unknown>;
}

const writingOver = ({ send, end }: Connection): Writing => {
  // What is sent behind a statement that fails, fails too: the reason is the first.
  let reason: unknown;
  let over = false;
  const executeQuery = (query: CompiledQuery): Promise<Answer> => {
    // It would be done behind the end, without a session.
    if (over) return Promise.reject(new Error('The transaction is over; nothing more is written in it.'));
    return send(query).then(
      (answer) => {
        if (/^rollback to savepoint/i.test(query.sql)) reason = undefined;
        return answer;
      },
      (error) => {
        if (reason === undefined || isFollowOnFailure(reason)) reason = error;
        throw reason;
      },
    );
  };
  const executor = { executeQuery } as Pick<QueryExecutor, 'executeQuery'> as QueryExecutor;
  const db: QueryExecutorProvider = { getExecutor: () => executor };
  return {
    db,
    send: (statement) => {
      statement?.execute(db).catch(() => undefined);
    },
    commit: async (behind) => {
      over = true;
      // Of what could not be sent at all the reason is known by then.
      await new Promise<void>((known) => process.nextTick(known));
      await (reason === undefined ? end('commit', behind) : end('rollback')).catch((error) => {
        // It fails behind a statement that did, and perhaps with other words.
        throw reason ?? error;
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

const begin: Statement = { sql: 'begin', parameters: [] };
const endings: { readonly [how in Ending]: Statement } = {
  commit: { sql: 'commit', parameters: [] },
  rollback: { sql: 'rollback', parameters: [] },
};

/**
 * Begins a transaction on a PostgreSQL server under these settings. The frame leaves with the first statement, and the end
 * with the last. What keeps it from beginning is thrown by the first statement.
 */
export const beginWriting = async (
  pool: pg.Pool,
  settings: Readonly<Record<string, string>>,
): Promise<Writing> => {
  const client = await pool.connect();
  const begun = Promise.all([sendTogether(client, begin), sendTogether(client, setting(settings))]);
  begun.catch(() => undefined);
  return writingOver({
    // The frame is answered before; where it failed, that is why the statement did.
    send: (query) => Promise.all([begun, sendTogether(client, query)]).then(([, answer]) => answer),
    end: async (how, behind) => {
      const ended = sendTogether(client, endings[how]);
      behind?.(client);
      try {
        await Promise.all([begun, ended]);
      } catch (error) {
        // A commit that was sent together with what failed was not done.
        await sendTogether(client, endings.rollback).catch(() => undefined);
        throw error;
      } finally {
        // The pool keeps no connection that was lost.
        if (behind === undefined) client.release();
      }
    },
  });
};

/** As `beginWriting`, in a transaction that the embedded store's driver began and ends. */
export const writeOn = (
  connection: DatabaseConnection,
  ending: { readonly [how in Ending]: () => Promise<void> },
): Writing => {
  let last: Promise<unknown> = Promise.resolve();
  return writingOver({
    send: (query) => {
      const answer = connection.executeQuery(query);
      last = answer.catch(() => undefined);
      return answer;
    },
    end: async (how) => {
      await last;
      try {
        await ending[how]();
      } catch (error) {
        // Until its transaction is over the driver lets nobody else at its one connection.
        await ending.rollback().catch(() => undefined);
        throw error;
      }
    },
  });
};
