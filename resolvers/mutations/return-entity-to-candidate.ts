import { returnEntityToCandidate } from '#application/return-entity-to-candidate.ts';
import { builder } from '../builder.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { decisionFields } from './input-fields.ts';
import { entityPayload } from './item-payloads.ts';

const ReturnEntityToCandidateInput = builder.inputType('ReturnEntityToCandidateInput', {
  description: 'The entity to put back into the queue.',
  fields: (t) => ({
    id: t.id({ required: true, description: '`ent_…`' }),

    ...decisionFields(t),
  }),
});

builder.mutationField('returnEntityToCandidate', (t) =>
  t.field({
    type: entityPayload('ReturnEntityToCandidatePayload'),
    description:
      'A reviewer undoes a promotion or a rejection: the entity stands in the queue again, and the memory it came from is given back.',
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
    resolve: (_root, { input }, context) => carryOutMutation(context, returnEntityToCandidate, input),
  }),
);
