import type { DisputeVerdict } from '#domain/evidence/disputes.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import type { Dispute } from '#entities/dispute.ts';
import type { MemoryRow } from './reading/item-rows.ts';
import type { ChildList } from './reading/nested-list.ts';
import { sql } from './reading/sql.ts';
import { bulkInsert } from './store/bulk-insert.ts';
import type { WriteSession } from './store/viewer-session.ts';

export interface DisputeRow
  extends Pick<
    Dispute,
    | 'id'
    | 'userQuote'
    | 'sourceRef'
    | 'counterId'
    | 'raisedBy'
    | 'raisedAt'
    | 'verdict'
    | 'settledBy'
    | 'settledAt'
    | 'decisionNote'
  > {
  /** Contributor of the memory, who may read gated fields. */
  readonly contributor: string;
}

const masked = (words: string | null | undefined) => (words == null ? null : policyMask);

/** The disputes of a memory, oldest first: seen with it. */
export const disputesOfMemory: ChildList<DisputeRow, MemoryRow> = {
  name: 'disputes',
  columns: () =>
    sql`n.id, n.user_quote as "userQuote", n.source_ref as "sourceRef", n.counter_id as "counterId", n.raised_by as "raisedBy",
      n.raised_at as "raisedAt", n.verdict, n.settled_by as "settledBy", n.settled_at as "settledAt", n.decision_note as "decisionNote"`,
  from: sql`disputes`,
  parent: 'memory_id',
  lasts: { since: 'raised_at' },
  key: 'id',
  keyOf: ({ id }) => id,
  visible: () => sql`true`,
  asShownWith: (row, { contributor, redacted }) => ({
    ...row,
    contributor,
    ...(redacted
      ? {
          userQuote: masked(row.userQuote),
          sourceRef: masked(row.sourceRef),
          decisionNote: masked(row.decisionNote),
        }
      : {}),
  }),
};

/** The folded names of the people who have an open dispute of a memory. */
export const readOpenRaisers = async ({ db, viewer }: WriteSession, memoryId: string): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`select raiser_key as key from disputes
    where tenant = ${viewer.tenant} and memory_id = ${memoryId} and verdict is null order by 1`.execute(db);
  return rows.map(({ key }) => key);
};

/** Counts the open disputes of the session's user, under any spelling; other calls of theirs wait until the transaction ends. */
export const countOpenDisputes = async ({ db, send, viewer }: WriteSession): Promise<number> => {
  const { tenant, user } = viewer;
  const raiserKey = foldedName(user);
  send(
    sql`select pg_advisory_xact_lock(hashtextextended('vouch.disputes:' || ${tenant} || ':' || ${raiserKey}, 0))`,
  );
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from disputes
    where tenant = ${tenant} and raiser_key = ${raiserKey} and verdict is null`.execute(db);
  return rows[0]?.count ?? 0;
};

export const insertDispute = (
  { db, viewer }: WriteSession,
  dispute: Pick<
    Dispute,
    'id' | 'memoryId' | 'userQuote' | 'sourceRef' | 'counterId' | 'raiserKey' | 'raisedAt'
  >,
): Promise<void> =>
  bulkInsert(db, 'disputes', [
    {
      id: dispute.id,
      tenant: viewer.tenant,
      memory_id: dispute.memoryId,
      user_quote: dispute.userQuote ?? null,
      source_ref: dispute.sourceRef ?? null,
      counter_id: dispute.counterId ?? null,
      raised_by: viewer.user,
      raiser_key: dispute.raiserKey,
      raised_at: dispute.raisedAt,
    },
  ]);

/** Settles the open disputes of a locked memory. */
export const settleDisputes = (
  { send, viewer }: WriteSession,
  memoryId: string,
  { verdict, note, now }: { readonly verdict: DisputeVerdict; readonly note: string; readonly now: Date },
): void =>
  send(sql`update disputes set verdict = ${verdict}, settled_by = ${viewer.user}, settled_at = ${now}, decision_note = ${note}
    where tenant = ${viewer.tenant} and memory_id = ${memoryId} and verdict is null`);
