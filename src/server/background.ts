import type { AppDependencies } from '#application/app-dependencies.ts';
import { startEmbedding } from './background-embedding.ts';
import { startJudging } from './background-judging.ts';
import { startMovingUp } from './background-moving-up.ts';
import { startResuming } from './background-resuming.ts';
import type { BackgroundWork } from './background-work.ts';
import { startWebhooks } from './webhooks/background-webhooks.ts';

/** Starts all work that a serving process does beside its requests. */
export const startBackground = (dependencies: AppDependencies): readonly BackgroundWork[] => [
  startJudging(dependencies),
  startMovingUp(dependencies),
  startResuming(dependencies),
  startWebhooks(dependencies),
  ...(dependencies.embedder === undefined ? [] : [startEmbedding(dependencies)]),
];
