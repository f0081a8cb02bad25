import type { AppDependencies } from '#application/app-dependencies.ts';
import type { MeaningUse } from '#domain/retrieval/meaning.ts';
import type { Cosines } from '#persistence/retrieval/known-vectors.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { compareScope } from './compare-scope.ts';
import { vectorOfText } from './text-vector.ts';

export interface ComparedByMeaning {
  /** Null: words alone count. */
  readonly cosines: Cosines | null;
  /** Null: no embedding server is configured. */
  readonly meaning: MeaningUse | null;
}

/** Compares the items of a project, or of all for null, with what a text means. Visibility is not applied. */
export const compareByMeaning = async (
  dependencies: AppDependencies,
  session: ReadSession,
  text: string,
  project: string | null,
): Promise<ComparedByMeaning> => {
  if (dependencies.embedder === undefined) return { cosines: null, meaning: null };
  const vector = await vectorOfText(dependencies, session.viewer, text);
  if (vector === null) return { cosines: null, meaning: 'UNAVAILABLE' };
  return compareScope(dependencies, session, { project, ...vector });
};
