import { createMemory } from '#application/review/create-memory.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { MemoryKind } from '#resolvers/schema/enums.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const CreateMemoryInput = builder.inputType('CreateMemoryInput', {
  description:
    'A candidate in the words of its contributor. Names have 1 to 200 characters, lists at most 50 of them.',
  fields: (t) => ({
    project: t.string({ required: true, description: 'The project that the item belongs to.' }),
    kind: t.field({ type: MemoryKind, required: true, description: 'The kind of statement.' }),
    content: t.string({ required: true, description: 'The statement, 1 to 32,768 characters.' }),
    summary: t.string({ required: false, description: 'A summary of the content, 1 to 2,000 characters.' }),
    subjectId: t.string({
      required: false,
      description: 'The subject that the memory is about, as the caller names it.',
    }),
    domain: t.string({
      required: false,
      description: 'The domain of the memory; absent: the keyword table gives it.',
    }),
    tags: t.stringList({ required: false, description: 'Words by which the memory is found.' }),
    isPersonal: t.boolean({
      required: false,
      description: 'True: only the contributor and admins see the memory.',
    }),
    audience: t.stringList({
      required: false,
      description: 'The groups it is for, each known to the tenant; absent or empty: the whole tenant.',
    }),
    sensitivityLabels: t.stringList({
      required: false,
      description: 'Labels that are known from the start.',
    }),
    ...commonFields(t),
  }),
});

builder.mutationField('createMemory', (t) =>
  t.field({
    type: memoryPayload('CreateMemoryPayload'),
    description:
      'A contributor writes a candidate by hand: allowed, flagged, discouraged. Extract from real text where there is any.',
    errors: {
      types: refusalTypes,
      union: { name: 'CreateMemoryResult', description: 'The new candidate, or why not.' },
    },
    args: {
      input: t.arg({ type: CreateMemoryInput, required: true, description: 'The input of `createMemory`.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, createMemory, input),
  }),
);
