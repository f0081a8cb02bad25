import type { AppDependencies } from '#application/app-dependencies.ts';
import { runUseCase, type UseCaseContext } from '#application/use-case.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';

/**
 * Carries out work that the gateway does by itself (`gatewayOf`), as one use case in the system role, which is never refused.
 * Returns what the work returns.
 */
export const runAsGateway = async <Outcome>(
  dependencies: AppDependencies,
  gateway: Viewer,
  mutation: string,
  work: (useCase: UseCaseContext) => Promise<Outcome>,
): Promise<Outcome> => {
  const { outcome } = await runUseCase(
    dependencies,
    { viewer: gateway, requestId: null, input: {} },
    { mutation, roles: 'anybody', as: 'system' },
    async (useCase) => ({ verdict: 'done', outcome: await work(useCase) }),
  );
  return outcome;
};
