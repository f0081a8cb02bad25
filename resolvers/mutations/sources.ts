import { type WithdrawDocumentsOutcome, withdrawDocuments } from '#application/sources/withdraw-documents.ts';
import { Document } from '#resolvers/document.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { loadSeen } from '#resolvers/mutations/steps/load-visible.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { CandidateConnection, findItem } from '#resolvers/schema/candidate.ts';
import { pageArgs, readPlaces } from '#resolvers/schema/connection.ts';

const WithdrawDocumentsInput = builder.inputType('WithdrawDocumentsInput', {
  description: 'Paths of a project whose sources are gone.',
  fields: (t) => ({
    project: t.string({ required: true, description: 'The project that they belong to.' }),
    paths: t.stringList({ required: true, description: '1 to 500 paths, as they were ingested.' }),
    ...commonFields(t),
  }),
});

const WithdrawDocumentsPayload = builder
  .objectRef<WithdrawDocumentsOutcome & { readonly applied: boolean }>('WithdrawDocumentsPayload')
  .implement({
    description: 'What was withdrawn, and what came from it.',
    fields: (t) => ({
      withdrawn: t.field({
        type: [Document],
        description:
          'The versions that are in force no more; those that were withdrawn before are not among them.',
        resolve: ({ documentIds }, _args, { reads }) => loadSeen(reads.loaders.documents, documentIds),
      }),
      affected: t.field({
        type: CandidateConnection,
        description:
          'The memories and entities whose source has drifted by it, as far as the viewer sees them.',
        args: pageArgs,
        resolve: async ({ affectedIds }, args, context) =>
          readPlaces('affected', await Promise.all(affectedIds.map((id) => findItem(context, id))), args),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

governedMutation(withdrawDocuments, {
  description:
    'The sources at these paths are gone: their documents stay, are in force no more, and what came from them is checked in the same step. For services and contributors. Undone by ingesting a document at the path.',
  input: WithdrawDocumentsInput,
  payload: WithdrawDocumentsPayload,
  result: 'What was withdrawn, or why nothing was.',
});
