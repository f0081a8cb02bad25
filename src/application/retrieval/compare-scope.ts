import type { AppDependencies } from '#application/app-dependencies.ts';
import {
  type Compared,
  type ComparedScope,
  cosinesOf,
  loadVectors,
} from '#persistence/retrieval/known-vectors.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** Compares the items of a scope; has one be read beside the requests that is not read yet. Visibility is not applied. */
export const compareScope = async (
  dependencies: AppDependencies,
  session: ReadSession,
  scope: ComparedScope,
): Promise<Compared> => {
  const { orm, logEmbedding, logFault } = dependencies;
  const compared = await cosinesOf(orm, session, scope);
  if (compared.meaning === 'TOO_MANY') logEmbedding?.('too_many', 1);
  if (compared.meaning === 'LOADING') {
    logEmbedding?.('loading', 1);
    void loadVectors(orm, session.viewer.tenant, scope).catch((error: unknown) =>
      logFault('embedding.failed', error),
    );
  }
  return compared;
};
