import { rejectEntity } from '#application/reject-entity.ts';
import { builder } from '../builder.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { decisionFields } from './input-fields.ts';
import { entityPayload } from './item-payloads.ts';

const RejectEntityInput = builder.inputType('RejectEntityInput', {
  description: 'The candidate to reject.',
  fields: (t) => ({
    id: t.id({ required: true, description: '`ent_…`' }),
    reason: t.string({
      required: true,
      description: 'Why; 1 to 2,000 characters. Its contributor reads it.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('rejectEntity', (t) =>
  t.field({
    type: entityPayload('RejectEntityPayload'),
    description:
      'A reviewer rejects an entity: it becomes INVALID, and the memory it came from is given back. Undone by `returnEntityToCandidate`.',
    errors: {
      types: refusalTypes,
      union: { name: 'RejectEntityResult', description: 'The rejected entity, or why not.' },
    },
    args: {
      input: t.arg({ type: RejectEntityInput, required: true, description: 'The candidate to reject.' }),
    },
    resolve: (_root, { input }, context) => carryOutMutation(context, rejectEntity, input),
  }),
);
