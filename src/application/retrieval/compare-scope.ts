import type { AppDependencies } from '#application/app-dependencies.ts';
import type { MeaningUse } from '#domain/retrieval/meaning.ts';
import {
  type Compared,
  type ComparedEach,
  type ComparedScope,
  compareEach,
  cosinesOf,
  loadVectors,
} from '#persistence/retrieval/known-vectors.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** Logs a scope that was not compared; has it be read beside the requests where it is not read yet. */
const noteMeaning = (
  { orm, logEmbedding, logFault }: AppDependencies,
  { viewer }: ReadSession,
  scope: ComparedScope,
  meaning: MeaningUse,
): void => {
  if (meaning === 'TOO_MANY') logEmbedding?.('too_many', 1);
  if (meaning === 'LOADING') {
    logEmbedding?.('loading', 1);
    void loadVectors(orm, viewer.tenant, scope).catch((error: unknown) =>
      logFault('embedding.failed', error),
    );
  }
};

/** Compares the items of a scope; has one be read beside the requests that is not read yet. Visibility is not applied. */
export const compareScope = async (
  dependencies: AppDependencies,
  session: ReadSession,
  scope: ComparedScope,
): Promise<Compared> => {
  const compared = await cosinesOf(dependencies.orm, session, scope);
  noteMeaning(dependencies, session, scope, compared.meaning);
  return compared;
};

/** Like `compareScope`, for several vectors, each with the items of its scope. */
export const compareScopes = async (
  dependencies: AppDependencies,
  session: ReadSession,
  asked: readonly ComparedScope[],
): Promise<ComparedEach> => {
  const compared = await compareEach(dependencies.orm, session, asked);
  const scopes = new Map(
    asked.map((scope, at) => [scope.project, { scope, meaning: compared.meanings[at] }]),
  );
  for (const { scope, meaning } of scopes.values())
    if (meaning) noteMeaning(dependencies, session, scope, meaning);
  return compared;
};
