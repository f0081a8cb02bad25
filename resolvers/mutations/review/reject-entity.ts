import { rejectEntity } from '#application/review/reject-entity.ts';
import { decisionFields, rejectionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { entityPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const RejectEntityInput = builder.inputType('RejectEntityInput', {
  description: 'Which entity `rejectEntity` rejects, and why.',
  fields: (t) => ({
    id: t.id({ ...idOf('Entity'), required: true, description: 'The id of the entity (`ent_…`).' }),
    reason: t.string({
      required: true,
      description:
        'The reason for the decision, 1 to 2,000 characters; the contributor of the item reads it.',
    }),
    ...rejectionFields(t),
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
      input: t.arg({ type: RejectEntityInput, required: true, description: 'The input of `rejectEntity`.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, rejectEntity, input),
  }),
);
