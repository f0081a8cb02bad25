import { receipts } from '#persistence/bundle/receipts.ts';
import { evidenceList } from '#persistence/evidence.ts';
import { reports } from '#persistence/ingestion/report-list.ts';
import { traces } from '#persistence/pathways/trace-list.ts';
import { quarantines } from '#persistence/quarantines.ts';
import { BundleReceiptConnection } from '#resolvers/bundle/bundle-receipt.ts';
import { ExtractionReport } from '#resolvers/extraction/extraction-report.ts';
import { DetectionType, EvidenceConnection } from '#resolvers/items/evidence.ts';
import { Quarantine } from '#resolvers/items/quarantine.ts';
import { PathwayTraceConnection } from '#resolvers/pathways/pathway-trace.ts';
import { byEnum, byId, byInstant, byName, enumFilter } from '#resolvers/schema/filters/filters.ts';
import {
  BundleReceiptFilter,
  BundleReceiptOrder,
  EvidenceOrder,
  ExtractionReportFilter,
  ExtractionReportOrder,
  PathwayTraceFilter,
  PathwayTraceOrder,
  QuarantineFilter,
  QuarantineOrder,
} from '#resolvers/schema/filters/record-filters.ts';
import { builder } from './schema/builder.ts';
import { selectionArgs } from './schema/connection.ts';
import { newestRefs, newestRows } from './schema/newest-list.ts';

const DetectionTypeFilter = enumFilter('DetectionType', DetectionType);

const EvidenceFilter = builder.inputType('EvidenceFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project of the memory.')),
    memoryId: t.field(byId(['Memory'], 'By the id of the memory, `mem_…`, that the event verifies.')),
    detectionType: t.field(byEnum(DetectionTypeFilter, 'By how the evidence came about.')),
    createdAt: t.field(byInstant('By when the event was recorded, in UTC.')),
  }),
});

const QuarantineConnection = builder.connectionObject(
  { name: 'QuarantineConnection', type: Quarantine, description: 'A page of quarantines.' },
  { name: 'QuarantineEdge', description: 'A quarantine in a list.' },
);

const ExtractionReportConnection = builder.connectionObject(
  {
    name: 'ExtractionReportConnection',
    type: ExtractionReport,
    description: 'A page of extraction reports.',
  },
  { name: 'ExtractionReportEdge', description: 'An extraction report in a list.' },
);

builder.queryFields((t) => ({
  bundleReceipts: t.field({
    type: BundleReceiptConnection,
    nullable: true,
    description:
      'The receipts of delivered bundles that the viewer may see, newest first: their own, and for auditors and admins all.',
    args: selectionArgs(BundleReceiptFilter, BundleReceiptOrder),
    resolve: newestRefs(receipts, (loaders) => loaders.receipts),
  }),
  evidence: t.field({
    type: EvidenceConnection,
    nullable: true,
    description:
      'The verification events of the memories that the viewer sees, newest first; those of personal memories are not listed.',
    args: selectionArgs(EvidenceFilter, EvidenceOrder),
    resolve: newestRefs(evidenceList, (loaders) => loaders.evidence),
  }),
  quarantines: t.field({
    type: QuarantineConnection,
    nullable: true,
    description:
      'The quarantines that the viewer may see, newest first, ended ones too: for admins all, for reviewers and auditors those with an item that they see, for others none.',
    args: selectionArgs(QuarantineFilter, QuarantineOrder),
    resolve: newestRows(quarantines, (loaders) => loaders.quarantines),
  }),
  extractionReports: t.field({
    type: ExtractionReportConnection,
    nullable: true,
    description:
      'The reports of extraction passes whose wave, interaction or extraction the viewer sees, newest first; those of personal sources are not listed.',
    args: selectionArgs(ExtractionReportFilter, ExtractionReportOrder),
    resolve: newestRows(reports, (loaders) => loaders.reports),
  }),
  pathwayTraces: t.field({
    type: PathwayTraceConnection,
    nullable: true,
    description:
      'The traces of the tenant, the last stored first: heads and superseded versions, of retired pathways too.',
    args: selectionArgs(PathwayTraceFilter, PathwayTraceOrder),
    resolve: newestRows(traces, (loaders) => loaders.traces),
  }),
}));
