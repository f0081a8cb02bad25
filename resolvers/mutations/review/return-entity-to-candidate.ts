import { returnEntityToCandidate } from '#application/review/return-entity-to-candidate.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { entityPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ReturnEntityToCandidateInput = builder.inputType('ReturnEntityToCandidateInput', {
  description: 'The entity to put back into the queue.',
  fields: (t) => ({
    id: t.id({ ...idOf('Entity'), required: true, description: 'The id of the entity (`ent_…`).' }),

    ...decisionFields(t),
  }),
});

builder.mutationField('returnEntityToCandidate', (t) =>
  t.field({
    type: entityPayload('ReturnEntityToCandidatePayload'),
    description:
      'A reviewer undoes a promotion or a rejection: the entity stands in the queue again, the memory it came from is given back, and what its promotion superseded is ACTIVE again.',
    errors: {
      types: refusalTypes,
      union: { name: 'ReturnEntityToCandidateResult', description: 'The returned entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: ReturnEntityToCandidateInput,
        required: true,
        description: 'The entity to put back into the queue.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, returnEntityToCandidate, input),
  }),
);
