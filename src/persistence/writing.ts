import type { Writable } from 'node:stream';
import type { CompiledQuery, DatabaseConnection, QueryExecutor, QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import { prepared } from './pipelined-snapshot.ts';
import type { RawBuilder } from './sql.ts';

/** A transaction that writes. A statement leaves when it is asked for, behind those before it, answered or not. */
export interface Writing {
  readonly db: QueryExecutorProvider;
  /** For a statement whose answer nobody needs: should it fail, so does what is behind it, and the commit. Null: there is none. */
  readonly send: (statement: RawBuilder<unknown> | null) => void;
  /** Throws why the transaction failed, where a statement did. */
  readonly commit: () => Promise<void>;
  /** Does nothing when the transaction is over. */
  readonly rollback: () => Promise<void>;
}

type Ending = 'commit' | 'rollback';
type Answer = { readonly rows: unknown[] };
/** Called once; before `send` returns where the statement did not leave. */
type Heard = (error: unknown, answer?: Answer) => void;

/** One connection, in a transaction of its own; it keeps the order of what is sent. */
interface Connection {
  readonly send: (query: CompiledQuery, heard: Heard) => void;
  readonly end: (how: Ending) => Promise<unknown>;
}

/** PostgreSQL's `in_failed_sql_transaction`. */
const transactionFailed = '25P02';
const isBehind = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === transactionFailed;

const writingOver = ({ send, end }: Connection): Writing => {
  // What is sent behind a statement that fails, fails too: the reason is the first.
  let reason: unknown;
  let over = false;
  const executeQuery = (query: CompiledQuery): Promise<Answer> =>
    new Promise((resolve, reject) => {
      // It would be done behind the end, without a session.
      if (over) throw new Error('The transaction is over; nothing more is written in it.');
      send(query, (error, answer) => {
        if (answer) {
          if (/^rollback to savepoint/i.test(query.sql)) reason = undefined;
          resolve(answer);
          return;
        }
        if (reason === undefined || !isBehind(error)) reason = error;
        reject(reason);
      });
    });
  const executor = { executeQuery } as Pick<QueryExecutor, 'executeQuery'> as QueryExecutor;
  const db: QueryExecutorProvider = { getExecutor: () => executor };
  return {
    db,
    send: (statement) => {
      statement?.execute(db).catch(() => undefined);
    },
    commit: async () => {
      over = true;
      // Behind a statement that failed, or is about to, a commit is a rollback; one that never left is known by now.
      await end(reason === undefined ? 'commit' : 'rollback');
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

/** What is sent to a connection within one turn leaves as one packet, not as one for each statement. */
const gatherPackets = (client: pg.PoolClient): void => {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
};

/**
 * Begins a transaction on a PostgreSQL server under these settings; the pool's connections are pipelined. The frame leaves
 * with the first statement, and the end with the last. What keeps it from beginning is thrown by the first statement.
 */
export const beginWriting = async (
  pool: pg.Pool,
  settings: Readonly<Record<string, string>>,
): Promise<Writing> => {
  const client = await pool.connect();
  let frameFailure: unknown;
  const frame = (query: string | pg.QueryConfig): void => {
    client.query(query as pg.QueryConfig, (error: unknown) => {
      frameFailure ??= error ?? undefined;
    });
  };
  gatherPackets(client);
  frame('begin');
  const places = Object.keys(settings).map(
    (_, place) => `set_config($${2 * place + 1}, $${2 * place + 2}, true)`,
  );
  frame({ ...prepared(`select ${places.join(', ')}`), values: Object.entries(settings).flat() });
  return writingOver({
    send: ({ sql, parameters }, heard) => {
      gatherPackets(client);
      client.query(
        { ...prepared(sql), values: [...parameters] },
        (error: unknown, answer: pg.QueryResult) => {
          const failure = frameFailure ?? error;
          if (failure == null) heard(null, answer);
          else heard(failure);
        },
      );
    },
    end: async (how) => {
      gatherPackets(client);
      try {
        await client.query(how);
        if (how === 'commit' && frameFailure !== undefined) throw frameFailure;
      } finally {
        // The pool keeps no connection that was lost.
        client.release();
      }
    },
  });
};

/** As `beginWriting`, in a transaction that the embedded store's driver began and ends. */
export const writeOn = (
  connection: DatabaseConnection,
  ending: { readonly [how in Ending]: () => Promise<void> },
): Writing => {
  let last: Promise<void> = Promise.resolve();
  return writingOver({
    send: (query, heard) => {
      last = connection.executeQuery(query).then((answer) => heard(null, answer), heard);
    },
    end: async (how) => {
      await last;
      await ending[how]();
    },
  });
};
