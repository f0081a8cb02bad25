import { dismissLabels } from '#application/labels/dismiss-labels.ts';
import type { LabelReviewOutcome } from '#application/labels/steps/label-item.ts';
import { applied, candidateAfter, memoryIfOne } from '#resolvers/mutations/steps/item-payloads.ts';
import { labelReviewInput } from '#resolvers/mutations/steps/label-review-input.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const DismissLabelsPayload = builder
  .objectRef<LabelReviewOutcome & { readonly applied: boolean }>('DismissLabelsPayload')
  .implement({
    description: 'The memory or the entity after the mutation.',
    fields: (t) => ({
      memory: t.field(memoryIfOne),
      candidate: t.field(candidateAfter),
      dismissed: t.stringList({
        description: 'What is no longer suggested, sorted.',
        resolve: ({ labels }) => [...labels],
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

builder.mutationField('dismissLabels', (t) =>
  t.field({
    type: DismissLabelsPayload,
    description:
      'A reviewer finds suggestions wrong: they are not made again until the memory or entity is reworded.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'DismissLabelsResult',
        description: 'The memory or the entity with its labels, or why not.',
      },
    },
    args: {
      input: t.arg({
        type: labelReviewInput('DismissLabelsInput'),
        required: true,
        description: 'The memory or entity, and the labels.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, dismissLabels, input),
  }),
);
