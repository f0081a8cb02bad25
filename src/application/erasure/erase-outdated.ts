import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { runUseCase } from '#application/use-case.ts';
import { type Retention, retentionLimits } from '#domain/erasure/retention.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { supersededVersions } from '#persistence/erased-documents.ts';
import { lockErasures } from '#persistence/erasure.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { eraseReportArtifacts } from '#persistence/ingestion/report-artifact.ts';
import { auditedTenants, eraseOutdated, type OutdatedLimits } from '#persistence/outdated.ts';
import { eraseVersions } from './steps/erase-versions.ts';

/** Erases a part of what is outdated in a tenant, with an event that says how much; false: nothing was. */
const eraseSome = async (
  dependencies: AppDependencies,
  tenant: string,
  limits: OutdatedLimits,
): Promise<boolean> => {
  const { outcome } = await runUseCase(
    dependenciesOf(dependencies, tenant),
    { viewer: gatewayOf(tenant), requestId: null, input: {} },
    { mutation: 'eraseOutdated', roles: 'anybody', as: 'system' },
    async ({ session, record }) => {
      const places = await eraseOutdated(session, limits);
      if (places.length === 0) return { verdict: 'done', outcome: false };
      const erased = Object.fromEntries(places.map(({ where, count }) => [where, count]));
      record([
        {
          action: 'tenant.outdated_erased',
          targetType: 'Tenant',
          targetId: dependencies.newId('out'),
          before: null,
          after: { erased, limits },
        },
      ]);
      return { verdict: 'done', outcome: true };
    },
  );
  return outcome;
};

/** Versions of documents that one transaction erases. */
const versionsAtOnce = 20;

/** Erases some versions of documents that others have followed before the limit; false: none were left. */
const eraseSomeVersions = async (
  dependencies: AppDependencies,
  tenant: string,
  limit: Date,
): Promise<boolean> => {
  const { outcome } = await runUseCase(
    dependenciesOf(dependencies, tenant),
    // The database lets an admin erase alone.
    { viewer: { ...gatewayOf(tenant), roles: ['admin'] }, requestId: null, input: {} },
    { mutation: 'eraseOutdated', roles: 'anybody', as: 'system' },
    async (useCase) => {
      lockErasures(useCase.session);
      await lockExtractionPasses(useCase.session);
      const versions = await supersededVersions(useCase.session, limit, versionsAtOnce);
      if (versions.length > 0)
        await eraseVersions(useCase, versions, 'Another version has followed long ago.');
      return { verdict: 'done', outcome: versions.length > 0 };
    },
  );
  return outcome;
};

/**
 * Erases what every tenant has kept for longer than the settings say, and the artifacts of passes. A transaction erases a few
 * thousand rows, so that nobody waits long; each has its audit event.
 */
export const eraseAllOutdated = async (
  dependencies: AppDependencies,
  retention: Retention,
): Promise<void> => {
  const { versions, ...limits } = retentionLimits(dependencies.clock(), retention);
  if (Object.values(retention).every((days) => days === null)) return;
  for (const tenant of await auditedTenants(dependencies.orm)) {
    while (versions !== null && (await eraseSomeVersions(dependencies, tenant, versions)));
    while (await eraseSome(dependencies, tenant, limits));
  }
  if (dependencies.reportDir !== null && limits.reports !== null)
    await eraseReportArtifacts(dependencies.reportDir, limits.reports);
};
