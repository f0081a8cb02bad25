import type { AppDependencies } from '#application/app-dependencies.ts';
import { startWebhooks } from '#server/webhooks/start-webhooks.ts';
import type { BackgroundWork } from './background-work.ts';
import { startEmbedding } from './embedding.ts';
import { startJudging } from './judging.ts';
import { startMovingUp } from './moving-up.ts';
import { startResuming } from './resuming.ts';

/** Starts all work that a serving process does beside its requests. */
export const startBackground = (dependencies: AppDependencies): readonly BackgroundWork[] => [
  startJudging(dependencies),
  startMovingUp(dependencies),
  startResuming(dependencies),
  startWebhooks(dependencies),
  ...(dependencies.embedder === undefined ? [] : [startEmbedding(dependencies)]),
];
