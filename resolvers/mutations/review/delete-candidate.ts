import { deleteCandidate } from '#application/review/delete-candidate.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const DeleteCandidateInput = builder.inputType('DeleteCandidateInput', {
  description: 'Which candidate `deleteCandidate` deletes.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of a memory or an entity (`mem_…` or `ent_…`).',
    }),
    ...decisionFields(t),
  }),
});

const DeleteCandidatePayload = builder
  .objectRef<{ readonly deletedId: string; readonly applied: boolean }>('DeleteCandidatePayload')
  .implement({
    description: 'The result of `deleteCandidate`: what was deleted.',
    fields: (t) => ({
      deletedId: t.exposeID('deletedId', { description: 'The id that is no more.' }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('deleteCandidate', (t) =>
  t.field({
    type: DeleteCandidatePayload,
    description:
      'A reviewer deletes a candidate that was never believed: the undo of writing one. The statement may be proposed again.',
    errors: {
      types: refusalTypes,
      union: { name: 'DeleteCandidateResult', description: 'What was deleted, or why not.' },
    },
    args: {
      input: t.arg({
        type: DeleteCandidateInput,
        required: true,
        description: 'The input of `deleteCandidate`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, deleteCandidate, input),
  }),
);
