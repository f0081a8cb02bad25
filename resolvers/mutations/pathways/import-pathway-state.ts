import type { ImportPathwayStateOutcome } from '#application/pathways/import-pathway-state.ts';
import { importPathwayState } from '#application/pathways/import-pathway-state.ts';
import type { SkippedTraces as SkippedTracesShape } from '#domain/pathways/pathway-state.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ImportPathwayStateInput = builder.inputType('ImportPathwayStateInput', {
  description: 'A pathway state file of the specification, to be imported.',
  fields: (t) => ({
    state: t.field({ type: 'JSON', required: true, description: 'What `state.json` holds, as an object.' }),
    ...commonFields(t),
  }),
});

const SkippedTraces = builder.objectRef<SkippedTracesShape>('SkippedTraces').implement({
  description: 'Traces that were left out for one reason.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description:
        'trace.malformed, pathway_id.mismatch, trace_uid.repeated, trace_uid.already_present or chain.broken.',
    }),
    count: t.exposeInt('count', { description: 'How many traces were left out for this reason.' }),
  }),
});

const ImportPathwayStatePayload = builder
  .objectRef<ImportPathwayStateOutcome & { readonly applied: boolean }>('ImportPathwayStatePayload')
  .implement({
    description: 'What was taken of the file.',
    fields: (t) => ({
      pathways: t.exposeInt('pathways', { description: 'Pathways that took a trace.' }),
      traces: t.exposeInt('traces', { description: 'Traces that were taken, legacy ones among them.' }),
      legacyTraces: t.exposeInt('legacyTraces', {
        description: 'Traces that came without a uid, and have one now.',
      }),
      skipped: t.field({
        type: [SkippedTraces],
        description: 'What was left out, by reason: always whole chains.',
        resolve: ({ skipped }) => skipped,
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('importPathwayState', (t) =>
  t.field({
    type: ImportPathwayStatePayload,
    description:
      'Takes in traces as the specification writes them, redacted. Chains that are there already are left out, so that the same file twice changes nothing.',
    errors: {
      types: refusalTypes,
      union: { name: 'ImportPathwayStateResult', description: 'What was taken, or why nothing.' },
    },
    args: {
      input: t.arg({
        type: ImportPathwayStateInput,
        required: true,
        description: 'The input of `importPathwayState`.',
      }),
    },
    resolve: (_root, { input }, context) =>
      runMutation(context, importPathwayState, { ...input, state: input.state }),
  }),
);
