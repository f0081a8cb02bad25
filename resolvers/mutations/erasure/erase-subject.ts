import { type EraseSubjectOutcome, eraseSubject } from '#application/erasure/erase-subject.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';
import { erasedPlaces, erasureReason } from './erasure-fields.ts';

const EraseSubjectInput = builder.inputType('EraseSubjectInput', {
  description: 'The person about whom `eraseSubject` removes everything for good.',
  fields: (t) => ({
    subjectId: t.string({
      required: true,
      description: 'The person: the `subjectId` of memories and interactions, and the user of personal ones.',
    }),
    reason: t.string(erasureReason),
    alsoErase: t.idList({
      ...idOf('Memory', 'Entity'),
      required: false,
      description:
        'Other memories and entities that hold the same words and are erased with them. While one of them is not named, the mutation is refused and names it.',
    }),
    ...commonFields(t),
  }),
});

const EraseSubjectPayload = builder
  .objectRef<EraseSubjectOutcome & { readonly applied: boolean }>('EraseSubjectPayload')
  .implement({
    description: 'The words that `eraseSubject` removed, by where they stood, and the ids of what is erased.',
    fields: (t) => ({
      erasedIds: t.exposeIDList('erasedIds', {
        description: 'The ids of the memories and entities that are ERASED now; by id.',
      }),
      interactionIds: t.exposeIDList('interactionIds', {
        description: 'The ids of the interactions whose text was removed; by id.',
      }),
      places: t.expose('places', erasedPlaces),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

builder.mutationField('eraseSubject', (t) =>
  t.field({
    type: EraseSubjectPayload,
    description:
      'An admin removes for good all that is about a person, wherever it stands: memories about them, their own personal ones, interactions about them with what was read from these, the words of their evidence, and their name as a subject of traces. `subjectReport` shows it before. There is no undo; ask for a dry run first.',
    errors: {
      types: refusalTypes,
      union: { name: 'EraseSubjectResult', description: 'What was removed, or why nothing was.' },
    },
    args: {
      input: t.arg({
        type: EraseSubjectInput,
        required: true,
        description: 'The person, and the reason.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, eraseSubject, input),
  }),
);
