import { type DeliverBundleOutcome, deliverBundle } from '#application/bundle/deliver-bundle.ts';
import { presentWords } from '#persistence/bundle/present-words.ts';
import { MemoryBundle } from '#resolvers/bundle/bundle.ts';
import { BundleReceipt } from '#resolvers/bundle/bundle-receipt.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { present } from '#resolvers/schema/connection.ts';

const DeliverBundleInput = builder.inputType('DeliverBundleInput', {
  description: 'What the bundle is to be read for.',
  fields: (t) => ({
    project: t.string({
      required: false,
      description: 'Only items of this project; absent: of all projects.',
    }),
    subjectId: t.string({ required: false, description: 'About this subject; absent: about anybody.' }),
    tokenBudget: t.int({ required: false, description: '0 to 1,000,000; 6,000 when absent.' }),
    task: t.string({
      required: false,
      description:
        'What it is to be read for, in words, 1 to 2,000 characters; absent: by confidence and recency alone.',
    }),
    ...commonFields(t),
  }),
});

const DeliverBundlePayload = builder
  .objectRef<DeliverBundleOutcome & { readonly applied: boolean }>('DeliverBundlePayload')
  .implement({
    description: 'A delivered bundle and its receipt.',
    fields: (t) => ({
      bundle: t.field({
        type: MemoryBundle,
        description:
          'What was delivered. Under an idempotency key that was used before: the items of the first delivery that the viewer still sees and no quarantine withholds, in their present words.',
        resolve: async ({ bundle }, _args, { reads }) => {
          const ids = bundle.items.map(({ id }) => id);
          const words = await presentWords(reads.session, ids);
          const items = bundle.items.flatMap((item) => {
            const now = words.get(item.id);
            return now === undefined || now.status === 'QUARANTINED' ? [] : [{ ...item, words: now.words }];
          });
          return { ...bundle, items };
        },
      }),
      receipt: t.field({
        type: BundleReceipt,
        description:
          'Proof of what was delivered, without its text: `verifyReceipt` says later whether any of it has changed since.',
        resolve: async ({ receiptId }, _args, { reads }) =>
          present(await reads.loaders.receipts.load(receiptId)),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(deliverBundle, {
  description:
    'Anybody with a token is given a bundle, as `memoryBundle` reads it, together with a receipt that is kept.',
  input: DeliverBundleInput,
  payload: DeliverBundlePayload,
});
