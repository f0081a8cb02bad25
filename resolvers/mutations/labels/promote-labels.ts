import { promoteLabels } from '#application/labels/promote-labels.ts';
import type { LabelReviewOutcome } from '#application/labels/steps/label-item.ts';
import { applied, candidateAfter, memoryIfOne } from '#resolvers/mutations/steps/item-payloads.ts';
import { labelReviewInput } from '#resolvers/mutations/steps/label-review-input.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const PromoteLabelsPayload = builder
  .objectRef<LabelReviewOutcome & { readonly applied: boolean }>('PromoteLabelsPayload')
  .implement({
    description: 'The memory or the entity after the mutation.',
    fields: (t) => ({
      memory: t.field(memoryIfOne),
      candidate: t.field(candidateAfter),
      promoted: t.stringList({
        description: 'The labels that became authoritative, sorted.',
        resolve: ({ labels }) => [...labels],
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

builder.mutationField('promoteLabels', (t) =>
  t.field({
    type: PromoteLabelsPayload,
    description:
      'A reviewer makes suggestions authoritative, beside the labels that are; every one must stand in `suggestedLabels` now. Undone by `setSensitivityLabels`.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'PromoteLabelsResult',
        description: 'The memory or the entity with its labels, or why not.',
      },
    },
    args: {
      input: t.arg({
        type: labelReviewInput('PromoteLabelsInput'),
        required: true,
        description: 'The memory or entity, and the labels.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, promoteLabels, input),
  }),
);
