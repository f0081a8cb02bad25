import { retireMemory } from '#application/review/retire-memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const RetireMemoryInput = builder.inputType('RetireMemoryInput', {
  description: 'The memory that is believed no more.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory (`mem_…`), which must be ACTIVE.',
    }),
    reason: t.string({
      required: true,
      description: 'Why the item is believed no more; 1 to 2,000 characters.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('retireMemory', (t) =>
  t.field({
    type: memoryPayload('RetireMemoryPayload'),
    description:
      'A reviewer says that an ACTIVE memory is believed no more, and that nothing takes its place: it becomes RETIRED. Undone by `restoreMemory`.',
    errors: {
      types: refusalTypes,
      union: { name: 'RetireMemoryResult', description: 'The retired memory, or why not.' },
    },
    args: {
      input: t.arg({
        type: RetireMemoryInput,
        required: true,
        description: 'The memory to retire, and the reason.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, retireMemory, input),
  }),
);
