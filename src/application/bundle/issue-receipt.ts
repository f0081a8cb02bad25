import type { AppDependencies } from '#application/app-dependencies.ts';
import { contextHash, deliveredDigest, type SignedReceipt, signReceipt } from '#domain/bundle/receipt.ts';
import { type LabelPolicy, labelPolicyHash } from '#domain/labels/policy/label-policy.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { insertReceipt } from '#persistence/bundle/receipts.ts';
import { labelPolicyOf } from '#persistence/labels/label-policy.ts';
import { recordChanges } from '#persistence/store/audit-log.ts';
import { openWriteSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import type { BundleRead } from './read-bundle.ts';

const noPolicy: LabelPolicy = { mode: 'ENFORCE', rules: [] };

/** Signs for a bundle that was read in this session. It is not kept yet: `keepReceipt` writes it when the snapshot is closed. */
export const issueReceipt = async (
  { newId, clock, fingerprintKey, receiptKey }: AppDependencies,
  session: ReadSession,
  { context, items }: BundleRead,
): Promise<SignedReceipt> => {
  const delivered = items.map(({ id, words }) => ({
    id,
    digest: deliveredDigest(fingerprintKey, id, words),
  }));
  return signReceipt(receiptKey, {
    id: newId('rct'),
    tenant: session.viewer.tenant,
    user: session.viewer.user,
    context,
    items: delivered,
    contextHash: contextHash(context, delivered),
    policyHash: (await labelPolicyOf(session, null))?.hash ?? labelPolicyHash(noPolicy),
    issuedAt: clock(),
  });
};

/** Writes a receipt with its audit event, in a small transaction of its own: what a query reads, it reads read-only. */
export const keepReceipt = async (
  { orm, newId }: AppDependencies,
  { viewer, requestId }: { readonly viewer: Viewer; readonly requestId: string },
  receipt: SignedReceipt,
): Promise<void> => {
  const { id, contextHash: hash, policyHash, signature, issuedAt } = receipt;
  const session = await openWriteSession(orm, viewer, 'viewer');
  try {
    await insertReceipt(session, receipt);
    recordChanges(session, { requestId, now: issuedAt }, [
      {
        id: newId('aud'),
        action: 'receipt.issued',
        targetType: 'BundleReceipt',
        targetId: id,
        before: null,
        after: { contextHash: hash, policyHash, signature },
      },
    ]);
    await session.commit();
  } catch (error) {
    await session.rollback();
    throw error;
  }
};
