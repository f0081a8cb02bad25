import type { AppDependencies } from '#application/app-dependencies.ts';
import { embedDueItems, queueAllWithoutVector } from '#application/retrieval/embed-due-items.ts';
import { type BackgroundWork, startBackgroundWork } from './background-work.ts';

/** Milliseconds between two looks for items without a vector that nothing queued. */
const lookPause = 60 * 60_000;

/** Has vectors made for as long as the process serves. With nothing to do it asks the store every two seconds. */
export const startEmbedding = (dependencies: AppDependencies): BackgroundWork => {
  let nextLook = 0;
  return startBackgroundWork(
    async (isOver) => {
      const now = dependencies.clock().getTime();
      if (now >= nextLook) {
        await queueAllWithoutVector(dependencies, isOver);
        nextLook = now + lookPause;
      }
      return embedDueItems(dependencies, isOver);
    },
    { idlePause: 2_000 },
    'embedding.failed',
    dependencies,
  );
};
