import type { QueryExecutor, QueryExecutorProvider } from 'kysely';
import type { Inlining } from '#pg-pipeline/snapshot.ts';
import { AnswerTooLong } from '#pg-pipeline/statement-batch.ts';
import { ReadsTooMuch } from './database-errors.ts';
import type { ReadSession } from './viewer-session.ts';

/**
 * Characters that one operation reads from the store: some eight of the largest answers. A server's answer to one
 * statement is cut off there, too.
 */
export const readLimit = 64_000_000;

/** Shorter texts are not counted: rows of them are bounded in number. */
const short = 256;

const charactersOf = (rows: readonly unknown[]): number => {
  let characters = 0;
  for (const row of rows)
    for (const key in row as object) {
      const value = (row as Readonly<Record<string, unknown>>)[key];
      if (typeof value === 'string' && value.length > short) characters += value.length;
    }
  return characters;
};

/** The session, whose statements fail once it has read more than `limit` characters of long texts. */
export const boundedReads = (session: ReadSession, limit = readLimit): ReadSession => {
  let read = 0;
  const bounded = (provider: QueryExecutorProvider): QueryExecutorProvider => {
    const executor: QueryExecutor & Inlining = provider.getExecutor();
    const counting: Pick<QueryExecutor, 'executeQuery'> & Inlining = {
      inlined: executor.inlined ?? null,
      executeQuery: async (...given) => {
        if (read > limit) throw new ReadsTooMuch(limit);
        const result = await executor.executeQuery(...given).catch((error: unknown) => {
          throw error instanceof AnswerTooLong ? new ReadsTooMuch(limit) : error;
        });
        read += charactersOf(result.rows);
        if (read > limit) throw new ReadsTooMuch(limit);
        return result as never;
      },
    };
    return { getExecutor: () => counting as QueryExecutor };
  };
  return {
    ...session,
    db: async () => bounded(await session.db()),
    byKey: async () => bounded(await session.byKey()),
    byValue: async () => bounded(await session.byValue()),
  };
};
