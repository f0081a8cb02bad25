import { type DisputeMemoryOutcome, disputeMemory } from '#application/evidence/dispute-memory.ts';
import { mandateMemory } from '#application/evidence/mandate-memory.ts';
import { type RecordEvidenceOutcome, recordEvidence } from '#application/evidence/record-evidence.ts';
import { settleDispute } from '#application/evidence/settle-dispute.ts';
import { voteMemory } from '#application/evidence/vote-memory.ts';
import { DisputeVerdict } from '#resolvers/items/dispute.ts';
import { DetectionType, Evidence } from '#resolvers/items/evidence.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied, MemoryPayload, memoryAfter } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';

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
  payload: MemoryPayload,
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
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(recordEvidence, {
  description:
    'Keeps that a person corrected, confirmed or defined what a memory says; the memory’s confidence follows by code. Evidence by who wrote the words or brought their source in raises nothing; a quote that denies the memory is refused. Raises no revision.',
  input: RecordEvidenceInput,
  payload: RecordEvidencePayload,
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
  payload: MemoryPayload,
});

const DisputeMemoryInput = builder.inputType('DisputeMemoryInput', {
  description: 'A believed memory that does not hold, and by what. A quote, a reference, or both.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    quote: t.string({
      required: false,
      description: 'What was said against it; at most 32,768 characters.',
    }),
    reference: t.string({
      required: false,
      description: 'Where it was said, in your words; at most 2,000 characters.',
    }),
    statement: t.string({
      required: false,
      description:
        'What holds instead: it becomes a candidate of yours, in an open contradiction with the memory. At most 32,768 characters.',
    }),
    ...decisionFields(t),
  }),
});

const DisputeMemoryPayload = builder
  .objectRef<DisputeMemoryOutcome & { readonly applied: boolean }>('DisputeMemoryPayload')
  .implement({
    description: 'The disputed memory, and the candidate of the counter-statement.',
    fields: (t) => ({
      memory: t.field(memoryAfter),
      counterStatement: t.field({
        type: Memory,
        nullable: true,
        description: 'The candidate that `statement` became; null when none was given.',
        resolve: ({ counterId }, _args, { reads }) =>
          counterId === null ? null : reads.loaders.memories.load(counterId),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(disputeMemory, {
  description:
    'Says that a believed memory does not hold. No belief is raised; the memory is marked DISPUTED in bundles and waits in the inbox until a reviewer settles it with `settleDispute`. Each person has one open dispute of a memory.',
  input: DisputeMemoryInput,
  payload: DisputeMemoryPayload,
});

const SettleDisputeInput = builder.inputType('SettleDisputeInput', {
  description: 'A disputed memory, and whether it holds.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    verdict: t.field({
      type: DisputeVerdict,
      required: true,
      description: 'UPHELD: it does not hold, and is retired. DISMISSED: it holds.',
    }),
    note: t.string({
      required: true,
      description: 'The reason, 1 to 2,000 characters; of UPHELD also the reason of the retirement.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(settleDispute, {
  description:
    'A reviewer settles all open disputes of a memory. UPHELD retires the memory; that is undone by `restore`. That a memory holds is not said by who wrote it or brought its source in.',
  input: SettleDisputeInput,
  payload: MemoryPayload,
});
