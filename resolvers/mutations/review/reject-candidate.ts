import { rejectCandidate } from '#application/review/reject-candidate.ts';
import { decisionFields, rejectionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { candidatePayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const RejectCandidateInput = builder.inputType('RejectCandidateInput', {
  description: 'The candidate to reject, and why.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the candidate, `mem_…` or `ent_…`, as `candidates` lists it.',
    }),
    reason: t.string({
      required: true,
      description:
        'The reason for the decision, 1 to 2,000 characters; the contributor of the item may read it.',
    }),
    ...rejectionFields(t),
    ...decisionFields(t),
  }),
});

builder.mutationField('rejectCandidate', (t) =>
  t.field({
    type: candidatePayload('RejectCandidatePayload'),
    description:
      'A reviewer rejects a memory or an entity: it becomes INVALID and is not proposed again. Undone by `returnToCandidate`.',
    errors: {
      types: refusalTypes,
      union: { name: 'RejectCandidateResult', description: 'The rejected memory or entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: RejectCandidateInput,
        required: true,
        description: 'The candidate to reject, and why.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, rejectCandidate, input),
  }),
);
