import { setOwner } from '#application/verification/set-owner.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { candidatePayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';
import { OwnerKind } from '#resolvers/verification.ts';

const OwnerInput = builder.inputType('OwnerInput', {
  description: 'Who looks after an item.',
  fields: (t) => ({
    kind: t.field({
      type: OwnerKind,
      required: true,
      description: 'Whether the owner is a user or a group.',
    }),
    name: t.string({ required: true, description: 'The name that tokens carry, 1 to 200 characters.' }),
  }),
});

const SetOwnerInput = builder.inputType('SetOwnerInput', {
  description: 'An item, and who looks after it.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the item: a memory, `mem_…`, or an entity, `ent_…`.',
    }),
    owner: t.field({
      type: OwnerInput,
      required: false,
      description: 'Who looks after it; absent or null: nobody in particular.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('setOwner', (t) =>
  t.field({
    type: candidatePayload('SetOwnerPayload'),
    description:
      'A reviewer says who looks after a memory or an entity: its entries stand in their inbox under `mine`. It gives nobody a right. Undone by setting the former owner.',
    errors: {
      types: refusalTypes,
      union: { name: 'SetOwnerResult', description: 'The item, or why its owner was not set.' },
    },
    args: {
      input: t.arg({
        type: SetOwnerInput,
        required: true,
        description: 'The item, and its new owner or none.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, setOwner, input),
  }),
);
