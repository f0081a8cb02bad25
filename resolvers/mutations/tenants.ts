import { type DeclareGroupsOutcome, declareGroups } from '#application/tenants/declare-groups.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { builder } from '#resolvers/schema/builder.ts';

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

governedMutation(declareGroups, {
  description:
    'An admin makes groups known to the tenant before any token carries them, so that they may be an audience.',
  input: DeclareGroupsInput,
  payload: DeclareGroupsPayload,
});
