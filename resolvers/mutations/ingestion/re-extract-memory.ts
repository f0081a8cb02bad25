import { type ReExtractMemoryOutcome, reExtractMemory } from '#application/ingestion/re-extract-memory.ts';
import { typenameOfId } from '#domain/input/ids.ts';
import { Memory } from '#resolvers/memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate } from '#resolvers/schema/candidate.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ReExtractMemoryInput = builder.inputType('ReExtractMemoryInput', {
  description: 'The memory whose source to read again.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    ...decisionFields(t),
  }),
});

const ReExtractMemoryPayload = builder
  .objectRef<ReExtractMemoryOutcome & { readonly applied: boolean }>('ReExtractMemoryPayload')
  .implement({
    description: "A memory, and what today's extractor proposes beside it.",
    fields: (t) => ({
      original: t.field({
        type: Memory,
        nullable: true,
        description: 'The memory, which is as it was.',
        resolve: ({ memoryId }, _args, { reads }) => reads.loaders.memories.load(memoryId),
      }),
      proposed: t.field({
        type: Candidate,
        nullable: true,
        description:
          'The new candidate from the same text; null when today’s extractor reads the same statement, nothing, or one that the project has already.',
        resolve: ({ proposedId }, _args, { reads: { loaders } }) => {
          if (proposedId === null) return null;
          return typenameOfId(proposedId) === 'Memory'
            ? loaders.memories.load(proposedId)
            : loaders.entities.load(proposedId);
        },
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('reExtractMemory', (t) =>
  t.field({
    type: ReExtractMemoryPayload,
    description:
      'Reads the source of a memory again with today’s extractor: proposes a new candidate beside it, or nothing. Never a rewrite.',
    errors: {
      types: refusalTypes,
      union: { name: 'ReExtractMemoryResult', description: 'What it proposes, or why it was not read.' },
    },
    args: {
      input: t.arg({
        type: ReExtractMemoryInput,
        required: true,
        description: 'The input of `reExtractMemory`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, reExtractMemory, input),
  }),
);
