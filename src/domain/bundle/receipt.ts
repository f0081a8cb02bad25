import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '#domain/audit/canonical-json.ts';
import type { ItemStatus } from '#domain/review/states.ts';

/** Request that a bundle answered. */
export type BundleContext = {
  /** Null: every project. */
  readonly project: string | null;
  /** Null: whomever it is about. */
  readonly subjectId: string | null;
  readonly tokenBudget: number;
};

/** A memory as it was delivered, without its words. */
export type DeliveredItem = {
  readonly id: string;
  /** Keyed digest of the words: without the key nobody can test guesses against it. */
  readonly digest: string;
};

/** Everything that a receipt says; the signature covers it all. */
export type ReceiptFacts = {
  readonly id: string;
  readonly tenant: string;
  /** To whom it was delivered. */
  readonly user: string;
  readonly context: BundleContext;
  /** In the order of the bundle. */
  readonly items: readonly DeliveredItem[];
  readonly contextHash: string;
  /** Hash of the label policy under which it was delivered. */
  readonly policyHash: string;
  readonly issuedAt: Date;
};

export type SignedReceipt = ReceiptFacts & { readonly signature: string };

const keyed = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** One wording of one memory, as lower-case hex. */
export const deliveredDigest = (key: string, id: string, words: string): string =>
  keyed(key, canonicalJson(['vouch.delivered', id, words]));

/** SHA-256 of the request and of the delivered items in order: equal bundles have equal hashes. */
export const contextHash = (context: BundleContext, items: readonly DeliveredItem[]): string =>
  createHash('sha256')
    .update(canonicalJson({ context, items: items.map(({ id, digest }) => [id, digest]) }))
    .digest('hex');

const signatureOf = (
  key: string,
  { id, tenant, user, context, items, policyHash, issuedAt, contextHash: hash }: ReceiptFacts,
): string =>
  keyed(
    key,
    canonicalJson({
      kind: 'vouch.receipt',
      id,
      tenant,
      user,
      context,
      items: items.map((item) => [item.id, item.digest]),
      contextHash: hash,
      policyHash,
      issuedAt,
    }),
  );

/** Signs with HMAC-SHA256. */
export const signReceipt = (key: string, facts: ReceiptFacts): SignedReceipt => ({
  ...facts,
  signature: signatureOf(key, facts),
});

/** True when every part of the receipt is as it was signed with this key. */
export const isSignedWith = (key: string, receipt: SignedReceipt): boolean => {
  const expected = Buffer.from(signatureOf(key, receipt));
  const given = Buffer.from(receipt.signature);
  return (
    expected.length === given.length &&
    timingSafeEqual(expected, given) &&
    contextHash(receipt.context, receipt.items) === receipt.contextHash
  );
};

const receiptChangeKinds = ['UNAVAILABLE', 'NO_LONGER_BELIEVED', 'REWORDED'] as const;
type ReceiptChangeKind = (typeof receiptChangeKinds)[number];
export type ReceiptChange = { readonly itemId: string; readonly change: ReceiptChangeKind };

/** A delivered memory as the reader sees it now. */
export type PresentItem = {
  readonly status: ItemStatus | 'QUARANTINED';
  /** Null: who was given the bundle, and who reads the receipt, are not shown the same of its words. */
  readonly digest: string | null;
};

/**
 * Changes of delivered items, in the bundle's order; the first matching rule decides each. An item that the reader does
 * not see is unavailable, whether deleted or hidden.
 */
export const changesSince = (
  items: readonly DeliveredItem[],
  present: ReadonlyMap<string, PresentItem>,
): ReceiptChange[] =>
  items.flatMap(({ id, digest }): ReceiptChange[] => {
    const now = present.get(id);
    if (now === undefined) return [{ itemId: id, change: 'UNAVAILABLE' }];
    if (now.status !== 'ACTIVE' && now.status !== 'GRADUATED')
      return [{ itemId: id, change: 'NO_LONGER_BELIEVED' }];
    return now.digest === null || now.digest === digest ? [] : [{ itemId: id, change: 'REWORDED' }];
  });
