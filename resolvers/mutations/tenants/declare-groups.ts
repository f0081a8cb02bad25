import { type DeclareGroupsOutcome, declareGroups } from '#application/tenants/declare-groups.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const DeclareGroupsInput = builder.inputType('DeclareGroupsInput', {
  description: 'Groups that tokens will carry.',
  fields: (t) => ({
    groups: t.stringList({ required: true, description: 'At most 50 names of up to 200 characters.' }),
    ...commonFields(t),
  }),
});

const DeclareGroupsPayload = builder
  .objectRef<DeclareGroupsOutcome & { readonly applied: boolean }>('DeclareGroupsPayload')
  .implement({
    description: 'The groups that are known now.',
    fields: (t) => ({
      groups: t.stringList({
        description: 'Those that were named, sorted.',
        resolve: ({ groups }) => [...groups],
      }),
      applied: t.exposeBoolean('applied', { description: 'False for a dry run.' }),
    }),
  });

builder.mutationField('declareGroups', (t) =>
  t.field({
    type: DeclareGroupsPayload,
    description:
      'An admin makes groups known to the tenant before any token carries them, so that they may be an audience.',
    errors: {
      types: refusalTypes,
      union: { name: 'DeclareGroupsResult', description: 'The groups, or why not.' },
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
