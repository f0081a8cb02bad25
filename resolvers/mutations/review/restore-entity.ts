import { restoreEntity } from '#application/review/restore-entity.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { entityPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const RestoreEntityInput = builder.inputType('RestoreEntityInput', {
  description: 'The superseded or retired entity.',
  fields: (t) => ({
    id: t.id({ ...idOf('Entity'), required: true, description: 'The id of the entity (`ent_…`).' }),

    ...decisionFields(t),
  }),
});

builder.mutationField('restoreEntity', (t) =>
  t.field({
    type: entityPayload('RestoreEntityPayload'),
    description:
      'The undo of superseding and of retiring: the entity is ACTIVE again. A successor that was promoted by the superseding, still stands and took no other place returns to the review queue.',
    errors: {
      types: refusalTypes,
      union: { name: 'RestoreEntityResult', description: 'The restored entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: RestoreEntityInput,
        required: true,
        description: 'The superseded or retired entity.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, restoreEntity, input),
  }),
);
