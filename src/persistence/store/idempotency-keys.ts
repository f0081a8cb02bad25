import { sql } from '#persistence/reading/sql.ts';
import type { Orm } from './orm.ts';
import { asNobody, type ReadSession, type WriteSession } from './viewer-session.ts';

/** Outcome stored under a key by the call that claimed it. */
export interface StoredAnswer<Outcome> {
  readonly mutation: string;
  readonly hash: string;
  readonly outcome: Outcome;
}

/**
 * Claims the viewer's key in this transaction. Null when the key is new; else what the first call stored. A call under the same key that
 * is under way elsewhere is waited for.
 */
export const claimIdempotencyKey = async <Outcome>(
  { db, viewer }: WriteSession,
  {
    key,
    mutation,
    hash,
    now,
  }: { readonly key: string; readonly mutation: string; readonly hash: string; readonly now: Date },
): Promise<StoredAnswer<Outcome> | null> => {
  const { rows: claimed } =
    await sql`insert into idempotency_keys (tenant, user_id, key, mutation, input_hash, created_at)
    values (${viewer.tenant}, ${viewer.user}, ${key}, ${mutation}, ${hash}, ${now})
    on conflict do nothing returning 1`.execute(db);
  if (claimed.length > 0) return null;
  const { rows } = await sql<
    StoredAnswer<Outcome>
  >`select mutation, input_hash as hash, outcome from idempotency_keys
    where tenant = ${viewer.tenant} and user_id = ${viewer.user} and key = ${key}`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('An idempotency key that could not be claimed is gone.');
  return first;
};

/** Stores the outcome under the key that this transaction has claimed. */
export const storeIdempotentOutcome = ({ send, viewer }: WriteSession, key: string, outcome: unknown): void =>
  send(sql`update idempotency_keys set outcome = ${JSON.stringify(outcome)}::jsonb
    where tenant = ${viewer.tenant} and user_id = ${viewer.user} and key = ${key}`);

/** True when an outcome is stored under the viewer's key. */
export const hasIdempotentOutcome = async ({ viewer, db }: ReadSession, key: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from idempotency_keys where tenant = ${viewer.tenant}
    and user_id = ${viewer.user} and key = ${key}`.execute(await db());
  return rows.length > 0;
};

/** Checks deferred constraints and waits for all statements that were sent, as a commit would. */
export const checkConstraints = async ({ db }: WriteSession): Promise<void> => {
  await sql`set constraints all immediate`.execute(db);
};

/** Rows that are erased in one transaction. */
const erasedAtOnce = 10_000;

/** Erases the keys of every tenant that were claimed before an instant: a call under one of them is a first call again. */
export const eraseIdempotencyKeys = async (orm: Orm, before: Date): Promise<void> => {
  for (let erased = erasedAtOnce; erased === erasedAtOnce; ) {
    erased = await asNobody(orm, async ({ db }) => {
      const { rows } = await sql<{
        erased: number;
      }>`select erase_idempotency_keys(${before}, ${erasedAtOnce}) as erased`.execute(db);
      return rows[0]?.erased ?? 0;
    });
  }
};
