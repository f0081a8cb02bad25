import {
  documentFormats,
  type DocumentFormat as Format,
} from '#domain/ingestion/formats/document-formats.ts';
import { documentKinds, type DocumentKind as Kind } from '#domain/ingestion/records/document-facts.ts';
import { snapshotId } from '#domain/input/shown-id.ts';
import { chunksOfDocument, type DocumentRow } from '#persistence/ingestion/sources.ts';
import { itemsOfDocument } from '#persistence/review/items.ts';
import {
  supersededDocuments,
  supersedingDocuments,
  tracesOfDocument,
  versionsOfDocument,
} from '#persistence/versions/lineage.ts';
import { timelineOfDocument } from '#persistence/versions/timeline.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { Difference, otherVersion } from '#resolvers/history/difference.ts';
import { TimelineConnection } from '#resolvers/history/timeline.ts';
import { PathwayTraceConnection } from '#resolvers/pathways/pathway-trace.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itemsOf } from '#resolvers/schema/candidate.ts';
import { columns } from '#resolvers/schema/columns.ts';
import { ofId, selectionArgs } from '#resolvers/schema/connection.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { TimelineFilter, TimelineOrder } from '#resolvers/schema/filters/timeline-filter.ts';
import { impactOf } from '#resolvers/schema/impact-field.ts';
import { Project, projectOf, User, userOf } from '#resolvers/schema/named.ts';
import { ChunkConnection } from './chunk.ts';
import { IngestionWave } from './ingestion-wave.ts';

export const Document = builder.objectRef<DocumentRow>('Document');

const asOfVersions = builder.args((t) => ({
  asOf: t.field({
    type: 'DateTime',
    required: false,
    description:
      'The instant by which versions had come, in the order in which each had come last; null where this one had not. A later instant than now is taken as now. Absent: all versions, the one in force last.',
  }),
}));

/** The version before or after a document, now or at an instant. */
const neighbour =
  (which: 'versionBefore' | 'versionAfter') =>
  async (
    { id }: DocumentRow,
    { asOf }: { readonly asOf?: Date | null | undefined },
    { reads: { loaders } }: GraphQLContext,
  ) => {
    const found = await loaders[which].load(asOf == null ? id : snapshotId(id, asOf));
    return found === null ? null : loaders.documents.load(found);
  };

const kindDescriptions: Readonly<Record<Kind, string>> = {
  decision: 'A decision record, or a log of decisions.',
  proposal: 'A proposal, a design or an RFC.',
  requirements: 'Requirements, a specification or a policy.',
  rules: 'Rules for people or agents who work on something.',
  minutes: 'Minutes of a meeting.',
  incident: 'A report of an incident.',
  other: 'None of the other kinds: read with the widest rules and a stricter score.',
};

export const DocumentKind = builder.enumType('DocumentKind', {
  description: 'The kind that a document is read as: it decides which sentences are taken.',
  values: Object.fromEntries(
    documentKinds.map((kind) => [kind.toUpperCase(), { value: kind, description: kindDescriptions[kind] }]),
  ) as Record<Uppercase<Kind>, { value: Kind; description: string }>,
});

const formatDescriptions: Readonly<Record<Format, string>> = {
  markdown: 'Markdown, with the marks of Obsidian and the front matter of agent rules.',
  text: 'Plain text, without any marks.',
  conversation: 'A conversation, as a program wrote or exported it.',
  mail: 'A mail, or a mailbox (mbox): each mail is a turn of who sent it.',
  html: 'HTML, or the storage format of Confluence.',
  asciidoc: 'AsciiDoc, with its sections and attributes.',
  restructuredtext: 'ReStructuredText, as Sphinx and docutils read it.',
  org: 'Org, with the headlines of Emacs.',
  notebook: 'A Jupyter notebook: its markdown cells are read.',
  memory_export: 'An export of another memory: mem0, Zep or Graphiti.',
  doorstop: 'An item of Doorstop.',
  strictdoc: 'StrictDoc, with its requirements as fields.',
  table: 'Comma- or tab-separated values.',
  data: 'Data in a format that no reader knows: nothing is read from it.',
};

const DocumentFormat = builder.enumType('DocumentFormat', {
  description: 'The format that a document is read in.',
  values: Object.fromEntries(
    documentFormats.map((format) => [
      format.toUpperCase(),
      { value: format, description: formatDescriptions[format] },
    ]),
  ) as Record<Uppercase<Format>, { value: Format; description: string }>,
});

builder.node(Document, {
  description: 'One version of a source document, character for character as it was ingested.',
  id: { resolve: ({ id }) => id, description: 'The global id of the document (`doc_…`).' },
  loadWithoutCache: (id, { reads }) => reads.loaders.documents.load(id),
  fields: (t) => ({
    project: t.field({
      type: Project,
      description: 'The project that it belongs to.',
      ...columns<DocumentRow>('project'),
      resolve: ({ project }) => projectOf(project),
    }),
    path: t.exposeString('path', {
      description: 'The path of the document in the project, with forward slashes.',
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'The first heading of the document; null when it has none.',
    }),
    format: t.expose('format', {
      type: DocumentFormat,
      description: 'The format that the document is read in, by the ending of its path and by what it holds.',
    }),
    kind: t.expose('kind', {
      type: DocumentKind,
      description:
        'The kind that the document is read as: given with it or corrected by a reviewer, else judged by its path, its headings and its opening words.',
    }),
    kindGiven: t.exposeBoolean('kindGiven', {
      description: 'True when the caller or a reviewer named the kind; false: it was judged.',
    }),
    content: t.string({
      nullable: true,
      description:
        'The whole text, with `[REDACTED by policy]` in the place of what the label policy withholds. Offsets of chunks and spans are UTF-16 code units into it as it was ingested.',
      ...columns<DocumentRow>(),
      resolve: ({ id }, _args, { reads }) => reads.loaders.documentContents.load(id),
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: "The file's own date; null when the caller did not say.",
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When this version of the document was ingested, in UTC.',
    }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the words of this version were erased, in UTC; null while they stand. Then its content holds the words of the statements that stay alone.',
    }),
    contributor: t.field({
      type: User,
      description: 'The user who ingested the document.',
      ...columns<DocumentRow>('contributor'),
      resolve: ({ contributor }) => userOf(contributor),
    }),
    audience: t.exposeStringList('audience', {
      description: 'The groups that it is for; empty: the whole tenant.',
    }),
    wave: t.field({
      type: IngestionWave,
      nullable: true,
      description: 'The wave that it came with.',
      ...columns<DocumentRow>('waveId'),
      resolve: ({ waveId }, _args, { reads }) => reads.loaders.waves.load(waveId),
    }),
    chunks: t.field({
      type: ChunkConnection,
      description: 'The chunks of the document, in the order of their offsets.',
      ...columns<DocumentRow>(),
      ...ofId.rows(chunksOfDocument, (loaders) => [loaders.chunksOfDocument, loaders.chunkCounts]),
    }),
    previousVersion: t.field({
      type: Document,
      nullable: true,
      description: 'The version of the document before this one; null for the first.',
      args: asOfVersions,
      ...columns<DocumentRow>(),
      resolve: neighbour('versionBefore'),
    }),
    nextVersion: t.field({
      type: Document,
      nullable: true,
      description: 'The version of the document after this one; null for the last.',
      args: asOfVersions,
      ...columns<DocumentRow>(),
      resolve: neighbour('versionAfter'),
    }),
    versions: t.field({
      type: DocumentConnection,
      description:
        'Every version of the document, this one among them, oldest first. The last is in force: a version whose words have come back is the newest again.',
      ...columns<DocumentRow>(),
      ...ofId.rows(versionsOfDocument, (loaders) => [
        loaders.versionsOfDocument,
        loaders.versionCountsOfDocument,
      ]),
    }),
    supersedes: t.field({
      type: DocumentConnection,
      description:
        'The records that this one takes the place of, as the text of either says by number (`Supersedes ADR 5`), in the version in force; records of one folder of the project are meant. Whether they came before or after it makes no difference. What says so is from who first brought the superseded record in, or something of it has been accepted that you see; else there is no link.',
      ...columns<DocumentRow>(),
      ...ofId.rows(supersededDocuments, (loaders) => [
        loaders.supersededDocuments,
        loaders.supersededDocumentCounts,
      ]),
    }),
    supersededBy: t.field({
      type: DocumentConnection,
      description:
        'The records that take the place of this one, as the text of either says by number (`Superseded by ADR 9`), in the version in force; records of one folder of the project are meant. Whether they came before or after it makes no difference. What says so is from who first brought the superseded record in, or something of it has been accepted that you see; else there is no link.',
      ...columns<DocumentRow>(),
      ...ofId.rows(supersedingDocuments, (loaders) => [
        loaders.supersedingDocuments,
        loaders.supersedingDocumentCounts,
      ]),
    }),
    diff: t.field({
      type: Difference,
      nullable: true,
      description:
        'Two versions of the document, compared by words; null when one of them is missing, hidden, or of another document.',
      args: otherVersion('version (`doc_…`)', idOf('Document')),
      ...columns<DocumentRow>('project', 'path'),
      resolve: async ({ id, project, path }, { from, to }, { reads: { loaders } }) => {
        const ids = [from ?? id, to];
        const versions = await Promise.all(ids.map((one) => loaders.documents.load(one)));
        if (versions.some((one) => one?.project !== project || one.path !== path)) return null;
        const [before, after] = await Promise.all(ids.map((one) => loaders.documentContents.load(one)));
        return before == null || after == null ? null : { from: before, to: after };
      },
    }),
    pathwayTraces: t.field({
      type: PathwayTraceConnection,
      description: 'The traces that were given any of its chunks, oldest first.',
      ...columns<DocumentRow>(),
      ...ofId.rows(tracesOfDocument, (loaders) => [loaders.tracesOfDocument, loaders.traceCountsOfDocument]),
    }),
    auditTrail: t.field(auditTrailOf),
    timeline: t.field({
      type: TimelineConnection,
      description:
        'The versions of the document, and everything that happened to the items that were read from this one, oldest first, as far as the viewer may see it.',
      ...columns<DocumentRow>(),
      ...ofId.rows(timelineOfDocument, (loaders) => [
        loaders.timelineOfDocument,
        loaders.timelineCountsOfDocument,
      ]),
      args: selectionArgs(TimelineFilter, TimelineOrder),
    }),
    impact: t.field(impactOf(({ id }: DocumentRow) => ({ kind: 'document', id }))),
    candidates: t.field({
      description:
        'What was read from it, by any pass and in whatever status today, as far as the viewer may see it.',
      ...columns<DocumentRow>(),
      ...itemsOf(itemsOfDocument, (loaders) => [loaders.itemsOfDocument, loaders.itemCountsOfDocument]),
    }),
  }),
});

export const DocumentConnection = builder.connectionObject(
  {
    name: 'DocumentConnection',
    type: Document,
    description: 'A page of documents, with the cursors of its ends.',
  },
  { name: 'DocumentEdge', description: 'A document in a list.' },
);
