import { rejectMemory } from '#application/review/reject-memory.ts';
import { decisionFields, rejectionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const RejectMemoryInput = builder.inputType('RejectMemoryInput', {
  description: 'Which memory `rejectMemory` rejects, and why.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    reason: t.string({
      required: true,
      description:
        'The reason for the decision, 1 to 2,000 characters; the contributor of the item reads it.',
    }),
    ...rejectionFields(t),
    ...decisionFields(t),
  }),
});

builder.mutationField('rejectMemory', (t) =>
  t.field({
    type: memoryPayload('RejectMemoryPayload'),
    description:
      'A reviewer rejects a candidate: it becomes INVALID, and the statement is not proposed again. Undone by `returnMemoryToCandidate`.',
    errors: {
      types: refusalTypes,
      union: { name: 'RejectMemoryResult', description: 'The rejected memory, or why not.' },
    },
    args: {
      input: t.arg({ type: RejectMemoryInput, required: true, description: 'The input of `rejectMemory`.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, rejectMemory, input),
  }),
);
