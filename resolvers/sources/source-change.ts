import {
  sourceChangeKinds,
  sourceChangeVerdicts,
  type SourceChangeVerdict as Verdict,
} from '#domain/sources/source-changes.ts';
import { type SourceChangeRow, sourceChanges } from '#persistence/sources/source-changes.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { selectionArgs } from '#resolvers/schema/connection.ts';
import { byEnum, byInstant, byName, byText, enumFilter } from '#resolvers/schema/filters/filters.ts';
import { orderByOne } from '#resolvers/schema/filters/order-input.ts';
import { Project, projectOf, User, userOf, userOrNull } from '#resolvers/schema/named.ts';
import { newestRows } from '#resolvers/schema/newest-list.ts';
import { Document, DocumentKind } from './document.ts';

const kindDescriptions: Readonly<Record<(typeof sourceChangeKinds)[number], string>> = {
  VERSION: 'A document with another text for the path.',
  WITHDRAWAL: 'The source at the path is gone.',
};

const SourceChangeKind = builder.enumType('SourceChangeKind', {
  description: 'How a source would change.',
  values: Object.fromEntries(
    sourceChangeKinds.map((kind) => [kind, { description: kindDescriptions[kind] }]),
  ) as Record<(typeof sourceChangeKinds)[number], { description: string }>,
});

const verdictDescriptions: Readonly<Record<Verdict, string>> = {
  ACCEPTED: 'The change took effect.',
  DECLINED: 'The source stayed as it was.',
  REPLACED: 'The sender has sent another change of the same source.',
};

const SourceChangeVerdict = builder.enumType('SourceChangeVerdict', {
  description: 'How a change of a source that waited has ended.',
  values: Object.fromEntries(
    sourceChangeVerdicts.map((verdict) => [verdict, { description: verdictDescriptions[verdict] }]),
  ) as Record<Verdict, { description: string }>,
});

export const SourceChange = builder.objectRef<SourceChangeRow>('SourceChange');

builder.node(SourceChange, {
  description:
    'A version or a withdrawal of a source by somebody who does not own it: nothing is read from it before it is accepted. Seen by its sender, by the owners of its path, reviewers and auditors who may see the source, and by admins.',
  id: { resolve: ({ id }) => id, description: 'The id of the change, `sch_…`.' },
  loadWithoutCache: (id, { reads }) => reads.loaders.sourceChanges.load(id),
  fields: (t) => ({
    kind: t.expose('kind', { type: SourceChangeKind, description: 'How the source would change.' }),
    project: t.field({
      type: Project,
      description: 'The project of the source.',
      resolve: ({ project }) => projectOf(project),
    }),
    path: t.exposeString('path', {
      description: 'The path of the source in its project, with forward slashes.',
    }),
    audience: t.exposeStringList('audience', {
      description: 'The groups that the source is for; empty: the whole tenant.',
    }),
    content: t.string({
      nullable: true,
      description:
        'The whole text of a version, with `[REDACTED by policy]` in the place of what the label policy withholds in the version in force; null for a withdrawal.',
      resolve: ({ id }, _args, { reads }) => reads.loaders.sourceChangeContents.load(id),
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The own date of the file that was sent, in UTC; null when the sender did not say.',
    }),
    documentKind: t.field({
      type: DocumentKind,
      nullable: true,
      description: 'The kind that the sender gave to the document; null when they gave none.',
      resolve: ({ documentKind }) => documentKind ?? null,
    }),
    sentBy: t.field({
      type: User,
      description: 'The user who sent the change.',
      resolve: ({ contributor }) => userOf(contributor),
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: 'When the change was sent, in UTC.' }),
    owners: t.field({
      type: [User],
      description:
        'The users who own the source, beside members of their groups: they may accept the change.',
      resolve: ({ ownerUsers }) => ownerUsers.map(userOf),
    }),
    verdict: t.field({
      type: SourceChangeVerdict,
      nullable: true,
      description: 'How the change ended; null while it waits.',
      resolve: ({ verdict }) => verdict ?? null,
    }),
    decidedBy: t.field({
      type: User,
      nullable: true,
      description: 'The user who accepted, declined or replaced the change; null while it waits.',
      resolve: ({ decidedBy }) => userOrNull(decidedBy ?? null),
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the change was accepted, declined or replaced, in UTC; null while it waits.',
    }),
    reason: t.exposeString('decisionNote', {
      nullable: true,
      description: 'Why the change was declined; null for any other.',
    }),
    document: t.field({
      type: Document,
      nullable: true,
      description:
        'The version that an accepted change put in force, or that it withdrew; null for any other, and when it is hidden.',
      resolve: ({ documentId }, _args, { reads }) =>
        documentId == null ? null : reads.loaders.documents.load(documentId),
    }),
    auditTrail: t.field(auditTrailOf),
  }),
});

const SourceChangeConnection = builder.connectionObject(
  { name: 'SourceChangeConnection', type: SourceChange, description: 'A page of changes of sources.' },
  { name: 'SourceChangeEdge', description: 'A change of a source in a list.' },
);

const SourceChangeFilter = builder.inputType('SourceChangeFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project of the source.')),
    path: t.field(byText('By the path of the source in its project.')),
    kind: t.field(
      byEnum(enumFilter('SourceChangeKind', SourceChangeKind), 'By how the source would change.'),
    ),
    sentBy: t.field(byName('user', 'By the name of the user who sent the change.')),
    sentAt: t.field(byInstant('By when the change was sent, in UTC.')),
    waiting: t.boolean({
      required: false,
      description: 'True: those that wait. False: those that were settled. Absent: both.',
    }),
  }),
});

const SourceChangeOrder = orderByOne(
  'SourceChangeOrder',
  'changes of sources',
  'SENT_AT',
  'By the time when the change was sent.',
);

builder.queryField('sourceChanges', (t) =>
  t.field({
    type: SourceChangeConnection,
    nullable: true,
    description:
      'The versions and withdrawals of sources that somebody sent who does not own them, as far as the viewer may see: their own, those of sources that they own, and for reviewers all. Newest first.',
    args: selectionArgs(SourceChangeFilter, SourceChangeOrder),
    resolve: newestRows(sourceChanges, (loaders) => loaders.sourceChanges),
  }),
);
