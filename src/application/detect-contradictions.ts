import { viewerRole } from '#entities/policies.ts';
import { readJudgingQuestion } from '#persistence/judging-repository.ts';
import { readableItems } from '#persistence/visibility-predicate.ts';
import {
  type CarriedOut,
  type Command,
  type CommonInput,
  carryOut,
  type MutationTerms,
  notFound,
} from './carry-out.ts';
import { readBeforeAsking } from './carry-out-reading.ts';
import { getMemoryForUpdate, lockItems } from './change-item.ts';
import type { Installation, JudgingEnding } from './installation.ts';
import { askJudge, recordFindings } from './judge-memory.ts';

export interface DetectContradictionsInput extends CommonInput {
  readonly memoryId: string;
}

export interface DetectContradictionsOutcome {
  readonly contradictionIds: readonly string[];
  readonly candidatesConsidered: number;
  readonly judgeCalls: number;
  readonly ending: JudgingEnding;
}

const terms: MutationTerms = {
  mutation: 'detectContradictions',
  roles: ['reviewer', 'service'],
  as: 'viewer',
};

/** Judges a memory now, against what the actor sees of its company. The queue has it all the same, and judges it against everything. */
export const detectContradictions = async (
  installation: Installation,
  command: Command<DetectContradictionsInput>,
): Promise<CarriedOut<DetectContradictionsOutcome>> => {
  const { viewer, input } = command;
  const sight = readableItems(viewer, 'i');
  const question = await readBeforeAsking(installation, command, terms, viewerRole, async (session) => {
    const read = await readJudgingQuestion(await session.db(), viewer, input.memoryId, sight);
    if (!read) throw notFound(['memoryId']);
    return read;
  });
  const judging = question && (await askJudge(installation, question));
  return carryOut(installation, command, terms, async (useCase) => {
    // Null only where the outcome of the caller's key was there already, which `carryOut` has answered with.
    if (!judging) throw new Error('Nobody was asked, and no outcome is stored.');
    await lockItems(useCase, [input.memoryId, ...judging.findings.map(({ otherId }) => otherId)]);
    await getMemoryForUpdate(useCase, input.memoryId, ['memoryId']);
    return {
      verdict: 'done',
      outcome: {
        contradictionIds: await recordFindings(useCase, judging, sight),
        candidatesConsidered: judging.question.others.length,
        judgeCalls: judging.calls,
        ending: judging.ending,
      },
    };
  });
};
