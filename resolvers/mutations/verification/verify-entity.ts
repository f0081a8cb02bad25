import { verifyEntity } from '#application/verification/verify-entity.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { entityPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const VerifyEntityInput = builder.inputType('VerifyEntityInput', {
  description: 'The entity that still holds.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Entity'),
      required: true,
      description: 'The id of the entity, `ent_…`; it is ACTIVE or GRADUATED.',
    }),
    note: t.string({
      required: false,
      description: 'What the reviewer says of it, 1 to 2,000 characters.',
    }),
    verifyBy: t.field({
      type: 'DateTime',
      required: false,
      description: 'When the item is to be verified again, in the future; absent: at no date.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('verifyEntity', (t) =>
  t.field({
    type: entityPayload('VerifyEntityPayload'),
    description:
      'A reviewer says that a believed entity still holds. Settles its source drift and its overdue verification in the inbox.',
    errors: {
      types: refusalTypes,
      union: { name: 'VerifyEntityResult', description: 'The verified entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: VerifyEntityInput,
        required: true,
        description: 'The entity, and what is said of it.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, verifyEntity, input),
  }),
);
