import {
  type ImportPathwayStateOutcome,
  importPathwayState,
} from '#application/pathways/import-pathway-state.ts';
import { insertTrace, type TraceOutcome } from '#application/pathways/insert-trace.ts';
import { type RecordReplayOutcome, recordReplay } from '#application/pathways/record-replay.ts';
import { type ReviseTraceOutcome, reviseTrace } from '#application/pathways/revise-trace.ts';
import type { SkippedTraces as SkippedTracesShape } from '#domain/pathways/pathway-state.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { observationFields } from '#resolvers/mutations/steps/trace-input.ts';
import { Pathway } from '#resolvers/pathways/pathway.ts';
import { PathwayTrace } from '#resolvers/pathways/pathway-trace.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { traceIdOrUid } from '#resolvers/schema/filters/id-arguments.ts';

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
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(importPathwayState, {
  description:
    'Takes in traces as the specification writes them, redacted. Chains that are there already are left out, so that the same file twice changes nothing.',
  input: ImportPathwayStateInput,
  toInput: (input) => ({ ...input, state: input.state }),
  payload: ImportPathwayStatePayload,
});

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
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(insertTrace, {
  description: 'A pipeline records one observed run; its pathway is made when it is the first.',
  input: InsertTraceInput,
  payload: InsertTracePayload,
});

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
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(recordReplay, {
  description:
    'Counts a replay. A pathway with three replays or more, of which less than 80 of 100 succeeded, is retired for good.',
  input: RecordReplayInput,
  payload: RecordReplayPayload,
});

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
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(reviseTrace, {
  description:
    'Supersedes a head by a new version, whose counters start from zero. Who comes second with the same head is refused.',
  input: ReviseTraceInput,
  payload: ReviseTracePayload,
});
