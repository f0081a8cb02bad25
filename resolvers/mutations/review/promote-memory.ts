import { promoteMemory } from '#application/review/promote-memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const PromoteMemoryInput = builder.inputType('PromoteMemoryInput', {
  description: 'Which memory `promoteMemory` promotes.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    ...decisionFields(t),
  }),
});

builder.mutationField('promoteMemory', (t) =>
  t.field({
    type: memoryPayload('PromoteMemoryPayload'),
    description:
      'A reviewer vouches for a candidate: it becomes ACTIVE. A memory whose changed source says this candidate in its place is superseded in the same step, if the reviewer sees it and the candidate is for everybody whom that is for; `supersedes` of the answer, also of a dry run, shows it. Undone by `returnMemoryToCandidate`.',
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
