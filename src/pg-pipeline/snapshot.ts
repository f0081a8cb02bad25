import type { CompiledQuery, QueryExecutor, QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import { isFollowOnFailure } from './follow-on-failure.ts';
import { AnswerTooLong, type Statement, sendTogether } from './statement-batch.ts';

/** A read-only transaction at `repeatable read`. Its beginning leaves with the first statement, and nobody waits for its end. */
export interface Snapshot {
  /** For statements whose best plan depends on their values. */
  readonly planned: QueryExecutorProvider;
  /** For look-ups by key: their plan is made once a connection, since planning takes several times what reading takes. */
  readonly genericPlan: QueryExecutorProvider;
  /** For statements that a plan for all values makes slow: they are planned at each call. */
  readonly customPlan: QueryExecutorProvider;
  /** Ends the transaction and releases the connection. */
  readonly end: () => void;
}

/** An executor whose statements have one value in their text, in place of a parameter, so that the server plans for it. */
export interface Inlining {
  /** Null or absent: none. */
  readonly inlined?: string | null;
}

/** PostgreSQL's `plan_cache_mode`. */
type PlanCacheMode = 'auto' | 'force_generic_plan' | 'force_custom_plan';

/** A value, or SQL that the server computes it by, under the settings before it. */
export type Settings = Readonly<Record<string, string | { readonly computed: string }>>;

/** Settings that last until the transaction ends. */
export const setting = (settings: Settings): Statement => {
  const parameters: string[] = [];
  const parameter = (value: string) => `$${parameters.push(value)}`;
  const calls = Object.entries(settings).map(
    ([name, value]) =>
      `set_config(${parameter(name)}, ${typeof value === 'string' ? parameter(value) : value.computed}, true)`,
  );
  return { sql: `select ${calls.join(', ')}`, parameters };
};

const begin: Statement = { sql: 'begin isolation level repeatable read read only', parameters: [] };
const rollback: Statement = { sql: 'rollback', parameters: [] };

/**
 * Begins a snapshot on this connection under these settings. Nothing is sent before the first statement; why the transaction could
 * not begin is thrown by that statement. `most`: the characters that the answer of one statement may have
 * (`sendTogether`). `inlined`: see `Inlining`. `end` releases the connection.
 */
export const beginSnapshot = (
  client: pg.PoolClient,
  settings: Settings,
  { most = Number.POSITIVE_INFINITY, inlined = null }: { readonly most?: number } & Inlining = {},
): Snapshot => {
  let underWay = 0;
  let over = false;
  /** The error of the first statement that failed: those that follow fail for the same reason. */
  let reason: unknown;
  let begun: Promise<unknown> | null = null;
  let mode: PlanCacheMode = 'auto';
  const begunWith = (wanted: PlanCacheMode): Promise<unknown> => {
    const changed = wanted === mode ? null : { plan_cache_mode: wanted };
    mode = wanted;
    if (begun === null) {
      begun = Promise.all([
        sendTogether(client, begin),
        sendTogether(client, setting({ ...settings, ...changed })),
      ]);
      begun.catch(() => undefined);
    } else if (changed !== null) sendTogether(client, setting(changed)).catch(() => undefined);
    return begun;
  };
  const executorWith = (wanted: PlanCacheMode): QueryExecutorProvider => {
    const executor = {
      inlined,
      executeQuery: async <Row>(query: CompiledQuery<Row>) => {
        // The connection may belong to another transaction by now.
        if (over) throw new Error('The snapshot is over; nothing more is read in it.');
        underWay += 1;
        const beginning = begunWith(wanted);
        const answer = sendTogether(client, query, most);
        // `begin` is answered first; where it failed, nothing was read in the transaction.
        answer.catch(() => undefined);
        try {
          await beginning;
          return await answer;
        } catch (error) {
          reason ??= error;
          throw isFollowOnFailure(error) || reason instanceof AnswerTooLong ? reason : error;
        } finally {
          underWay -= 1;
        }
      },
    } as Pick<QueryExecutor, 'executeQuery'> & Inlining as QueryExecutor;
    return { getExecutor: () => executor };
  };
  return {
    // With a value in the text the server would take a plan for all others as dearer, and plan each statement at each call.
    planned: executorWith(inlined === null ? 'auto' : 'force_generic_plan'),
    genericPlan: executorWith('force_generic_plan'),
    customPlan: executorWith('force_custom_plan'),
    end: () => {
      over = true;
      if (begun === null) {
        client.release();
        return;
      }
      const ended = sendTogether(client, rollback);
      // The next user of the connection is served after the rollback and need not wait for it. After a failure, or while a statement
      // still runs, the connection is released when the rollback is answered.
      if (reason === undefined && underWay === 0) {
        ended.catch(() => undefined);
        client.release();
      } else {
        // A failed rollback means a lost connection; releasing it with the error destroys it.
        ended.then(
          () => client.release(),
          (error) => client.release(error),
        );
      }
    },
  };
};
