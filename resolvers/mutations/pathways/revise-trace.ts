import { type ReviseTraceOutcome, reviseTrace } from '#application/pathways/revise-trace.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { observationFields } from '#resolvers/mutations/steps/trace-input.ts';
import { PathwayTrace } from '#resolvers/pathway-trace.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { traceIdOrUid } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ReviseTraceInput = builder.inputType('ReviseTraceInput', {
  description: 'The head to supersede, and the fields that change; what is absent stays.',
  fields: (t) => ({
    traceUid: t.id({
      ...traceIdOrUid,
      required: true,
      description:
        'The `traceUid`, or the id (`trc_…`), of the head trace that is revised. It names one version: when another was written meanwhile, the mutation is refused, as with `expectedRevision` elsewhere.',
    }),
    taskClass: t.string({
      required: false,
      description:
        'The file as it is named from now on, within the same pathway; another pathway takes a new trace.',
    }),
    filePath: t.string({ required: false, description: 'Another file of the same pathway.' }),
    ...observationFields(t),
    ...commonFields(t),
  }),
});

const ReviseTracePayload = builder
  .objectRef<ReviseTraceOutcome & { readonly applied: boolean }>('ReviseTracePayload')
  .implement({
    description: 'The new head, and the version before.',
    fields: (t) => ({
      trace: t.field({
        type: PathwayTrace,
        nullable: true,
        description: 'The new revision, which is the head of its chain.',
        resolve: ({ traceId }, _args, { reads }) => reads.loaders.traces.load(traceId),
      }),
      previous: t.field({
        type: PathwayTrace,
        nullable: true,
        description:
          'The trace before this revision, which is superseded now; null when the viewer does not see it.',
        resolve: ({ previousId }, _args, { reads }) => reads.loaders.traces.load(previousId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('reviseTrace', (t) =>
  t.field({
    type: ReviseTracePayload,
    description:
      'Supersedes a head by a new version, whose counters start from zero. Who comes second with the same head is refused.',
    errors: {
      types: refusalTypes,
      union: { name: 'ReviseTraceResult', description: 'The new version, or why not.' },
    },
    args: {
      input: t.arg({ type: ReviseTraceInput, required: true, description: 'The input of `reviseTrace`.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, reviseTrace, input),
  }),
);
