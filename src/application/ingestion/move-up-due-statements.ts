import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { runAsGateway } from '#application/run-as-gateway.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { systemRole } from '#entities/policies.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { type DueWaiting, dueWaiting } from '#persistence/ingestion/waiting-statements.ts';
import { inReadSession } from '#persistence/store/viewer-session.ts';
import { moveUp } from './steps/move-up.ts';

/** Sources that are looked for in one round. */
const batch = 20;

const moveUpTarget = (dependencies: AppDependencies, { tenant, ...key }: DueWaiting): Promise<number> =>
  runAsGateway(
    dependenciesOf(dependencies, tenant),
    gatewayOf(tenant),
    'moveUpStatements',
    async (useCase) => {
      await lockExtractionPasses(useCase.session);
      return moveUp(useCase, key.targetId, [key], undefined);
    },
  );

/**
 * Proposes waiting statements of all tenants where reviewers have made room, until `isOver`. Returns how many were proposed. Several
 * processes may run it at once: the lock of the tenant's passes keeps the budget.
 */
export const moveUpDueStatements = async (
  dependencies: AppDependencies,
  isOver: () => boolean = () => false,
): Promise<number> => {
  const { candidateLimit } = dependencies.settings.extraction;
  const due = await inReadSession(dependencies.orm, gatewayOf(''), systemRole, async (session) =>
    dueWaiting(await session.db(), candidateLimit, batch),
  );
  let proposed = 0;
  for (const target of due) {
    if (isOver()) break;
    proposed += await moveUpTarget(dependencies, target);
  }
  return proposed;
};
