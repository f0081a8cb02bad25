import { type SubjectReportOutcome, subjectReport } from '#application/erasure/subject-report.ts';
import {
  countSubject,
  pageOfSubject,
  type SubjectCount,
  type SubjectEntry,
  subjectCursor,
  subjectRelations,
} from '#persistence/subjects.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itself, pageArgs, present, readConnection } from '#resolvers/schema/connection.ts';
import { loadNode } from '#resolvers/schema/load-node.ts';
import { Node } from '#resolvers/schema/node.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const descriptions: Readonly<Record<(typeof subjectRelations)[number], string>> = {
  ABOUT: 'The record is about the person, or a personal one of theirs. `eraseSubject` removes it.',
  CONTRIBUTED: 'The person contributed it.',
  SAID: 'Evidence with words of the person. `eraseSubject` removes the words.',
  NAMED:
    'A trace, or a receipt, names the person as its subject. `eraseSubject` takes the name out of traces.',
  RECEIVED: 'The person was given a bundle; this is its receipt.',
  DID: 'An event of the audit log whose actor the person is.',
};

const SubjectRelation = builder.enumType('SubjectRelation', {
  description: 'How a record has to do with a person.',
  values: Object.fromEntries(
    subjectRelations.map((relation) => [relation, { description: descriptions[relation] }]),
  ) as Record<(typeof subjectRelations)[number], { description: string }>,
});

const SubjectCountRef = builder.objectRef<SubjectCount>('SubjectCount').implement({
  description: 'How many records have to do with a person in one way.',
  fields: (t) => ({
    relation: t.expose('relation', {
      type: SubjectRelation,
      description: 'How the counted records have to do with the person.',
    }),
    count: t.exposeInt('count', { description: 'How many records the viewer may see.' }),
  }),
});

const SubjectRecord = builder.objectRef<SubjectEntry>('SubjectRecord').implement({
  description: 'One record that has to do with a person.',
  fields: (t) => ({
    relations: t.field({
      type: [SubjectRelation],
      description: 'How the record has to do with the person, by name; at least one.',
      resolve: ({ relations }) => [...relations],
    }),
    record: t.field({
      type: Node,
      description:
        'The record: a memory, entity, interaction, document, trace, receipt, piece of evidence or audit event, with every field that the viewer may read.',
      resolve: async ({ id }, _args, context) => present(await loadNode(id, context)),
    }),
  }),
});

const SubjectRecordConnection = builder.connectionObject(
  {
    name: 'SubjectRecordConnection',
    type: SubjectRecord,
    description: 'A page of records about a person, by id.',
  },
  { name: 'SubjectRecordEdge', description: 'A record about a person in a list.' },
);

const SubjectReportInput = builder.inputType('SubjectReportInput', {
  description: 'The person about whom `subjectReport` shows everything.',
  fields: (t) => ({
    subjectId: t.string({
      required: true,
      description: 'The person: the `subjectId` of memories and interactions, and the name of a user.',
    }),
  }),
});

const SubjectReportPayload = builder.objectRef<SubjectReportOutcome>('SubjectReportPayload').implement({
  description: 'All that is stored about a person or by them, as far as the viewer may see it.',
  fields: (t) => ({
    subjectId: t.exposeString('subjectId', { description: 'The person, as they were asked for.' }),
    counts: t.field({
      type: [SubjectCountRef],
      description:
        'The number of records by how they have to do with the person; a way without any is left out. A record may count for several.',
      resolve: async ({ subjectId }, _args, { reads: { session } }) =>
        (await countSubject(session, subjectId)).counts,
    }),
    records: t.field({
      type: SubjectRecordConnection,
      description: 'The records, each once, by id, which groups them by type.',
      args: pageArgs,
      resolve: ({ subjectId }, args, { reads: { session } }) =>
        readConnection(args, {
          page: (page) => pageOfSubject(session, subjectId, page),
          count: async () => (await countSubject(session, subjectId)).records,
          cursor: subjectCursor,
          node: itself,
        }),
    }),
  }),
});

builder.mutationField('subjectReport', (t) =>
  t.field({
    type: SubjectReportPayload,
    description:
      'An admin is shown all that is stored about a person or by them. The audit log keeps each call, which is why it is a mutation and has no dry run. `vouch subject-report` makes a file of it.',
    errors: {
      types: refusalTypes,
      union: { name: 'SubjectReportResult', description: 'The report, or why there is none.' },
    },
    args: {
      input: t.arg({
        type: SubjectReportInput,
        required: true,
        description: 'The person who is reported about.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, subjectReport, input),
  }),
);
