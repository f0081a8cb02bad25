import { type RecordEvidenceOutcome, recordEvidence } from '#application/evidence/record-evidence.ts';
import { DetectionType, Evidence } from '#resolvers/evidence.ts';
import { Memory } from '#resolvers/memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

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
      description: 'Who verified, which a service alone says of somebody else. Absent: you.',
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

builder.mutationField('recordEvidence', (t) =>
  t.field({
    type: RecordEvidencePayload,
    description:
      'Keeps that a person corrected, confirmed or defined what a memory says; the memory’s confidence follows by code. Raises no revision.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'RecordEvidenceResult',
        description: 'The recorded evidence, or why the mutation was refused.',
      },
    },
    args: {
      input: t.arg({
        type: RecordEvidenceInput,
        required: true,
        description: 'The input of `recordEvidence`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, recordEvidence, input),
  }),
);
