import { type QuarantineOutcome, setQuarantine } from '#application/quarantine/set-quarantine.ts';
import { ImpactOrigin } from '#resolvers/impact.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { Quarantine } from '#resolvers/quarantine.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const QuarantineInput = builder.inputType('QuarantineInput', {
  description: 'What is withheld, and why.',
  fields: (t) => ({
    of: t.field({
      type: ImpactOrigin,
      required: true,
      description: 'The origin whose items are meant; exactly one is given.',
    }),
    reason: t.string({
      required: true,
      description: 'The reason for the quarantine, 1 to 2,000 characters; reviewers and auditors read it.',
    }),
    ...commonFields(t),
  }),
});

const QuarantinePayload = builder
  .objectRef<QuarantineOutcome & { readonly applied: boolean }>('QuarantinePayload')
  .implement({
    description: 'The quarantine after the mutation.',
    fields: (t) => ({
      quarantine: t.field({
        type: Quarantine,
        nullable: true,
        description: 'The quarantine, with what it withholds.',
        resolve: ({ quarantineId }, _args, { reads }) => reads.loaders.quarantines.load(quarantineId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('quarantine', (t) =>
  t.field({
    type: QuarantinePayload,
    description:
      'An admin withholds, in one step, all memories and entities that came from an origin and what was derived of them: they are hidden from all but reviewers, auditors and admins. Undone by `releaseQuarantine`.',
    errors: {
      types: refusalTypes,
      union: { name: 'QuarantineResult', description: 'The quarantine, or why there is none.' },
    },
    args: {
      input: t.arg({ type: QuarantineInput, required: true, description: 'The origin and the reason.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, setQuarantine, input),
  }),
);
