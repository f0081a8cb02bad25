import {
  type AcceptSourceChangeOutcome,
  acceptSourceChange,
} from '#application/sources/accept-source-change.ts';
import { declineSourceChange } from '#application/sources/decline-source-change.ts';
import { type SetDocumentKindOutcome, setDocumentKind } from '#application/sources/set-document-kind.ts';
import { setSourceOwners } from '#application/sources/set-source-owners.ts';
import type { SourceChangeOutcome } from '#application/sources/steps/settle-source-change.ts';
import { type WithdrawDocumentsOutcome, withdrawDocuments } from '#application/sources/withdraw-documents.ts';
import { ExtractionReport } from '#resolvers/extraction/extraction-report.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import {
  commonFields,
  decisionFields,
  type InputFields,
  takeOverFields,
} from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { loadSeen } from '#resolvers/mutations/steps/load-visible.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { CandidateConnection, findItem } from '#resolvers/schema/candidate.ts';
import { nestedArgs, readPlaces } from '#resolvers/schema/connection.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { rowById } from '#resolvers/schema/row-by-id.ts';
import { Document, DocumentKind } from '#resolvers/sources/document.ts';
import { SourceChange } from '#resolvers/sources/source-change.ts';
import { loadSourceOwnerRules, SourceOwnerRules } from '#resolvers/sources/source-owner-rules.ts';

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
      waiting: t.field({
        type: [SourceChange],
        description:
          'Withdrawals of sources that belong to others: those stay in force until an owner, an admin or another reviewer accepts.',
        resolve: ({ waitingIds }, _args, { reads }) => loadSeen(reads.loaders.sourceChanges, waitingIds),
      }),
      affected: t.field({
        type: CandidateConnection,
        description:
          'The memories and entities whose source has drifted by it, as far as the viewer sees them.',
        args: nestedArgs,
        resolve: async ({ affectedIds }, args, context) =>
          readPlaces('affected', await Promise.all(affectedIds.map((id) => findItem(context, id))), args),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(withdrawDocuments, {
  description:
    'The sources at these paths are gone: their documents stay, are in force no more, and what came from them is checked in the same step. For services and contributors. The withdrawal of a source that belongs to others waits in `sourceChanges`. Undone by ingesting a document at the path.',
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
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(setDocumentKind, {
  description:
    'Corrects the kind of a document. It is read again as that kind, by the rules: what is new becomes candidates or waits, and what is known is met again.',
  input: SetDocumentKindInput,
  payload: SetDocumentKindPayload,
});

const changeFields = (t: InputFields) => ({
  id: t.id({ ...idOf('SourceChange'), required: true, description: 'The id of the change, `sch_…`.' }),
  ...takeOverFields(t),
  ...commonFields(t),
});

/** Field of a payload: the change that was settled. */
const seenChange = {
  type: SourceChange,
  nullable: true as const,
  description: 'The change as the viewer sees it.',
  resolve: ({ sourceChangeId }: SourceChangeOutcome, _args: object, { reads }: GraphQLContext) =>
    reads.loaders.sourceChanges.load(sourceChangeId),
};

const AcceptSourceChangeInput = builder.inputType('AcceptSourceChangeInput', {
  description: 'Which change of a source takes effect.',
  fields: changeFields,
});

const AcceptSourceChangePayload = builder
  .objectRef<AcceptSourceChangeOutcome & { readonly applied: boolean }>('AcceptSourceChangePayload')
  .implement({
    description: 'A change of a source that took effect.',
    fields: (t) => ({
      sourceChange: t.field(seenChange),
      report: t.field({
        type: ExtractionReport,
        nullable: true,
        description:
          'The report of the pass over an accepted version; null for a withdrawal, and when the viewer may not see it.',
        resolve: ({ reportId }, _args, { reads }) =>
          reportId === null ? null : reads.loaders.reports.load(reportId),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(acceptSourceChange, {
  description:
    'A version or a withdrawal of a source takes effect, as if an owner had sent it: it is in force, what it says is extracted, and what came from the version before is checked. For owners of the path, admins, and, where no rule names the owners, reviewers who did not send it. Undone by ingesting the former version.',
  input: AcceptSourceChangeInput,
  payload: AcceptSourceChangePayload,
});

const DeclineSourceChangeInput = builder.inputType('DeclineSourceChangeInput', {
  description: 'Which change of a source is declined, and why.',
  fields: (t) => ({
    reason: t.string({
      required: true,
      description: 'Why the change is declined, 1 to 2,000 characters; its sender reads it.',
    }),
    ...changeFields(t),
  }),
});

const DeclineSourceChangePayload = builder
  .objectRef<SourceChangeOutcome & { readonly applied: boolean }>('DeclineSourceChangePayload')
  .implement({
    description: 'A change of a source that was declined.',
    fields: (t) => ({
      sourceChange: t.field(seenChange),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(declineSourceChange, {
  description:
    'Declines a version or a withdrawal of a source: the source stays as it is. For owners of the path, admins, and, where no rule names the owners, reviewers who did not send it. There is no undo: its sender sends it again.',
  input: DeclineSourceChangeInput,
  payload: DeclineSourceChangePayload,
});

const SourceOwnerRuleInput = builder.inputType('SourceOwnerRuleInput', {
  description: 'Names the owners of the sources under a path of a project: users, groups or both.',
  fields: (t) => ({
    project: t.string({ required: true, description: 'The name of the project, 1 to 200 characters.' }),
    prefix: t.string({
      required: true,
      description:
        'A path, or a folder of paths, such as `docs/security/`; of several rules the longest prefix counts.',
    }),
    users: t.stringList({
      required: false,
      description:
        'Users by the exact names that their tokens carry: at most 50, of up to 200 characters each.',
    }),
    groups: t.stringList({
      required: false,
      description: 'Groups by the exact names that tokens carry: at most 50, of up to 200 characters each.',
    }),
  }),
});

const SetSourceOwnersInput = builder.inputType('SetSourceOwnersInput', {
  description: 'All rules of the tenant: they take the place of the present ones.',
  fields: (t) => ({
    rules: t.field({
      type: [SourceOwnerRuleInput],
      required: true,
      description: 'The rules, at most 200; an empty list names no owners.',
    }),
    ...decisionFields(t),
  }),
});

const SetSourceOwnersPayload = builder
  .objectRef<{ readonly applied: boolean }>('SetSourceOwnersPayload')
  .implement({
    description: 'The rules after the mutation.',
    fields: (t) => ({
      sourceOwnerRules: t.field({
        type: SourceOwnerRules,
        description: 'The rules of the tenant as they are now.',
        resolve: (_payload, _args, context) => loadSourceOwnerRules(context),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(setSourceOwners, {
  description:
    'An admin says whom the sources under a path of a project belong to, no matter who brings them in, for what is sent, withdrawn or settled from then on: changes of others wait for these owners or an admin. Undone by setting the former rules.',
  input: SetSourceOwnersInput,
  payload: SetSourceOwnersPayload,
});
