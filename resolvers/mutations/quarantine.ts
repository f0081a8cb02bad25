import {
  type ReleaseQuarantineOutcome,
  releaseQuarantine,
} from '#application/quarantine/release-quarantine.ts';
import { type QuarantineOutcome, setQuarantine } from '#application/quarantine/set-quarantine.ts';
import { ImpactOrigin } from '#resolvers/items/impact.ts';
import { Quarantine } from '#resolvers/items/quarantine.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, findItem } from '#resolvers/schema/candidate.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';

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
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(setQuarantine, {
  description:
    'An admin withholds, in one step, all memories and entities that came from an origin and what was derived of them: they are hidden from all but reviewers, auditors and admins. Undone by `releaseQuarantine`.',
  input: QuarantineInput,
  payload: QuarantinePayload,
});

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
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(releaseQuarantine, {
  description:
    'An admin releases what a quarantine withholds, whole or item by item: it is what it was. What another quarantine names, too, stays hidden.',
  input: ReleaseQuarantineInput,
  payload: ReleaseQuarantinePayload,
});
