import { sql } from '#persistence/reading/sql.ts';
import type { WriteSession } from './viewer-session.ts';

/** Savepoints of the session's transaction, by names that the code gives. */
const run = async ({ db }: WriteSession, statement: string): Promise<void> => {
  await sql.raw(statement).execute(db);
};

export const setSavepoint = (session: WriteSession, name: string): Promise<void> =>
  run(session, `savepoint ${name}`);

/** Undoes what was written since the savepoint; it stays set. */
export const rollbackToSavepoint = (session: WriteSession, name: string): Promise<void> =>
  run(session, `rollback to savepoint ${name}`);

export const releaseSavepoint = (session: WriteSession, name: string): Promise<void> =>
  run(session, `release savepoint ${name}`);
