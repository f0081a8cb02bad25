import type { Settings } from '#application/app-dependencies.ts';
import { type Replay, replay } from '#domain/routing/replay.ts';
import type { Reads } from '#persistence/reading/loaders.ts';

/**
 * Routes a stored extraction again by today's rules: with the flags and threshold of its newest routing, or, literally,
 * without flags. Writes nothing. Null for an extraction that the viewer does not see.
 */
export const replayRouting = async (
  { loaders }: Reads,
  { confidenceReviewThreshold, routing }: Settings,
  extractionId: string,
  withRecordedFlags: boolean,
): Promise<Replay | null> => {
  const extraction = await loaders.extractions.load(extractionId);
  if (extraction === null) return null;
  return replay({ ...extraction, extractionId }, await loaders.workflowItemsByExtraction.load(extractionId), {
    withRecordedFlags,
    threshold: confidenceReviewThreshold,
    ruleSet: routing,
  });
};
