import { setMemoryPersonal } from '#application/review/set-memory-personal.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const SetMemoryPersonalInput = builder.inputType('SetMemoryPersonalInput', {
  description: 'A memory of your own, and whether it is for you alone.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    isPersonal: t.boolean({
      required: true,
      description: 'True: for you alone, and no longer mandatory. False: for its audience.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('setMemoryPersonal', (t) =>
  t.field({
    type: memoryPayload('SetMemoryPersonalPayload'),
    description:
      'The contributor of a memory makes it personal, or shares it again; for anyone else it is not found. Undone by the opposite.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'SetMemoryPersonalResult',
        description: 'The memory after the mutation, or why it was refused.',
      },
    },
    args: {
      input: t.arg({
        type: SetMemoryPersonalInput,
        required: true,
        description: 'The input of `setMemoryPersonal`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, setMemoryPersonal, input),
  }),
);
