import { returnMemoryToCandidate } from '#application/review/return-memory-to-candidate.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ReturnMemoryToCandidateInput = builder.inputType('ReturnMemoryToCandidateInput', {
  description: 'The memory to put back into the queue.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    ...decisionFields(t),
  }),
});

builder.mutationField('returnMemoryToCandidate', (t) =>
  t.field({
    type: memoryPayload('ReturnMemoryToCandidatePayload'),
    description:
      'A reviewer undoes a promotion or a rejection: the memory stands in the queue again, where it stood, and what its promotion superseded is ACTIVE again.',
    errors: {
      types: refusalTypes,
      union: { name: 'ReturnMemoryToCandidateResult', description: 'The returned memory, or why not.' },
    },
    args: {
      input: t.arg({
        type: ReturnMemoryToCandidateInput,
        required: true,
        description: 'The input of `returnMemoryToCandidate`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, returnMemoryToCandidate, input),
  }),
);
