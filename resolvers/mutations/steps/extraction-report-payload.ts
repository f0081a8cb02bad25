import { ExtractionReport } from '#resolvers/extraction/extraction-report.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';

/** The payload of a mutation that runs an extraction pass. */
export const ExtractionReportPayload = builder
  .objectRef<{ readonly reportId: string; readonly applied: boolean }>('ExtractionReportPayload')
  .implement({
    description: 'What an extraction pass did.',
    fields: (t) => ({
      report: t.field({
        type: ExtractionReport,
        nullable: true,
        description: 'The report as the viewer sees it.',
        resolve: ({ reportId }, _args, { reads }) => reads.loaders.reports.load(reportId),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });
