import { editMemory } from '#application/review/edit-memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const EditMemoryInput = builder.inputType('EditMemoryInput', {
  description: 'The memory to reword, and its new words.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    content: t.string({
      required: false,
      description: 'The new wording, 1 to 32,768 characters; absent: left alone.',
    }),
    summary: t.string({
      required: false,
      description: 'The new summary, 1 to 2,000 characters; absent: left alone, null: removed.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('editMemory', (t) =>
  t.field({
    type: memoryPayload('EditMemoryPayload'),
    description:
      'A reviewer, or its contributor while it is a candidate, rewords a memory. Every former wording stays in `revisions`; an edit that changes nothing writes nothing.',
    errors: {
      types: refusalTypes,
      union: { name: 'EditMemoryResult', description: 'The reworded memory, or why not.' },
    },
    args: {
      input: t.arg({ type: EditMemoryInput, required: true, description: 'The memory and its new words.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, editMemory, input),
  }),
);
