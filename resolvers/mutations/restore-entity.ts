import { restoreEntity } from '#application/restore-entity.ts';
import { builder } from '../builder.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { decisionFields } from './input-fields.ts';
import { entityPayload } from './item-payloads.ts';

const RestoreEntityInput = builder.inputType('RestoreEntityInput', {
  description: 'The superseded entity.',
  fields: (t) => ({
    id: t.id({ required: true, description: '`ent_…`' }),

    ...decisionFields(t),
  }),
});

builder.mutationField('restoreEntity', (t) =>
  t.field({
    type: entityPayload('RestoreEntityPayload'),
    description: 'The undo of superseding: the entity has its place again.',
    errors: {
      types: refusalTypes,
      union: { name: 'RestoreEntityResult', description: 'The restored entity, or why not.' },
    },
    args: {
      input: t.arg({ type: RestoreEntityInput, required: true, description: 'The superseded entity.' }),
    },
    resolve: (_root, { input }, context) => carryOutMutation(context, restoreEntity, input),
  }),
);
