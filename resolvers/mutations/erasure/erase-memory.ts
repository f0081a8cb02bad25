import { type EraseOutcome, eraseMemory } from '#application/erasure/erase-memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';
import { erasedPlaces, erasureReason } from './erasure-fields.ts';

const EraseMemoryInput = builder.inputType('EraseMemoryInput', {
  description: 'The memory whose words `eraseMemory` removes for good.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory, `mem_…`, in any status but ERASED.',
    }),
    reason: t.string(erasureReason),
    alsoErase: t.idList({
      ...idOf('Memory', 'Entity'),
      required: false,
      description:
        'Other memories and entities that hold the same words, or stand in the same place of the source, and are erased with them. While one of them is not named, the mutation is refused and names it; what is named and holds none of the words is left as it is.',
    }),
    ...decisionFields(t),
  }),
});

const EraseMemoryPayload = builder
  .objectRef<EraseOutcome & { readonly applied: boolean }>('EraseMemoryPayload')
  .implement({
    description: 'The words that `eraseMemory` removed, by where they stood, and the ids of what is erased.',
    fields: (t) => ({
      erasedId: t.exposeID('erasedId', {
        description: 'The id of the memory, which is ERASED now and has no words.',
      }),
      alsoErasedIds: t.exposeIDList('alsoErasedIds', {
        description:
          'The ids of what was erased with it: entities that came of it, and what `alsoErase` named; by id.',
      }),
      places: t.expose('places', erasedPlaces),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

builder.mutationField('eraseMemory', (t) =>
  t.field({
    type: EraseMemoryPayload,
    description:
      'An admin removes the words of a memory for good, in every record, source and report of the tenant: characters of the same number stand in their place. The memory becomes ERASED, and what is ingested later with the same words has them removed, too. There is no undo; ask for a dry run first.',
    errors: {
      types: refusalTypes,
      union: { name: 'EraseMemoryResult', description: 'What was removed, or why nothing was.' },
    },
    args: {
      input: t.arg({
        type: EraseMemoryInput,
        required: true,
        description: 'The memory to erase, and the reason.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, eraseMemory, input),
  }),
);
