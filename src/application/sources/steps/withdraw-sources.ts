import type { UseCaseContext } from '#application/use-case.ts';
import { type SourceInForce, withdrawSources } from '#persistence/sources/source-paths.ts';
import { checkSources, readItemsOf } from './check-sources.ts';

/** Write and record: these paths are in force no more, and what came from them is checked. Gives the ids of the items that have drifted. */
export const withdrawInForce = async (
  useCase: UseCaseContext,
  sources: readonly SourceInForce[],
): Promise<readonly string[]> => {
  const { session, now, record } = useCase;
  await withdrawSources(
    session,
    sources.map(({ pathId }) => pathId),
    now,
  );
  record(
    sources.map(({ documentId, path }) => ({
      action: 'document.withdrawn',
      targetType: 'Document',
      targetId: documentId,
      before: null,
      after: { path },
    })),
  );
  const changed = sources.map((source) => ({ ...source, sections: null }));
  return checkSources(useCase, { changed, items: await readItemsOf(useCase, changed) }, []);
};
