import { type SupersedeEntityOutcome, supersedeEntity } from '#application/review/supersede-entity.ts';
import { Entity } from '#resolvers/entity.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const SupersedeEntityInput = builder.inputType('SupersedeEntityInput', {
  description: 'The entity, and what takes its place.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Entity'),
      required: true,
      description: 'The id of the entity (`ent_…`), which must be ACTIVE.',
    }),
    supersededById: t.id({
      ...idOf('Entity'),
      required: true,
      description: 'The id of the successor, `ent_…`: another entity, which is ACTIVE.',
    }),
    ...decisionFields(t),
  }),
});

const SupersedeEntityPayload = builder
  .objectRef<SupersedeEntityOutcome & { readonly applied: boolean }>('SupersedeEntityPayload')
  .implement({
    description: 'Both entities after the mutation.',
    fields: (t) => ({
      superseded: t.field({
        type: Entity,
        nullable: true,
        description: 'The entity that was superseded.',
        resolve: ({ supersededId }, _args, { reads }) => reads.loaders.entities.load(supersededId),
      }),
      successor: t.field({
        type: Entity,
        nullable: true,
        description: 'The entity that took its place.',
        resolve: ({ successorId }, _args, { reads }) => reads.loaders.entities.load(successorId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('supersedeEntity', (t) =>
  t.field({
    type: SupersedeEntityPayload,
    description:
      'An active entity takes the place of another, which stays readable with its interval. Undone by `restoreEntity`.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'SupersedeEntityResult',
        description: 'Both entities after the mutation, or why it was refused.',
      },
    },
    args: {
      input: t.arg({
        type: SupersedeEntityInput,
        required: true,
        description: 'The input of `supersedeEntity`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, supersedeEntity, input),
  }),
);
