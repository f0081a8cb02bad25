import { editCandidate } from '#application/review/edit-candidate.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { candidatePayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const EditCandidateInput = builder.inputType('EditCandidateInput', {
  description: 'The memory or entity to reword, and its new words.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the candidate, `mem_…` or `ent_…`, as `candidates` lists it.',
    }),
    content: t.string({
      required: true,
      description: 'The new wording, 1 to 32,768 characters.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('editCandidate', (t) =>
  t.field({
    type: candidatePayload('EditCandidatePayload'),
    description:
      'A reviewer, or its contributor while it is a candidate, rewords a memory or an entity. Every former wording stays in `revisions`; an edit that changes nothing writes nothing.',
    errors: {
      types: refusalTypes,
      union: { name: 'EditCandidateResult', description: 'The reworded memory or entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: EditCandidateInput,
        required: true,
        description: 'The memory or entity to reword, and its new words.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, editCandidate, input),
  }),
);
