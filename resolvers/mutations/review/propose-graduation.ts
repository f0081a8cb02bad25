import { proposeGraduation } from '#application/review/propose-graduation.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { entityPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { EntityType } from '#resolvers/schema/enums.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ProposeGraduationInput = builder.inputType('ProposeGraduationInput', {
  description: 'The active memory, and the entity that it is to become.',
  fields: (t) => ({
    memoryId: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory, `mem_…`; it is ACTIVE and not personal.',
    }),
    entityType: t.field({
      type: EntityType,
      required: true,
      description: 'The type of the proposed entity.',
    }),
    name: t.string({ required: true, description: 'What it is called, 1 to 200 characters.' }),
    content: t.string({
      required: false,
      description: 'The content of the entity, 1 to 32,768 characters; absent: the content of the memory.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('proposeGraduation', (t) =>
  t.field({
    type: entityPayload('ProposeGraduationPayload'),
    description:
      'A reviewer proposes that an active memory becomes an entity. The memory is frozen until the proposal is decided. Undone by `deleteCandidate` or `rejectEntity`.',
    errors: {
      types: refusalTypes,
      union: { name: 'ProposeGraduationResult', description: 'The proposed entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: ProposeGraduationInput,
        required: true,
        description: 'The memory and the entity.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, proposeGraduation, input),
  }),
);
