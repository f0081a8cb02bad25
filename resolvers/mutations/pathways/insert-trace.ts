import { insertTrace, type TraceOutcome } from '#application/pathways/insert-trace.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { observationFields } from '#resolvers/mutations/steps/trace-input.ts';
import { PathwayTrace } from '#resolvers/pathway-trace.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const InsertTraceInput = builder.inputType('InsertTraceInput', {
  description: 'The observations of one run of a pathway.',
  fields: (t) => ({
    taskClass: t.string({
      required: true,
      description: 'What the work was, as `scrum_review`; not empty, at most 1,024 characters.',
    }),
    filePath: t.string({
      required: true,
      description: 'The file that it was about, at most 1,024 characters.',
    }),
    ...observationFields(t),
    ...commonFields(t),
  }),
});

const InsertTracePayload = builder
  .objectRef<TraceOutcome & { readonly applied: boolean }>('InsertTracePayload')
  .implement({
    description: 'The result of `insertTrace`: the trace that was stored.',
    fields: (t) => ({
      trace: t.field({
        type: PathwayTrace,
        nullable: true,
        description: 'The trace as it was stored, with personal text redacted.',
        resolve: ({ traceId }, _args, { reads }) => reads.loaders.traces.load(traceId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('insertTrace', (t) =>
  t.field({
    type: InsertTracePayload,
    description: 'A pipeline records one observed run; its pathway is made when it is the first.',
    errors: {
      types: refusalTypes,
      union: { name: 'InsertTraceResult', description: 'The new trace, or why not.' },
    },
    args: {
      input: t.arg({ type: InsertTraceInput, required: true, description: 'The input of `insertTrace`.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, insertTrace, input),
  }),
);
