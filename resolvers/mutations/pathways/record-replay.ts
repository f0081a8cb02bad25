import { type RecordReplayOutcome, recordReplay } from '#application/pathways/record-replay.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { Pathway } from '#resolvers/pathway.ts';
import { PathwayTrace } from '#resolvers/pathway-trace.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { traceIdOrUid } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const RecordReplayInput = builder.inputType('RecordReplayInput', {
  description: 'A replay of a trace, and how it ended.',
  fields: (t) => ({
    traceUid: t.id({
      ...traceIdOrUid,
      required: true,
      description: 'The `traceUid` of the trace that was applied, or its id (`trc_…`).',
    }),
    succeeded: t.boolean({
      required: true,
      description: "Whether the outcome matched the trace's verdict.",
    }),
    ...commonFields(t),
  }),
});

const RecordReplayPayload = builder
  .objectRef<RecordReplayOutcome & { readonly applied: boolean }>('RecordReplayPayload')
  .implement({
    description: 'The trace and its pathway, with the replay counted.',
    fields: (t) => ({
      trace: t.field({
        type: PathwayTrace,
        nullable: true,
        description: 'The trace that was replayed, with its new counts.',
        resolve: ({ traceId }, _args, { reads }) => reads.loaders.traces.load(traceId),
      }),
      pathway: t.field({
        type: Pathway,
        nullable: true,
        description: 'The pathway of the trace; it is retired when this replay failed the gate.',
        resolve: ({ pathwayRef }, _args, { reads }) => reads.loaders.pathways.load(pathwayRef),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('recordReplay', (t) =>
  t.field({
    type: RecordReplayPayload,
    description:
      'Counts a replay. A pathway with three replays or more, of which less than 80 of 100 succeeded, is retired for good.',
    errors: {
      types: refusalTypes,
      union: { name: 'RecordReplayResult', description: 'The counts, or why there are none.' },
    },
    args: {
      input: t.arg({ type: RecordReplayInput, required: true, description: 'The input of `recordReplay`.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, recordReplay, input),
  }),
);
