import {
  type ReleaseQuarantineOutcome,
  releaseQuarantine,
} from '#application/quarantine/release-quarantine.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { Quarantine } from '#resolvers/quarantine.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, findItem } from '#resolvers/schema/candidate.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ReleaseQuarantineInput = builder.inputType('ReleaseQuarantineInput', {
  description: 'Which quarantine `releaseQuarantine` ends, whole or for some of its items.',
  fields: (t) => ({
    id: t.id({ ...idOf('Quarantine'), required: true, description: 'The id of the quarantine, `qua_…`.' }),
    itemIds: t.idList({
      ...idOf('Memory', 'Entity'),
      required: false,
      description: 'Memories and entities of it; absent: all of them.',
    }),
    ...commonFields(t),
  }),
});

const ReleaseQuarantinePayload = builder
  .objectRef<ReleaseQuarantineOutcome & { readonly applied: boolean }>('ReleaseQuarantinePayload')
  .implement({
    description: 'What was released, and what is still withheld.',
    fields: (t) => ({
      released: t.field({
        type: [Candidate],
        description: 'What this quarantine withholds no more; another may.',
        resolve: async ({ releasedIds }, _args, context) =>
          (await Promise.all(releasedIds.map((id) => findItem(context, id)))).filter((item) => item !== null),
      }),
      quarantine: t.field({
        type: Quarantine,
        nullable: true,
        description: 'The quarantine, with what it still withholds.',
        resolve: ({ quarantineId }, _args, { reads }) => reads.loaders.quarantines.load(quarantineId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('releaseQuarantine', (t) =>
  t.field({
    type: ReleaseQuarantinePayload,
    description:
      'An admin releases what a quarantine withholds, whole or item by item: it is what it was. What another quarantine names, too, stays hidden.',
    errors: {
      types: refusalTypes,
      union: { name: 'ReleaseQuarantineResult', description: 'What was released, or why nothing was.' },
    },
    args: {
      input: t.arg({
        type: ReleaseQuarantineInput,
        required: true,
        description: 'The quarantine after the mutation.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, releaseQuarantine, input),
  }),
);
