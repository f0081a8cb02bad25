import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { runUseCase } from '#application/use-case.ts';
import { type Retention, retentionLimits } from '#domain/erasure/retention.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { eraseReportArtifacts } from '#persistence/ingestion/report-artifact.ts';
import { auditedTenants, eraseOutdated } from '#persistence/outdated.ts';

/** Erases a part of what is outdated in a tenant, with an event that says how much; false: nothing was. */
const eraseSome = async (
  dependencies: AppDependencies,
  tenant: string,
  limits: ReturnType<typeof retentionLimits>,
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

/**
 * Erases what every tenant has kept for longer than the settings say, and the artifacts of passes. A transaction erases a few
 * thousand rows, so that nobody waits long; each has its audit event.
 */
export const eraseAllOutdated = async (
  dependencies: AppDependencies,
  retention: Retention,
): Promise<void> => {
  const limits = retentionLimits(dependencies.clock(), retention);
  const { receipts, auditTexts, reports } = limits;
  if (receipts === null && auditTexts === null && reports === null) return;
  for (const tenant of await auditedTenants(dependencies.orm))
    while (await eraseSome(dependencies, tenant, limits));
  if (dependencies.reportDir !== null && reports !== null)
    await eraseReportArtifacts(dependencies.reportDir, reports);
};
