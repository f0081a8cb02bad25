import type { FieldConfidence as FieldConfidenceShape } from '#domain/routing/routing-inputs.ts';
import type { ExtractionRow } from '#persistence/ingestion/extractions.ts';
import { itemsOfExtraction } from '#persistence/review/items.ts';
import { routingsOfExtraction } from '#persistence/workflow-items.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itemsOf } from '#resolvers/schema/candidate.ts';
import { ofId } from '#resolvers/schema/connection.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { Project, projectOf } from '#resolvers/schema/named.ts';
import { sourceOfItsRow } from '#resolvers/schema/source.ts';
import { ExtractionReport } from './extraction-report.ts';
import { WorkflowItem, WorkflowItemConnection } from './workflow-item.ts';

const FieldConfidence = builder.objectRef<FieldConfidenceShape>('FieldConfidence').implement({
  description: 'How far one field of a payload is believed.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The name of the extracted field.' }),
    confidence: t.exposeFloat('confidence', { description: 'The confidence in the field, from 0 to 1.' }),
  }),
});

export const Extraction = builder.objectRef<ExtractionRow>('Extraction');

builder.node(Extraction, {
  description: 'A structured reading of a source, before anybody believes it.',
  id: { resolve: ({ id }) => id, description: 'The global id of the extraction (`ext_…`).' },
  loadWithoutCache: (id, { reads }) => reads.loaders.extractions.load(id),
  fields: (t) => ({
    schemaName: t.exposeString('schemaName', {
      description: 'What its payload is; `vouch.statements` yields candidates.',
    }),
    payload: t.expose('payload', {
      type: 'JSON',
      description: 'What was read, without the words that the label policy withholds.',
    }),
    fieldConfidence: t.field({
      type: [FieldConfidence],
      description: 'How far each field is believed.',
      resolve: ({ fieldConfidence }) => [...fieldConfidence],
    }),
    project: t.field({
      type: Project,
      description: 'The project that it belongs to.',
      resolve: ({ project }) => projectOf(project),
    }),
    extractorVersion: t.exposeString('extractorVersion', {
      nullable: true,
      description: 'The extractor that read it; null when it was recorded without one.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the extraction was recorded, in UTC.',
    }),
    source: t.field({
      description:
        'The source it was read from, whatever its kind; null when there is none, or it is hidden.',
      ...sourceOfItsRow,
    }),
    workflowItem: t.field({
      type: WorkflowItem,
      nullable: true,
      description: 'The newest routing of the extraction; null before the first.',
      resolve: ({ id }, _args, { reads }) => reads.loaders.workflowItemsByExtraction.load(id),
    }),
    workflowItems: t.field({
      type: WorkflowItemConnection,
      description: 'The routings of the extraction under every version of the rules, the newest first.',
      ...ofId.rows(routingsOfExtraction, (loaders) => [
        loaders.routingsOfExtraction,
        loaders.routingCountsOfExtraction,
      ]),
    }),
    candidates: t.field({
      description: 'What came of it, as far as the viewer may see it today.',
      ...itemsOf(itemsOfExtraction, ({ extractionItems, extractionItemCounts }) => [
        extractionItems,
        extractionItemCounts,
      ]),
    }),
    report: t.field({
      type: ExtractionReport,
      nullable: true,
      description:
        'The newest pass over its statements: what became a candidate, and why the rest did not. Null when there was none.',
      resolve: async ({ id, reportId }, _args, { reads: { loaders } }) =>
        (await loaders.reportsByExtraction.load(id)) ??
        (reportId === null ? null : loaders.reports.load(reportId)),
    }),
    auditTrail: t.field(auditTrailOf),
  }),
});

export const ExtractionConnection = builder.connectionObject(
  { name: 'ExtractionConnection', type: Extraction, description: 'A page of extractions.' },
  { name: 'ExtractionEdge', description: 'An extraction in a list.' },
);

builder.queryField('extraction', (t) =>
  t.field({
    type: Extraction,
    nullable: true,
    description: 'The extraction with this id; null when it is missing or hidden.',
    args: {
      id: t.arg.id({
        ...idOf('Extraction'),
        required: true,
        description: 'The id of the extraction (`ext_…`).',
      }),
    },
    resolve: (_root, { id }, { reads }) => reads.loaders.extractions.load(id),
  }),
);
