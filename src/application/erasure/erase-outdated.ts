import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { runAsGateway } from '#application/run-as-gateway.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { type Retention, type RetentionLimits, retentionLimits } from '#domain/erasure/retention.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { supersededVersions } from '#persistence/erased-documents.ts';
import { lockErasures } from '#persistence/erasure.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { eraseReportArtifacts } from '#persistence/ingestion/report-artifact.ts';
import { auditedTenants, eraseOutdated } from '#persistence/outdated.ts';
import { outageOf } from '#persistence/store/database-errors.ts';
import { eraseVersions, statementsOfVersions } from './steps/erase-versions.ts';

/** Erases some of what is outdated in one transaction of a tenant; false: nothing was left. */
const eraseSome = (
  dependencies: AppDependencies,
  viewer: Viewer,
  work: (useCase: UseCaseContext) => Promise<boolean>,
): Promise<boolean> =>
  runAsGateway(dependenciesOf(dependencies, viewer.tenant), viewer, 'eraseOutdated', work);

/** Erases rows, and texts of decided changes of sources, with an event that says how many. */
const eraseRows =
  (limits: RetentionLimits) =>
  async ({ dependencies, session, record }: UseCaseContext): Promise<boolean> => {
    const places = await eraseOutdated(session, limits);
    if (places.length === 0) return false;
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
    return true;
  };

/** Versions of documents that one transaction erases. */
const versionsAtOnce = 20;

/** Erases versions of documents that others have followed before the limit. */
const eraseFormerVersions =
  (limit: Date) =>
  async (useCase: UseCaseContext): Promise<boolean> => {
    lockErasures(useCase.session);
    await lockExtractionPasses(useCase.session);
    const versions = await supersededVersions(useCase.session, limit, versionsAtOnce);
    if (versions.length > 0)
      await eraseVersions(
        useCase,
        versions,
        await statementsOfVersions(useCase, versions),
        'Another version has followed long ago.',
      );
    return versions.length > 0;
  };

const eraseOfTenant = async (
  dependencies: AppDependencies,
  tenant: string,
  limits: RetentionLimits,
): Promise<void> => {
  const { versions } = limits;
  const gateway = gatewayOf(tenant);
  // The database lets an admin erase alone.
  const admin: Viewer = { ...gateway, roles: ['admin'] };
  while (versions !== null && (await eraseSome(dependencies, admin, eraseFormerVersions(versions))));
  while (await eraseSome(dependencies, gateway, eraseRows(limits)));
};

/**
 * Erases what every tenant has kept for longer than the settings say, and the artifacts of passes. A transaction erases a few
 * thousand rows, so that nobody waits long; each has its audit event. A tenant that fails keeps no other waiting: the first
 * failure is thrown at the end, an outage of the database at once.
 */
export const eraseAllOutdated = async (
  dependencies: AppDependencies,
  retention: Retention,
): Promise<void> => {
  const limits = retentionLimits(dependencies.clock(), retention);
  if (Object.values(retention).every((days) => days === null)) return;
  const failures: unknown[] = [];
  for (const tenant of await auditedTenants(dependencies.orm))
    await eraseOfTenant(dependencies, tenant, limits).catch((error) => {
      if (outageOf(error) !== null) throw error;
      failures.push(error);
    });
  if (dependencies.reportDir !== null && limits.reports !== null)
    await eraseReportArtifacts(dependencies.reportDir, limits.reports);
  if (failures.length > 0) throw failures[0];
};
