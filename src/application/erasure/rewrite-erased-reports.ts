import type { AppDependencies } from '#application/app-dependencies.ts';
import { keepReportArtifact } from '#application/ingestion/steps/store-report-artifact.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { systemRole } from '#entities/policies.ts';
import { erasedReports, holdsErasedWords } from '#persistence/ingestion/report-artifact.ts';
import { auditedTenants } from '#persistence/outdated.ts';
import { inReadSession } from '#persistence/store/viewer-session.ts';

/**
 * Writes the files of reports anew that hold words erased since. An erasure does so itself after its commit, in its own process and
 * folder; this serves other gateways' folders, and a process that ended in between.
 */
export const rewriteErasedReports = async (dependencies: AppDependencies): Promise<void> => {
  const { orm, reportDir, clock } = dependencies;
  if (reportDir === null) return;
  for (const tenant of await auditedTenants(orm)) {
    const gateway = gatewayOf(tenant);
    for (const report of await inReadSession(orm, gateway, systemRole, erasedReports))
      if (await holdsErasedWords(reportDir, report, clock()))
        await keepReportArtifact(dependencies, gateway, report.id);
  }
};
