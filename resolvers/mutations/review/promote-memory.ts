import { promoteMemory } from '#application/review/promote-memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const PromoteMemoryInput = builder.inputType('PromoteMemoryInput', {
  description: 'Which memory `promoteMemory` promotes.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the memory (`mem_…`).' }),
    ...decisionFields(t),
  }),
});

builder.mutationField('promoteMemory', (t) =>
  t.field({
    type: memoryPayload('PromoteMemoryPayload'),
    description:
      'A reviewer vouches for a candidate: it becomes ACTIVE. Undone by `returnMemoryToCandidate`.',
    errors: {
      types: refusalTypes,
      union: { name: 'PromoteMemoryResult', description: 'The promoted memory, or why not.' },
    },
    args: {
      input: t.arg({
        type: PromoteMemoryInput,
        required: true,
        description: 'The input of `promoteMemory`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, promoteMemory, input),
  }),
);
