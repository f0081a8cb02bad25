import { type SetDocumentKindOutcome, setDocumentKind } from '#application/sources/set-document-kind.ts';
import { type WithdrawDocumentsOutcome, withdrawDocuments } from '#application/sources/withdraw-documents.ts';
import { Document, DocumentKind } from '#resolvers/document.ts';
import { ExtractionReport } from '#resolvers/extraction-report.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { loadSeen } from '#resolvers/mutations/steps/load-visible.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { CandidateConnection, findItem } from '#resolvers/schema/candidate.ts';
import { pageArgs, readPlaces } from '#resolvers/schema/connection.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { rowById } from '#resolvers/schema/row-by-id.ts';

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
});

const SetDocumentKindInput = builder.inputType('SetDocumentKindInput', {
  description: 'Which document is of which kind.',
  fields: (t) => ({
    documentId: t.id({
      ...idOf('Document'),
      required: true,
      description: 'The id of the document (`doc_…`).',
    }),
    kind: t.field({ type: DocumentKind, required: true, description: 'The kind to read the document as.' }),
    ...commonFields(t),
  }),
});

const SetDocumentKindPayload = builder
  .objectRef<SetDocumentKindOutcome & { readonly applied: boolean }>('SetDocumentKindPayload')
  .implement({
    description: 'A document whose kind was corrected, and the pass that read it as that kind.',
    fields: (t) => ({
      document: t.field({
        type: Document,
        nullable: true,
        description: 'The document as the viewer sees it.',
        resolve: ({ documentId }, _args, { reads }) => reads.loaders.documents.load(documentId),
      }),
      report: t.field({
        type: ExtractionReport,
        description: 'The report of the pass; null when the viewer may not see it.',
        ...rowById('reportId', ({ reports }) => reports),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

governedMutation(setDocumentKind, {
  description:
    'Corrects the kind of a document. It is read again as that kind, by the rules: what is new becomes candidates or waits, and what is known is met again.',
  input: SetDocumentKindInput,
  payload: SetDocumentKindPayload,
});
