import { restoreMemory } from '#application/review/restore-memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const RestoreMemoryInput = builder.inputType('RestoreMemoryInput', {
  description: 'The superseded or retired memory.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory (`mem_…`), which must be SUPERSEDED or RETIRED.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('restoreMemory', (t) =>
  t.field({
    type: memoryPayload('RestoreMemoryPayload'),
    description:
      'The undo of superseding and of `retireMemory`: the memory is ACTIVE again. A successor that was promoted by the superseding, still stands and took no other place returns to the review queue.',
    errors: {
      types: refusalTypes,
      union: { name: 'RestoreMemoryResult', description: 'The restored memory, or why not.' },
    },
    args: {
      input: t.arg({
        type: RestoreMemoryInput,
        required: true,
        description: 'The superseded or retired memory.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, restoreMemory, input),
  }),
);
