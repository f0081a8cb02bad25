import { type EraseDocumentOutcome, eraseDocument } from '#application/erasure/erase-document.ts';
import { type EraseOutcome, eraseMemory } from '#application/erasure/erase-memory.ts';
import { type EraseSubjectOutcome, eraseSubject } from '#application/erasure/erase-subject.ts';
import type { KeptStatement as KeptStatementRow } from '#application/erasure/steps/erase-versions.ts';
import { type SubjectReportOutcome, subjectReport } from '#application/erasure/subject-report.ts';
import { type KeptReason, keptReasons } from '#domain/erasure/document-statements.ts';
import type { ErasedPlace as ErasedPlaceRow } from '#persistence/erasure.ts';
import { exactly } from '#persistence/reading/count.ts';
import {
  countSubject,
  pageOfSubject,
  type SubjectCount,
  type SubjectEntry,
  subjectCursor,
  subjectRelations,
} from '#persistence/subjects.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields, decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { keptNames, namesChoice, renamedPaths } from '#resolvers/mutations/steps/kept-names.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itself, nestedArgs, present, readConnection } from '#resolvers/schema/connection.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { loadNode } from '#resolvers/schema/load-node.ts';
import { Node } from '#resolvers/schema/node.ts';

const EraseMemoryInput = builder.inputType('EraseMemoryInput', {
  description: 'The memory whose words `eraseMemory` removes for good.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory, `mem_…`, in any status but ERASED.',
    }),
    reason: t.string(erasureReason),
    alsoErase: t.idList({
      ...idOf('Memory', 'Entity'),
      required: false,
      description:
        'Other memories and entities that hold the same words, or stand in the same place of the source, and are erased with them. While one of them is not named, the mutation is refused and names it; what is named and holds none of the words is left as it is.',
    }),
    names: t.field(namesChoice),
    ...decisionFields(t),
  }),
});

const EraseMemoryPayload = builder
  .objectRef<EraseOutcome & { readonly applied: boolean }>('EraseMemoryPayload')
  .implement({
    description: 'The words that `eraseMemory` removed, by where they stood, and the ids of what is erased.',
    fields: (t) => ({
      erasedId: t.exposeID('erasedId', {
        description: 'The id of the memory, which is ERASED now and has no words.',
      }),
      alsoErasedIds: t.exposeIDList('alsoErasedIds', {
        description:
          'The ids of what was erased with it: entities that came of it, and what `alsoErase` named; by id.',
      }),
      places: t.expose('places', erasedPlaces),
      names: t.field(keptNames),
      renamedPaths: t.exposeStringList('renamedPaths', renamedPaths),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(eraseMemory, {
  description:
    'An admin removes the words of a memory for good, in every record, source and report of the tenant: characters of the same number stand in their place. The memory becomes ERASED, and what is ingested later with the same words has them removed, too. There is no undo; ask for a dry run first.',
  input: EraseMemoryInput,
  payload: EraseMemoryPayload,
});

const EraseSubjectInput = builder.inputType('EraseSubjectInput', {
  description: 'The person about whom `eraseSubject` removes everything for good.',
  fields: (t) => ({
    subjectId: t.string({
      required: true,
      description: 'The person: the `subjectId` of memories and interactions, and the user of personal ones.',
    }),
    reason: t.string(erasureReason),
    alsoErase: t.idList({
      ...idOf('Memory', 'Entity'),
      required: false,
      description:
        'Other memories and entities that hold the same words and are erased with them. While one of them is not named, the mutation is refused and names it.',
    }),
    names: t.field(namesChoice),
    ...commonFields(t),
  }),
});

const EraseSubjectPayload = builder
  .objectRef<EraseSubjectOutcome & { readonly applied: boolean }>('EraseSubjectPayload')
  .implement({
    description: 'The words that `eraseSubject` removed, by where they stood, and the ids of what is erased.',
    fields: (t) => ({
      erasedIds: t.exposeIDList('erasedIds', {
        description: 'The ids of the memories and entities that are ERASED now; by id.',
      }),
      interactionIds: t.exposeIDList('interactionIds', {
        description: 'The ids of the interactions whose text was removed; by id.',
      }),
      places: t.expose('places', erasedPlaces),
      names: t.field(keptNames),
      renamedPaths: t.exposeStringList('renamedPaths', renamedPaths),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(eraseSubject, {
  description:
    'An admin removes for good all that is about a person, wherever it stands: memories about them, their own personal ones, interactions about them with what was read from these, the words of their evidence, and their name as a subject of traces. `subjectReport` shows it before. There is no undo; ask for a dry run first.',
  input: EraseSubjectInput,
  payload: EraseSubjectPayload,
});

const keptDescriptions: Readonly<Record<KeptReason, string>> = {
  BELIEVED:
    'Somebody promoted it once, or it is proposed for the graph out of a memory that somebody promoted.',
  SAID_ELSEWHERE: 'Another source says it, too.',
};

const KeptReasonRef = builder.enumType('KeptReason', {
  description: 'Why a statement stays when the document that it was read from is erased.',
  values: Object.fromEntries(
    keptReasons.map((reason) => [reason, { description: keptDescriptions[reason] }]),
  ) as Record<KeptReason, { description: string }>,
});

const KeptStatement = builder.objectRef<KeptStatementRow>('KeptStatement').implement({
  description:
    'A memory or entity that keeps its words although the document that it was read from is erased.',
  fields: (t) => ({
    itemId: t.exposeID('itemId', {
      description: 'The id of the memory or entity. `eraseMemory` removes the words of a memory.',
    }),
    reason: t.expose('reason', { type: KeptReasonRef, description: 'The reason why the statement stays.' }),
  }),
});

const EraseDocumentInput = builder.inputType('EraseDocumentInput', {
  description: 'The document that `eraseDocument` erases, in all its versions.',
  fields: (t) => ({
    documentId: t.id({
      ...idOf('Document'),
      required: true,
      description: 'The id of any version of the document, `doc_…`.',
    }),
    reason: t.string(erasureReason),
    names: t.field(namesChoice),
    ...commonFields(t),
  }),
});

const EraseDocumentPayload = builder
  .objectRef<EraseDocumentOutcome & { readonly applied: boolean }>('EraseDocumentPayload')
  .implement({
    description: 'What went with a document that was erased, and what stays.',
    fields: (t) => ({
      documentIds: t.exposeIDList('documentIds', {
        description: 'The ids of the versions that have no words now, oldest first.',
      }),
      erasedIds: t.exposeIDList('erasedIds', {
        description:
          'The ids of the memories and entities that are ERASED now: those read from the document that nobody ever promoted and no other source says; by id.',
      }),
      kept: t.expose('kept', {
        type: [KeptStatement],
        description:
          'The memories and entities that were read from the document and stay, by id. Their words stay in the document, too, as what they rest on.',
      }),
      places: t.expose('places', erasedPlaces),
      names: t.field(keptNames),
      renamedPaths: t.exposeStringList('renamedPaths', renamedPaths),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(eraseDocument, {
  description:
    'An admin removes the words of a document for good, in all its versions, with the statements of it that nobody ever promoted; its path is withdrawn, and versions of it that wait for an owner are declined. Statements that were promoted, or that another source says, stay, with their words in the document; all else of it becomes characters of the same number. The same words in other sources stay, and the document may be ingested again. There is no undo; ask for a dry run first.',
  input: EraseDocumentInput,
  payload: EraseDocumentPayload,
});

const ErasedPlace = builder.objectRef<ErasedPlaceRow>('ErasedPlace').implement({
  description: 'A kind of record in which an erasure removed words.',
  fields: (t) => ({
    where: t.exposeString('where', {
      description: 'The kind of record, by the name of its table, such as `documents` or `revisions`.',
    }),
    count: t.exposeInt('count', {
      description: 'How many changes the erasure made to records of this kind.',
    }),
  }),
});

/** The field `reason` of an erasure's input. */
const erasureReason = {
  required: true,
  description:
    'Why the words are removed; 1 to 2,000 characters. It is kept in the audit log, so it must not repeat them.',
} as const;

/** The field `places` of an erasure's payload. */
const erasedPlaces: { readonly type: [typeof ErasedPlace]; readonly description: string } = {
  type: [ErasedPlace],
  description: 'Where words were removed, by the kind of record.',
};

const descriptions: Readonly<Record<(typeof subjectRelations)[number], string>> = {
  ABOUT: 'The record is about the person, or a personal one of theirs. `eraseSubject` removes it.',
  CONTRIBUTED: 'The person contributed it, or wrote the comment.',
  SAID: 'Evidence with words of the person. `eraseSubject` removes the words.',
  NAMED:
    'A trace or a receipt names the person as its subject, or a comment is for them. `eraseSubject` takes the name out of traces.',
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
        'The record: a memory, entity, interaction, document, trace, receipt, piece of evidence, comment or audit event, with every field that the viewer may read.',
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

const SubjectReportPayload = builder
  .objectRef<SubjectReportOutcome & { readonly applied: boolean }>('SubjectReportPayload')
  .implement({
    description: 'All that is stored about a person or by them, as far as the viewer may see it.',
    fields: (t) => ({
      subjectId: t.exposeString('subjectId', { description: 'The person, as they were asked for.' }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the audit kept that it was asked; false for a dry run.',
      }),
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
        args: nestedArgs,
        resolve: ({ subjectId }, { orderBy, ...args }, { reads: { session } }) =>
          readConnection(args, {
            page: (page) => pageOfSubject(session, subjectId, page, orderBy?.direction),
            count: async () => exactly((await countSubject(session, subjectId)).records),
            cursor: subjectCursor,
            node: itself,
          }),
      }),
    }),
  });

governedMutation(subjectReport, {
  description:
    'An admin is shown all that is stored about a person or by them. The audit log keeps each call, which is why it is a mutation and has no dry run. `vouch subject-report` makes a file of it.',
  input: SubjectReportInput,
  payload: SubjectReportPayload,
});
