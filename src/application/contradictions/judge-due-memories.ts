import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { later, lease, mostAttempts, nextAttempt } from '#application/attempts.ts';
import { runAsGateway } from '#application/run-as-gateway.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { systemRole } from '#entities/policies.ts';
import {
  allMemories,
  dropUnjudgedMemory,
  dueUnjudgedMemories,
  postponeUnjudgedMemory,
  readJudgingQuestion,
  takeUnjudgedMemory,
  type UnjudgedMemory,
} from '#persistence/contradictions/judging-queue.ts';
import { notedUnlessAway } from '#persistence/store/fault-log.ts';
import { inReadSession, inWriteSession } from '#persistence/store/viewer-session.ts';
import { askJudge, type Judging, recordFindings } from './steps/judge-memory.ts';
import { judgesByMeaning, nearInMeaning } from './steps/near-in-meaning.ts';

/** Memories that are looked for in one round. */
const batch = 20;

/** Takes a memory from the queue and reads the question to the judge. Null when another process has it, or nothing is left to ask. */
const take = async (dependencies: AppDependencies, { tenant, memoryId }: UnjudgedMemory) => {
  const now = dependencies.clock();
  const until = later(now, lease);
  const ofTenant = dependenciesOf(dependencies, tenant);
  const near = judgesByMeaning(ofTenant)
    ? await inReadSession(dependencies.orm, gatewayOf(tenant), systemRole, (session) =>
        nearInMeaning(ofTenant, session, memoryId),
      )
    : null;
  const { attempts, isGivenUp, question } = await inWriteSession(
    dependencies.orm,
    gatewayOf(tenant),
    'system',
    async (session) => {
      const taken = await takeUnjudgedMemory(session, memoryId, now, until);
      // A judgment that crashed its process this often is not retried.
      const isTooOften = taken !== null && taken > mostAttempts;
      if (isTooOften) await dropUnjudgedMemory(session, memoryId, until);
      return {
        attempts: taken,
        isGivenUp: isTooOften,
        question:
          taken === null || isTooOften
            ? null
            : await readJudgingQuestion(session.db, session.viewer, memoryId, {
                visible: allMemories,
                most: ofTenant.settings.contradictions.compared,
                nearOf: async () => near,
              }),
      };
    },
  );
  if (isGivenUp) dependencies.logJudging('given_up');
  return attempts === null || question === null ? null : { attempts, until, question };
};

const settle = (
  dependencies: AppDependencies,
  { tenant, memoryId }: UnjudgedMemory,
  judging: Judging,
  { attempts, until }: { readonly attempts: number; readonly until: Date },
) =>
  runAsGateway(dependencies, gatewayOf(tenant), 'judgeMemory', async (useCase) => {
    await recordFindings(useCase, judging, allMemories);
    if (judging.ending === 'judged' || judging.ending === 'empty' || attempts >= mostAttempts)
      await dropUnjudgedMemory(useCase.session, memoryId, until);
    else await postponeUnjudgedMemory(useCase.session, memoryId, until, nextAttempt(useCase.now, attempts));
  });

/** Judges one memory that is due. A judge that fails costs a line in the log, and another attempt. */
const judge = async (dependencies: AppDependencies, due: UnjudgedMemory): Promise<void> => {
  const taken = await take(dependencies, due);
  if (!taken) return;
  const judging = await askJudge(dependencies, gatewayOf(due.tenant), taken.question);
  await settle(dependencies, due, judging, taken);
  const failed = judging.ending !== 'judged' && judging.ending !== 'empty';
  if (failed && taken.attempts >= mostAttempts) dependencies.logJudging('given_up');
};

/**
 * Judges the due memories of all tenants one after the other, each in short transactions of its own tenant, until `isOver`. Returns how
 * many were due. Several processes may run it at once: each memory is taken by one.
 */
export const judgeDueMemories = async (
  dependencies: AppDependencies,
  isOver: () => boolean = () => false,
): Promise<number> => {
  const due = await inReadSession(dependencies.orm, gatewayOf(''), systemRole, async (session) =>
    dueUnjudgedMemories(await session.db(), dependencies.clock(), batch, judgesByMeaning(dependencies)),
  );
  for (const memory of due) {
    if (isOver()) break;
    await judge(dependencies, memory).catch(notedUnlessAway(dependencies, 'judging.failed'));
  }
  return due.length;
};
