import DataLoader from 'dataloader';
import type { DeliveredItem, SignedReceipt } from '#domain/bundle/receipt.ts';
import type { OptionalCondition } from '#domain/input/condition.ts';
import { meets } from '#persistence/reading/conditions.ts';
import type { NewestFirst } from '#persistence/reading/newest-first.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { sql } from '#persistence/reading/sql.ts';
import { receiptsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import type { ReadSession, WriteSession } from '#persistence/store/viewer-session.ts';

/** Null for an id that is missing, another user's, of another tenant or of another type. */
export const receiptsById = (session: ReadSession) =>
  new DataLoader<string, SignedReceipt | null>(async (ids) => {
    const { rows } = await sql<
      Omit<SignedReceipt, 'context' | 'items'> & {
        project: string | null;
        subjectId: string | null;
        tokenBudget: number;
        itemIds: string[];
        itemDigests: string[];
      }
    >`select r.id, r.tenant, r.user_id as "user", r.project, r.subject_id as "subjectId", r.token_budget as "tokenBudget", r.item_ids as "itemIds",
        r.item_digests as "itemDigests", r.context_hash as "contextHash", r.policy_hash as "policyHash", r.signature, r.issued_at as "issuedAt"
      from bundle_receipts r where ${hasId(session.viewer.tenant, ids, 'r')} and ${receiptsVisibleTo(session.viewer, 'r')}`.execute(
      await session.byKey(),
    );
    const found = new Map(
      rows.map(({ project, subjectId, tokenBudget, itemIds, itemDigests, ...receipt }) => [
        receipt.id,
        {
          ...receipt,
          context: { project, subjectId, tokenBudget },
          items: itemIds.map((id, place): DeliveredItem => ({ id, digest: itemDigests[place] ?? '' })),
        },
      ]),
    );
    return ids.map((id) => found.get(id) ?? null);
  });

export interface ReceiptFilter {
  /** The name of the user who was given the bundle. */
  readonly user?: OptionalCondition<string>;
  readonly policyHash?: OptionalCondition<string>;
  readonly issuedAt?: OptionalCondition<Date>;
}

/** The receipts that a viewer sees, newest first, by id. */
export const receipts: NewestFirst<Pick<SignedReceipt, 'id'>, ReceiptFilter> = {
  name: 'receipts:newest',
  table: 'bundle_receipts',
  columns: () => sql`n.id`,
  visible: (viewer) => receiptsVisibleTo(viewer, 'n'),
  conditions: ({ user, policyHash, issuedAt }) => [
    meets(sql.ref('n.user_id'), user),
    meets(sql.ref('n.policy_hash'), policyHash),
    meets(sql.ref('n.issued_at'), issuedAt),
  ],
  orders: { ISSUED_AT: null },
};

export const insertReceipt = (
  { db }: WriteSession,
  { id, tenant, user, context, items, contextHash, policyHash, signature, issuedAt }: SignedReceipt,
): Promise<void> =>
  bulkInsert(db, 'bundle_receipts', [
    {
      id,
      tenant,
      user_id: user,
      project: context.project,
      subject_id: context.subjectId,
      token_budget: context.tokenBudget,
      item_ids: items.map((item) => item.id),
      item_digests: items.map(({ digest }) => digest),
      context_hash: contextHash,
      policy_hash: policyHash,
      signature,
      issued_at: issuedAt,
    },
  ]);
