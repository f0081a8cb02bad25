import { retireEntity } from '#application/review/retire-entity.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { entityPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const RetireEntityInput = builder.inputType('RetireEntityInput', {
  description: 'The entity that is believed no more.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Entity'),
      required: true,
      description: 'The id of the entity (`ent_…`), which must be ACTIVE.',
    }),
    reason: t.string({
      required: true,
      description: 'Why the item is believed no more; 1 to 2,000 characters.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('retireEntity', (t) =>
  t.field({
    type: entityPayload('RetireEntityPayload'),
    description:
      'A reviewer says that an ACTIVE entity is believed no more, and that nothing takes its place: it becomes RETIRED. Undone by `restoreEntity`.',
    errors: {
      types: refusalTypes,
      union: { name: 'RetireEntityResult', description: 'The retired entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: RetireEntityInput,
        required: true,
        description: 'The entity to retire, and the reason.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, retireEntity, input),
  }),
);
