import type { JudgingEnding } from '#application/app-dependencies.ts';
import { readBeforeAsking } from '#application/ingestion/steps/run-reading-use-case.ts';
import { getMemoryForUpdate, lockItems } from '#application/review/steps/change-item.ts';
import { type CommonInput, describeUseCase, notFound, runUseCase } from '#application/use-case.ts';
import { viewerRole } from '#entities/policies.ts';
import { readJudgingQuestion } from '#persistence/contradictions/judging-queue.ts';
import { readableItems } from '#persistence/reading/visibility-predicate.ts';
import { askJudge, recordFindings } from './steps/judge-memory.ts';
import { nearInMeaning } from './steps/near-in-meaning.ts';

export interface DetectContradictionsInput extends CommonInput {
  readonly memoryId: string;
}

export interface DetectContradictionsOutcome {
  readonly contradictionIds: readonly string[];
  readonly candidatesConsidered: number;
  readonly judgeCalls: number;
  readonly ending: JudgingEnding;
}

/** Judges a memory now against those near it that the actor sees. It stays in the queue, which judges it against all. */
export const detectContradictions = describeUseCase<DetectContradictionsInput, DetectContradictionsOutcome>(
  {
    mutation: 'detectContradictions',
    roles: ['reviewer', 'service'],
    as: 'viewer',
  },
  async (dependencies, command, terms) => {
    const { viewer, input } = command;
    const visibility = readableItems(viewer, 'i');
    const question = await readBeforeAsking(dependencies, command, terms, viewerRole, async (session) => {
      const read = await readJudgingQuestion(await session.db(), viewer, input.memoryId, {
        visible: visibility,
        most: dependencies.settings.contradictions.compared,
        nearOf: () => nearInMeaning(dependencies, session, input.memoryId),
      });
      if (!read) throw notFound(['memoryId']);
      return read;
    });
    const judging = question && (await askJudge(dependencies, viewer, question));
    return runUseCase(dependencies, command, terms, async (useCase) => {
      // Null only for a repeated idempotency key, which `runUseCase` has answered.
      if (!judging) throw new Error('Nobody was asked, and no outcome is stored.');
      await lockItems(useCase, [input.memoryId, ...judging.findings.map(({ otherId }) => otherId)]);
      await getMemoryForUpdate(useCase, input.memoryId, ['memoryId']);
      return {
        verdict: 'done',
        outcome: {
          contradictionIds: await recordFindings(useCase, judging, visibility),
          candidatesConsidered: judging.question.others.length,
          judgeCalls: judging.calls,
          ending: judging.ending,
        },
      };
    });
  },
);
