import { voteMemory } from '#application/evidence/vote-memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const VoteChoice = builder.enumType('VoteChoice', {
  description: 'What a user votes.',
  values: {
    UP: { description: 'It helps.' },
    DOWN: { description: 'It does not.' },
    NONE: { description: 'Takes the vote back.' },
  },
});

const VoteMemoryInput = builder.inputType('VoteMemoryInput', {
  description: 'One user’s vote about one memory.',
  fields: (t) => ({
    id: t.id({ required: true, description: '`mem_…`' }),
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
    args: { input: t.arg({ type: VoteMemoryInput, required: true, description: 'The vote.' }) },
    resolve: (_root, { input }, context) => runMutation(context, voteMemory, input),
  }),
);
