import { voteMemory } from '#application/evidence/vote-memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const VoteChoice = builder.enumType('VoteChoice', {
  description: 'A vote on a memory, or taking it back.',
  values: {
    UP: { description: 'The memory is helpful.' },
    DOWN: { description: 'The memory is not helpful.' },
    NONE: { description: 'Removes the vote of the viewer.' },
  },
});

const VoteMemoryInput = builder.inputType('VoteMemoryInput', {
  description: 'One user’s vote about one memory.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    vote: t.field({ type: VoteChoice, required: true, description: 'Takes the place of your last vote.' }),
    ...decisionFields(t),
  }),
});

builder.mutationField('voteMemory', (t) =>
  t.field({
    type: memoryPayload('VoteMemoryPayload'),
    description: 'Votes about a memory; one vote a user, changeable. Raises no revision.',
    errors: {
      types: refusalTypes,
      union: { name: 'VoteMemoryResult', description: 'The memory with its votes, or why not.' },
    },
    args: {
      input: t.arg({ type: VoteMemoryInput, required: true, description: 'The input of `voteMemory`.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, voteMemory, input),
  }),
);
