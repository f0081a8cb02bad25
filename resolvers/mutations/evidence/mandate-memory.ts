import { mandateMemory } from '#application/evidence/mandate-memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const MandateMemoryInput = builder.inputType('MandateMemoryInput', {
  description: 'A memory, whether it is mandatory, and for whom.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    mandatory: t.boolean({
      required: true,
      description: 'True: part of what its audience is given. False: no longer.',
    }),
    audience: t.stringList({
      required: false,
      description:
        'The groups that it is for from now on, each known to the tenant; empty: the whole tenant. Absent: left alone.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('mandateMemory', (t) =>
  t.field({
    type: memoryPayload('MandateMemoryPayload'),
    description:
      'An admin makes a memory part of what its audience is given, or takes that back. Personal memories are refused.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'MandateMemoryResult',
        description: 'The memory after the mutation, or why it was refused.',
      },
    },
    args: {
      input: t.arg({
        type: MandateMemoryInput,
        required: true,
        description: 'The input of `mandateMemory`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, mandateMemory, input),
  }),
);
