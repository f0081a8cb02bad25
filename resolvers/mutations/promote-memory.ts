import { promoteMemory } from '#application/promote-memory.ts';
import { builder } from '../builder.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { decisionFields } from './input-fields.ts';
import { memoryPayload } from './item-payloads.ts';

const PromoteMemoryInput = builder.inputType('PromoteMemoryInput', {
  description: 'The candidate to promote.',
  fields: (t) => ({ id: t.id({ required: true, description: '`mem_…`' }), ...decisionFields(t) }),
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
    args: { input: t.arg({ type: PromoteMemoryInput, required: true, description: 'The candidate.' }) },
    resolve: (_root, { input }, context) => carryOutMutation(context, promoteMemory, input),
  }),
);
