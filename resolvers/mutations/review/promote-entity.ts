import { promoteEntity } from '#application/review/promote-entity.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { entityPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const PromoteEntityInput = builder.inputType('PromoteEntityInput', {
  description: 'Which entity `promoteEntity` promotes.',
  fields: (t) => ({
    id: t.id({ ...idOf('Entity'), required: true, description: 'The id of the entity (`ent_…`).' }),

    ...decisionFields(t),
  }),
});

builder.mutationField('promoteEntity', (t) =>
  t.field({
    type: entityPayload('PromoteEntityPayload'),
    description:
      'A reviewer vouches for an entity: it becomes ACTIVE, and the memory it came from a pointer to it. What is believed, and whose changed source says this in its place, is superseded in the same step, as by `promoteMemory`. Undone by `returnEntityToCandidate`.',
    errors: {
      types: refusalTypes,
      union: { name: 'PromoteEntityResult', description: 'The promoted entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: PromoteEntityInput,
        required: true,
        description: 'The input of `promoteEntity`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, promoteEntity, input),
  }),
);
