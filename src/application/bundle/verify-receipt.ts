import type { AppDependencies } from '#application/app-dependencies.ts';
import {
  changesSince,
  deliveredDigest,
  isSignedWith,
  type PresentItem,
  type ReceiptChange,
  type SignedReceipt,
} from '#domain/bundle/receipt.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { type PresentWords, presentWords } from '#persistence/bundle/present-words.ts';
import type { Reads } from '#persistence/reading/loaders.ts';

export interface ReceiptVerification {
  readonly receipt: SignedReceipt;
  /** The receipt is, part by part, what this installation signed. */
  readonly validSignature: boolean;
  /** True when it is genuine, and nothing that the viewer sees has changed. */
  readonly unchanged: boolean;
  /** In the order of the bundle. */
  readonly changes: readonly ReceiptChange[];
  /** Present states of the delivered items that the viewer sees, by id. */
  readonly present: ReadonlyMap<string, PresentItem & Pick<PresentWords, 'supersededById'>>;
}

/** True when the bundle was delivered to this viewer: they know its ids, whatever they see today. */
export const isGivenTo = (viewer: Viewer, { user }: SignedReceipt): boolean => viewer.user === user;

/**
 * Compares a delivered bundle with what the viewer sees now; null for a receipt that they do not see. For anybody but
 * its recipient, hidden items count as not delivered, and words that were masked on either side are not compared.
 */
export const verifyReceipt = async (
  { fingerprintKey, receiptKey }: AppDependencies,
  { session, loaders }: Reads,
  id: string,
): Promise<ReceiptVerification | null> => {
  const receipt = await loaders.receipts.load(id);
  if (receipt === null) return null;
  const words = await presentWords(
    session,
    receipt.items.map((item) => item.id),
  );
  const isGiven = isGivenTo(session.viewer, receipt);
  const masked = new Set(
    receipt.items
      .filter((item) => item.digest === deliveredDigest(fingerprintKey, item.id, policyMask))
      .map((item) => item.id),
  );
  const present = new Map(
    [...words].map(([itemId, { words: said, ...now }]) => {
      const isCompared = isGiven || (said !== policyMask && !masked.has(itemId));
      return [
        itemId,
        { ...now, digest: isCompared ? deliveredDigest(fingerprintKey, itemId, said) : null },
      ] as const;
    }),
  );
  const delivered = isGiven ? receipt.items : receipt.items.filter((item) => present.has(item.id));
  const changes = changesSince(delivered, present);
  const validSignature = isSignedWith(receiptKey, receipt);
  return { receipt, validSignature, unchanged: validSignature && changes.length === 0, changes, present };
};
