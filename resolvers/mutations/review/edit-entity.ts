import { editEntity } from '#application/review/edit-entity.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { entityPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const EditEntityInput = builder.inputType('EditEntityInput', {
  description: 'The entity to reword, and its new words.',
  fields: (t) => ({
    id: t.id({ ...idOf('Entity'), required: true, description: 'The id of the entity (`ent_…`).' }),
    content: t.string({
      required: false,
      description: 'The new wording, 1 to 32,768 characters; absent: left alone.',
    }),
    name: t.string({
      required: false,
      description: 'The new name, 1 to 200 characters; absent: left alone.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('editEntity', (t) =>
  t.field({
    type: entityPayload('EditEntityPayload'),
    description:
      'A reviewer, or its contributor while it is a candidate, rewords an entity. Every former wording stays in `revisions`; an edit that changes nothing writes nothing.',
    errors: {
      types: refusalTypes,
      union: { name: 'EditEntityResult', description: 'The reworded entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: EditEntityInput,
        required: true,
        description: 'The entity to reword, and its new words.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, editEntity, input),
  }),
);
