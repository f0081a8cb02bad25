import type { InputFieldBuilder } from '@pothos/core';
import { builder } from '#resolvers/schema/builder.ts';

type Fields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

const LadderAttemptInput = builder.inputType('LadderAttemptInput', {
  description: 'One attempt of a model on one rung of the ladder.',
  fields: (t) => ({
    rung: t.int({ required: true, description: 'The rung of the ladder of models that was tried, from 0.' }),
    model: t.string({ required: true, description: 'The model that was asked.' }),
    latencyMs: t.float({ required: true, description: 'How long it took, in milliseconds.' }),
    accepted: t.boolean({ required: true, description: 'Whether the answer of the model was accepted.' }),
    rejectReason: t.string({
      required: false,
      description: 'Why the answer was not accepted; it is redacted when it is written.',
    }),
  }),
});

const KbChunkRefInput = builder.inputType('KbChunkRefInput', {
  description: 'A piece of a knowledge base that the reviewer was given.',
  fields: (t) => ({
    sourceDoc: t.string({ required: true, description: 'The document it is of.' }),
    chunkId: t.string({
      required: true,
      description: 'The id of the chunk in its knowledge base; a `chk_…` of this gateway becomes a link.',
    }),
    cosineScore: t.float({ required: true, description: 'How near it was, from -1 to 1.' }),
    rank: t.int({
      required: true,
      description: 'The position of the chunk among those that were retrieved.',
    }),
  }),
});

const ObserverSignalInput = builder.inputType('ObserverSignalInput', {
  description: 'What an observer made of the behaviour during the run.',
  fields: (t) => ({
    class: t.string({
      required: true,
      description: 'The signal class that was given, such as `CONVERGING`.',
    }),
    priors: t.stringList({
      required: true,
      defaultValue: [],
      description: 'What it took from before; redacted.',
    }),
    priorIterOutcomes: t.stringList({
      required: true,
      defaultValue: [],
      description: 'How the iterations before ended; redacted.',
    }),
  }),
});

const BridgeHitInput = builder.inputType('BridgeHitInput', {
  description: 'A look-up in the documentation of a library.',
  fields: (t) => ({
    library: t.string({ required: true, description: 'The library whose documentation was looked up.' }),
    version: t.string({ required: false, description: 'The version of the library; absent: not known.' }),
    resultSummary: t.string({
      required: true,
      description: 'A summary of what was found; personal text is redacted before it is stored.',
    }),
  }),
});

const SubPipelineCallInput = builder.inputType('SubPipelineCallInput', {
  description: 'A call of another pipeline during the run.',
  fields: (t) => ({
    pipeline: t.string({
      required: true,
      description: 'The name of the pipeline that was called, such as `extract`.',
    }),
    resultSummary: t.string({
      required: false,
      description: 'What came of the call; free text is redacted when it is written.',
    }),
  }),
});

const AuditConsensusInput = builder.inputType('AuditConsensusInput', {
  description: 'What auditors of different lineages agreed on.',
  fields: (t) => ({
    pass: t.boolean({ required: true, description: 'Whether the auditing models accepted the result.' }),
    models: t.stringList({ required: true, description: 'The names of the models that audited the result.' }),
    disagreements: t.stringList({
      required: true,
      defaultValue: [],
      description: 'The points on which the models disagreed; personal text is redacted before it is stored.',
    }),
  }),
});

const TypeHintInput = builder.inputType('TypeHintInput', {
  description: 'A type hint that the reviewing model was given.',
  fields: (t) => ({
    source: t.string({ required: true, description: 'The source of the signal.' }),
    symbol: t.string({ required: true, description: 'What it is the type of.' }),
    typeRepr: t.string({ required: true, description: 'The type as it was written; redacted.' }),
  }),
});

const BugFingerprintInput = builder.inputType('BugFingerprintInput', {
  description: 'The structure of a bug that the reviewer caught.',
  fields: (t) => ({
    flag: t.string({ required: true, description: 'What kind of bug, as `OffByOne`.' }),
    patternKey: t.string({ required: true, description: 'The hash of its structure.' }),
    example: t.string({
      required: true,
      description: 'An example in which it showed; personal text is redacted before it is stored.',
    }),
    occurrences: t.int({ required: true, description: 'How often the bug was met.' }),
  }),
});

/** Observations of a trace. In a revision, absent fields keep their values. */
export const observationFields = (t: Fields) => ({
  signalClass: t.string({ required: false, description: 'How the run behaved, as `CONVERGING`.' }),
  ladderAttempts: t.field({
    type: [LadderAttemptInput],
    required: false,
    description: 'The attempts, in the order they were made; at most 500, as in every list here.',
  }),
  kbChunks: t.field({
    type: [KbChunkRefInput],
    required: false,
    description: 'What the reviewer was given to read.',
  }),
  observerSignals: t.field({
    type: [ObserverSignalInput],
    required: false,
    description: 'What observers made of the run.',
  }),
  bridgeHits: t.field({
    type: [BridgeHitInput],
    required: false,
    description: 'The look-ups in documentation during the run.',
  }),
  subPipelineCalls: t.field({
    type: [SubPipelineCallInput],
    required: false,
    description: 'The calls of other pipelines during the run.',
  }),
  auditConsensus: t.field({
    type: AuditConsensusInput,
    required: false,
    description: 'What the auditing models agreed on.',
  }),
  reducerSummary: t.string({
    required: false,
    description: 'What the reducer concluded, at most 32,768 characters; redacted before it is stored.',
  }),
  finalVerdict: t.string({
    required: false,
    description: 'The verdict, at most 32,768 characters; redacted before it is stored.',
  }),
  semanticFlags: t.stringList({
    required: false,
    description:
      'What was wrong in meaning: UnitMismatch, TypeConfusion, NullableConfusion, OffByOne, StaleReference, PseudoImpl, DeadCode, WarningNoise, BoundaryViolation.',
  }),
  typeHintsUsed: t.field({
    type: [TypeHintInput],
    required: false,
    description: 'The type hints that the reviewing model was given.',
  }),
  bugFingerprints: t.field({
    type: [BugFingerprintInput],
    required: false,
    description: 'The structures of bugs that were caught.',
  }),
  subjectIds: t.stringList({
    required: false,
    description: 'Whom the trace is about, by id of 1 to 200 characters; taken out of its free text.',
  }),
});
