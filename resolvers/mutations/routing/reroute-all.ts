import { type RerouteAllOutcome, rerouteAll } from '#application/routing/reroute-all.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const RerouteAllInput = builder.inputType('RerouteAllInput', {
  description: 'How far to go; empty: over every extraction.',
  fields: (t) => ({
    after: t.string({
      required: false,
      description: 'Goes on after this `endCursor` of a pass before; absent: from the first extraction.',
    }),
    limit: t.int({
      required: false,
      description: 'Stops after so many extractions, at least 1; absent: goes on to the last.',
    }),
    ...commonFields(t),
  }),
});

const RerouteAllPayload = builder
  .objectRef<RerouteAllOutcome & { readonly applied: boolean }>('RerouteAllPayload')
  .implement({
    description: 'What routing all extractions again has changed.',
    fields: (t) => ({
      considered: t.exposeInt('considered', { description: 'How many extractions were routed again.' }),
      inserted: t.exposeInt('inserted', {
        description: 'How many have an item under this version of the rules now and had none.',
      }),
      updated: t.exposeInt('updated', {
        description: 'How many workflow items have another status than before.',
      }),
      unchanged: t.exposeInt('unchanged', {
        description: 'How many have the same status, or a decision of a person.',
      }),
      refused: t.exposeInt('refused', {
        description: 'How many were rejected once, so that routing does not approve them.',
      }),
      endCursor: t.exposeString('endCursor', {
        nullable: true,
        description: 'For `after` of the next pass; null when there was no extraction.',
      }),
      complete: t.exposeBoolean('complete', {
        description: 'True when all items were routed again; false when `limit` stopped the run.',
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('rerouteAll', (t) =>
  t.field({
    type: RerouteAllPayload,
    description:
      'The pass after a new version of the rules, for admins: routes every extraction again with the flags of its last routing. It works in batches, each with its audit events; interrupted, it goes on where it was when it is called again.',
    errors: {
      types: refusalTypes,
      union: { name: 'RerouteAllResult', description: 'What the pass did, or why there was none.' },
    },
    args: {
      input: t.arg({ type: RerouteAllInput, required: true, description: 'The input of `rerouteAll`.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, rerouteAll, input),
  }),
);
