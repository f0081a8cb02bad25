import { mandateMemory } from '#application/evidence/mandate-memory.ts';
import { type RecordEvidenceOutcome, recordEvidence } from '#application/evidence/record-evidence.ts';
import { voteMemory } from '#application/evidence/vote-memory.ts';
import { DetectionType, Evidence } from '#resolvers/evidence.ts';
import { Memory } from '#resolvers/memory.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { memoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';

const MandateMemoryInput = builder.inputType('MandateMemoryInput', {
  description: 'A memory, whether it is mandatory, and for whom.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    mandatory: t.boolean({
      required: true,
      description: 'True: part of what its audience is given. False: no longer.',
    }),
    audience: t.stringList({
      required: false,
      description:
        'The groups that it is for from now on, each known to the tenant; empty: the whole tenant. Absent: left alone.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(mandateMemory, {
  description:
    'An admin makes a memory part of what its audience is given, or takes that back. Personal memories are refused.',
  input: MandateMemoryInput,
  payload: memoryPayload('MandateMemoryPayload'),
  result: 'The memory after the mutation, or why it was refused.',
});

const RecordEvidenceInput = builder.inputType('RecordEvidenceInput', {
  description: 'A verification event. It takes no confidence: that is computed.',
  fields: (t) => ({
    memoryId: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory (`mem_…`): what was verified.',
    }),
    detectionType: t.field({
      type: DetectionType,
      required: true,
      description: 'How the evidence came about.',
    }),
    userQuote: t.string({ required: false, description: 'What the person said; at most 32,768 characters.' }),
    sourceRef: t.string({
      required: false,
      description: 'Where the evidence was given, in your words; at most 2,000 characters.',
    }),
    sourceUser: t.string({
      required: false,
      description:
        'Who verified, which a service alone says of somebody else. People whom the tenant does not know count as the service. Absent: you.',
    }),
    ...decisionFields(t),
  }),
});

const RecordEvidencePayload = builder
  .objectRef<RecordEvidenceOutcome & { readonly applied: boolean }>('RecordEvidencePayload')
  .implement({
    description: 'The evidence, and the memory after it.',
    fields: (t) => ({
      evidence: t.field({
        type: Evidence,
        nullable: true,
        description: 'The verification event; null when the viewer no longer sees its memory.',
        resolve: ({ evidenceId }, _args, { reads }) => reads.loaders.evidence.load(evidenceId),
      }),
      memory: t.field({
        type: Memory,
        nullable: true,
        description: 'The item as the viewer sees it now; null when they no longer do.',
        resolve: ({ memoryId }, _args, { reads }) => reads.loaders.memories.load(memoryId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

governedMutation(recordEvidence, {
  description:
    'Keeps that a person corrected, confirmed or defined what a memory says; the memory’s confidence follows by code. Evidence by who wrote the words or brought their source in raises nothing; a quote that denies the memory is refused. Raises no revision.',
  input: RecordEvidenceInput,
  payload: RecordEvidencePayload,
  result: 'The recorded evidence, or why the mutation was refused.',
});

const VoteChoice = builder.enumType('VoteChoice', {
  description: 'A vote on a memory, or taking it back.',
  values: {
    UP: { description: 'The memory is helpful.' },
    DOWN: { description: 'The memory is not helpful.' },
    NONE: { description: 'Removes the vote of the viewer.' },
  },
});

const VoteMemoryInput = builder.inputType('VoteMemoryInput', {
  description: 'One user’s vote about one memory.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    vote: t.field({ type: VoteChoice, required: true, description: 'Takes the place of your last vote.' }),
    ...decisionFields(t),
  }),
});

governedMutation(voteMemory, {
  description: 'Votes about a memory; one vote a user, changeable. Raises no revision.',
  input: VoteMemoryInput,
  payload: memoryPayload('VoteMemoryPayload'),
  result: 'The memory with its votes, or why not.',
});
