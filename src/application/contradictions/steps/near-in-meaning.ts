import type { AppDependencies } from '#application/app-dependencies.ts';
import { compareScope } from '#application/retrieval/compare-scope.ts';
import type { NearInMeaning } from '#persistence/contradictions/judging-queue.ts';
import { vectorsOfItems } from '#persistence/retrieval/item-vector.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { heuristicJudge } from '#providers/contradiction-judge.ts';

/** True where memories have vectors, and the judge reads more than words. */
export const judgesByMeaning = ({ embedder, contradictionJudge, settings }: AppDependencies): boolean =>
  embedder !== undefined &&
  contradictionJudge.name !== heuristicJudge.name &&
  settings.retrieval.meaningWeight > 0;

/** Compares the memories of its project with what a memory means; null: words alone choose whom it is judged against. */
export const nearInMeaning = async (
  dependencies: AppDependencies,
  session: ReadSession,
  memoryId: string,
): Promise<NearInMeaning | null> => {
  const { embedder, settings } = dependencies;
  if (embedder === undefined || !judgesByMeaning(dependencies)) return null;
  const scope = (await vectorsOfItems(session, [memoryId], embedder.name)).get(memoryId);
  if (scope === undefined) return null;
  const { cosines } = await compareScope(dependencies, session, scope);
  return cosines && { cosines, numbers: settings.retrieval };
};
