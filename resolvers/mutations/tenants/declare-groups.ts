import { type DeclareGroupsOutcome, declareGroups } from '#application/tenants/declare-groups.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const DeclareGroupsInput = builder.inputType('DeclareGroupsInput', {
  description: 'Groups that tokens will carry.',
  fields: (t) => ({
    groups: t.stringList({
      required: true,
      description: 'The names of the groups: at most 50, of up to 200 characters each.',
    }),
    ...commonFields(t),
  }),
});

const DeclareGroupsPayload = builder
  .objectRef<DeclareGroupsOutcome & { readonly applied: boolean }>('DeclareGroupsPayload')
  .implement({
    description: 'The groups that are known now.',
    fields: (t) => ({
      groups: t.stringList({
        description: 'The groups that were declared, sorted by name.',
        resolve: ({ groups }) => [...groups],
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('declareGroups', (t) =>
  t.field({
    type: DeclareGroupsPayload,
    description:
      'An admin makes groups known to the tenant before any token carries them, so that they may be an audience.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'DeclareGroupsResult',
        description: 'The declared groups, or why the mutation was refused.',
      },
    },
    args: {
      input: t.arg({
        type: DeclareGroupsInput,
        required: true,
        description: 'The input of `declareGroups`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, declareGroups, input),
  }),
);
