import { type CommonInput, describeUseCase, runUseCase, type UseCaseContext } from '#application/use-case.ts';
import type { BundleItem } from '#domain/bundle/bundle.ts';
import { contextHash, deliveredDigest, type SignedReceipt, signReceipt } from '#domain/bundle/receipt.ts';
import { type LabelPolicy, labelPolicyHash } from '#domain/labels/policy/label-policy.ts';
import { insertReceipt } from '#persistence/bundle/receipts.ts';
import { labelPolicyOf } from '#persistence/labels/label-policy.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';
import { type BundleRead, readBundle, vectorFor } from './read-bundle.ts';

export interface DeliverBundleInput extends CommonInput {
  readonly project?: string | null | undefined;
  readonly subjectId?: string | null | undefined;
  readonly tokenBudget?: number | null | undefined;
  readonly task?: string | null | undefined;
}

/** A bundle without the words of its items: what was delivered is read again under the permissions of the viewer who asks. */
interface DeliveredBundle extends Omit<BundleRead, 'items'> {
  readonly items: readonly Omit<BundleItem, 'words'>[];
}

export interface DeliverBundleOutcome {
  readonly receiptId: string;
  readonly bundle: DeliveredBundle;
}

const noPolicy: LabelPolicy = { mode: 'ENFORCE', rules: [] };

const signFor = async (
  { dependencies: { newId, fingerprintKey, receiptKey }, session, now }: UseCaseContext,
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
    policyHash: (await labelPolicyOf(readThrough(session)))?.hash ?? labelPolicyHash(noPolicy),
    issuedAt: now,
  });
};

/** Reads a bundle as `memoryBundle` does, and keeps a signed receipt of what was delivered. */
export const deliverBundle = describeUseCase<DeliverBundleInput, DeliverBundleOutcome>(
  { mutation: 'deliverBundle', roles: 'anybody', as: 'viewer' },
  async (dependencies, command, terms) => {
    const { project, subjectId, tokenBudget, task } = command.input;
    const scope = { project: project ?? null, subjectId: subjectId ?? null, task: task ?? null };
    // An embedding server answers before the transaction begins; within it, its answer is known.
    await vectorFor(dependencies, command.viewer, scope.task);
    return runUseCase(dependencies, command, terms, async (useCase) => {
      const { session, record } = useCase;
      const read = await readBundle(dependencies, readThrough(session), scope, tokenBudget ?? undefined);
      const receipt = await signFor(useCase, read);
      await insertReceipt(session, receipt);
      const { contextHash: hash, policyHash, signature } = receipt;
      record([
        {
          action: 'receipt.issued',
          targetType: 'BundleReceipt',
          targetId: receipt.id,
          before: null,
          after: { contextHash: hash, policyHash, signature },
        },
      ]);
      const items = read.items.map(({ words: _, ...item }) => item);
      return { verdict: 'done', outcome: { receiptId: receipt.id, bundle: { ...read, items } } };
    });
  },
);
