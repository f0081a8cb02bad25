import { type SupersedeMemoryOutcome, supersedeMemory } from '#application/review/supersede-memory.ts';
import { Memory } from '#resolvers/memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const SupersedeMemoryInput = builder.inputType('SupersedeMemoryInput', {
  description: 'The memory, and what takes its place.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory (`mem_…`), which must be ACTIVE.',
    }),
    supersededById: t.id({
      ...idOf('Memory'),
      required: true,
      description:
        'The id of the successor, `mem_…`: it is ACTIVE, or a CANDIDATE, which is promoted in the same step by the rules of `promoteMemory`.',
    }),
    ...decisionFields(t),
  }),
});

const SupersedeMemoryPayload = builder
  .objectRef<SupersedeMemoryOutcome & { readonly applied: boolean }>('SupersedeMemoryPayload')
  .implement({
    description: 'Both memories after the mutation.',
    fields: (t) => ({
      superseded: t.field({
        type: Memory,
        nullable: true,
        description: 'What lost its place; null when the viewer does not see it any more.',
        resolve: ({ supersededId }, _args, { reads }) => reads.loaders.memories.load(supersededId),
      }),
      successor: t.field({
        type: Memory,
        nullable: true,
        description: 'What took it; null when the viewer does not see it any more.',
        resolve: ({ successorId }, _args, { reads }) => reads.loaders.memories.load(successorId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('supersedeMemory', (t) =>
  t.field({
    type: SupersedeMemoryPayload,
    description:
      'Another memory takes the place of an ACTIVE one, which stays readable with its interval. A successor that is a CANDIDATE is promoted in the same step. Undone by `restoreMemory`.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'SupersedeMemoryResult',
        description: 'Both memories after the mutation, or why it was refused.',
      },
    },
    args: {
      input: t.arg({
        type: SupersedeMemoryInput,
        required: true,
        description: 'The input of `supersedeMemory`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, supersedeMemory, input),
  }),
);
