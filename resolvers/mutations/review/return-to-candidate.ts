import { returnToCandidate } from '#application/review/return-to-candidate.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { candidatePayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ReturnToCandidateInput = builder.inputType('ReturnToCandidateInput', {
  description: 'The memory or entity to put back into the queue.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the candidate, `mem_…` or `ent_…`, as `candidates` lists it.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('returnToCandidate', (t) =>
  t.field({
    type: candidatePayload('ReturnToCandidatePayload'),
    description:
      'A reviewer undoes a promotion or a rejection: the memory or entity stands in the review queue again, and what its promotion superseded is ACTIVE again.',
    errors: {
      types: refusalTypes,
      union: { name: 'ReturnToCandidateResult', description: 'The returned memory or entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: ReturnToCandidateInput,
        required: true,
        description: 'The memory or entity to put back into the queue.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, returnToCandidate, input),
  }),
);
