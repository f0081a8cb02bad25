import type { CompiledQuery, QueryExecutor, QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import { isFollowOnFailure } from './database-errors.ts';
import { type Statement, sendTogether } from './statement-batch.ts';

/**
 * A snapshot on a PostgreSQL server without a wait that nobody needs: the end of the one before it, the frame of the transaction, the
 * session and the first statement leave together, as do statements of one moment, and nobody waits for the end.
 */
export interface Snapshot {
  /** For statements whose best plan depends on their values. */
  readonly planned: QueryExecutorProvider;
  /** For statements that are planned once a connection: to plan one anew takes several times what it takes to read by it. */
  readonly asBefore: QueryExecutorProvider;
  /** Ends the transaction and gives the connection back. */
  readonly end: () => void;
}

/** PostgreSQL's `plan_cache_mode`. */
type Planning = 'auto' | 'force_generic_plan';

/** Sets them until the transaction is over. */
export const setting = (settings: Readonly<Record<string, string>>): Statement => ({
  sql: `select ${Object.keys(settings)
    .map((_, place) => `set_config($${2 * place + 1}, $${2 * place + 2}, true)`)
    .join(', ')}`,
  parameters: Object.entries(settings).flat(),
});

const begin: Statement = { sql: 'begin isolation level repeatable read read only', parameters: [] };
const rollback: Statement = { sql: 'rollback', parameters: [] };

/**
 * Begins a transaction on this connection, read-only and repeatable read, under these settings; what keeps it from beginning is thrown
 * by the first statement. Its end gives the connection back.
 */
export const beginSnapshot = (
  client: pg.PoolClient,
  settings: Readonly<Record<string, string>>,
): Snapshot => {
  let underWay = 0;
  let over = false;
  /** Why the first statement that failed did: what is read behind it fails, too. */
  let reason: unknown;
  let frame: Promise<unknown> | null = null;
  let planning: Planning = 'auto';
  /** The transaction with its session, begun by the first statement; where it fails, so does what is sent behind it. */
  const framed = (wanted: Planning): Promise<unknown> => {
    const otherwise = wanted === planning ? null : { plan_cache_mode: wanted };
    planning = wanted;
    if (frame === null) {
      frame = Promise.all([
        sendTogether(client, begin),
        sendTogether(client, setting({ ...settings, ...otherwise })),
      ]);
      frame.catch(() => undefined);
    } else if (otherwise !== null) sendTogether(client, setting(otherwise)).catch(() => undefined);
    return frame;
  };
  const within = (wanted: Planning): QueryExecutorProvider => {
    const executor = {
      executeQuery: async <Row>(query: CompiledQuery<Row>) => {
        // The connection is somebody else's by now.
        if (over) throw new Error('The snapshot is over; nothing more is read in it.');
        underWay += 1;
        const begun = framed(wanted);
        const answer = sendTogether(client, query);
        // The frame was answered before; where it failed, nothing was read inside of it.
        answer.catch(() => undefined);
        try {
          await begun;
          return await answer;
        } catch (error) {
          reason ??= error;
          throw isFollowOnFailure(error) ? reason : error;
        } finally {
          underWay -= 1;
        }
      },
    } as Pick<QueryExecutor, 'executeQuery'> as QueryExecutor;
    return { getExecutor: () => executor };
  };
  return {
    planned: within('auto'),
    asBefore: within('force_generic_plan'),
    end: () => {
      over = true;
      if (frame === null) {
        client.release();
        return;
      }
      const ended = sendTogether(client, rollback);
      // Whoever is next is served behind it, and need not wait for it; behind a statement that still runs they would, and with a frame
      // that fails they would fail. What the frame came with was answered with it.
      if (reason === undefined && underWay === 0) {
        ended.catch(() => undefined);
        client.release();
      } else {
        // Where it fails the connection is gone, or given up here, and the transaction with it.
        ended.then(
          () => client.release(),
          (error) => client.release(error),
        );
      }
    },
  };
};
