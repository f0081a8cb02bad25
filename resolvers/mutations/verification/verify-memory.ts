import { verifyMemory } from '#application/verification/verify-memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const VerifyMemoryInput = builder.inputType('VerifyMemoryInput', {
  description: 'The memory that still holds.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory, `mem_…`; it is ACTIVE or GRADUATED.',
    }),
    note: t.string({
      required: false,
      description: 'What the reviewer says of it, 1 to 2,000 characters.',
    }),
    verifyBy: t.field({
      type: 'DateTime',
      required: false,
      description:
        'When it is to be verified again, in the future; absent: when its effective confidence will have fallen below the threshold.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('verifyMemory', (t) =>
  t.field({
    type: memoryPayload('VerifyMemoryPayload'),
    description:
      'A reviewer says that a believed memory still holds: it is evidence of kind CONFIRMATION, from which its clock starts anew. Settles its source drift and its overdue verification in the inbox.',
    errors: {
      types: refusalTypes,
      union: { name: 'VerifyMemoryResult', description: 'The verified memory, or why not.' },
    },
    args: {
      input: t.arg({
        type: VerifyMemoryInput,
        required: true,
        description: 'The memory, and what is said of it.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, verifyMemory, input),
  }),
);
