import { setInterval } from 'node:timers/promises';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { assertRoomInQueue } from '#application/review/steps/pending-limit.ts';
import {
  type Command,
  type CommonInput,
  describeUseCase,
  type MutationTerms,
  type UseCaseResult,
} from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { extractorVersionWith } from '#domain/ingestion/extractor-version.ts';
import { systemRole } from '#entities/policies.ts';
import {
  countWaveDocuments,
  readUpTo,
  readWaveSources,
  type WaveScope,
} from '#persistence/ingestion/extraction-sources.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';
import { assertCandidateLimit } from './steps/candidate-limit.ts';
import {
  documentsInASlice,
  mostDocuments,
  passOverWave,
  type WavePassed,
} from './steps/extract-wave-documents.ts';
import { getVisibleWave, getWaveToExtract } from './steps/get-wave.ts';
import { textToAsk } from './steps/model-readings.ts';
import { readBeforeAsking, runReadingUseCase } from './steps/run-reading-use-case.ts';
import { keepReportArtifact } from './steps/store-report-artifact.ts';

export interface ExtractWaveInput extends CommonInput {
  readonly waveId: string;
  readonly candidateLimit?: number | null | undefined;
  /** Absent: all. */
  readonly maxDocuments?: number | null | undefined;
}

/** A request for a pass over a wave, and how the wave is looked up for it. */
interface PassRun {
  readonly dependencies: AppDependencies;
  readonly command: Command<ExtractWaveInput>;
  readonly terms: MutationTerms;
  readonly getWave: typeof getWaveToExtract;
  /** True once the process ends: the pass ends behind the slice that it reads. */
  readonly isOver: () => boolean;
}

const never = () => false;

const assertShape = ({ candidateLimit, maxDocuments }: ExtractWaveInput): void => {
  assertCandidateLimit(candidateLimit);
  if (maxDocuments != null && maxDocuments < 1)
    throw new DomainError('input.invalid', `maxDocuments is ${maxDocuments}; it is at least 1.`, [
      'maxDocuments',
    ]);
};

const scopeOf = ({ statementModel }: AppDependencies, waveId: string): WaveScope => ({
  waveId,
  unread: { extractorVersion: extractorVersionWith(statementModel?.name ?? null) },
});

/** Reads what is left of a wave before a slice; null for a call that was answered before. */
const readState = ({
  dependencies,
  command,
  terms,
  getWave,
}: PassRun): Promise<{ readonly isMoreThanASlice: boolean; readonly stoppedAt: number | null } | null> => {
  const { waveId } = command.input;
  return readBeforeAsking(dependencies, command, terms, systemRole, async (session) => {
    assertShape(command.input);
    const { stoppedAt } = await getWave(session, waveId);
    const scope = scopeOf(dependencies, waveId);
    const db = await session.db();
    const after = await readUpTo(db, session.viewer, waveId);
    const most = documentsInASlice + 1;
    const documents = await countWaveDocuments(db, session.viewer, scope, { most, after });
    return { isMoreThanASlice: documents === most, stoppedAt: stoppedAt?.getTime() ?? null };
  });
};

/** Runs one transaction of a pass: reads at most so many documents. */
const readSlice = ({ dependencies, command, terms, getWave }: PassRun, most: number, stop?: AbortSignal) => {
  const { waveId, candidateLimit } = command.input;
  const scope = scopeOf(dependencies, waveId);
  return runReadingUseCase<ExtractWaveInput, WavePassed>(
    dependencies,
    command,
    terms,
    async (session) => {
      assertShape(command.input);
      await getWave(session, waveId);
      const db = await session.db();
      const after = await readUpTo(db, session.viewer, waveId);
      const sources = await readWaveSources(db, session.viewer, scope, { most, after });
      return { sourceId: waveId, texts: sources.map(textToAsk), stop };
    },
    async (useCase, readings) => {
      assertShape(command.input);
      await assertRoomInQueue(useCase);
      await lockExtractionPasses(useCase.session);
      await getWave(readThrough(useCase.session), waveId);
      return {
        verdict: 'done',
        outcome: await passOverWave(useCase, {
          waveId,
          readings,
          mostDocuments: most,
          limit: candidateLimit ?? undefined,
        }),
      };
    },
  );
};

/** Milliseconds between two looks whether somebody has stopped a pass that waits for a model. */
const stopPause = 1_000;

/** Reads a slice like `readSlice`; null when the pass was stopped, or the process, while a model was asked: nothing of it was read. */
const readUntilStopped = async (run: PassRun, most: number, stoppedBefore: number | null | undefined) => {
  if (run.dependencies.statementModel === null) return readSlice(run, most);
  const before = stoppedBefore === undefined ? (await readState(run))?.stoppedAt : stoppedBefore;
  const [stop, over] = [new AbortController(), new AbortController()];
  const watch = async () => {
    for await (const _ of setInterval(stopPause, null, { signal: over.signal }))
      if (run.isOver() || (await readState(run))?.stoppedAt !== before) stop.abort();
  };
  const watching = watch().catch(() => undefined);
  try {
    return await readSlice(run, most, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return null;
    throw error;
  } finally {
    over.abort();
    await watching;
  }
};

/** Reads a wave, each slice of its documents in a transaction of its own. */
const runPass = async (run: PassRun): Promise<UseCaseResult<WavePassed>> => {
  const { dependencies, command } = run;
  const { idempotencyKey: _, ...unkeyed } = command.input;
  let left = command.input.maxDocuments ?? mostDocuments;
  let stoppedBefore: number | null | undefined;
  // A dry run leaves nothing behind for a second transaction to go on with.
  while (command.input.dryRun !== true && left > documentsInASlice) {
    const state = await readState(run);
    if (!state?.isMoreThanASlice) break;
    if (stoppedBefore === undefined) stoppedBefore = state.stoppedAt;
    const slice = { ...run, command: { ...command, input: unkeyed } };
    const isRead =
      !run.isOver() &&
      state.stoppedAt === stoppedBefore &&
      (await readUntilStopped(slice, documentsInASlice, stoppedBefore)) !== null;
    left = isRead ? left - documentsInASlice : 0;
  }
  const result =
    (await readUntilStopped(run, Math.min(left, mostDocuments), stoppedBefore)) ?? (await readSlice(run, 0));
  if (result.applied) await keepReportArtifact(dependencies, command.viewer, result.outcome.reportId);
  return result;
};

/**
 * Reads a wave on request, so that a run that is cut, or stopped (`stopExtraction`), goes on where it was: what is new becomes
 * candidates, as far as there is room, and the rest waits.
 */
export const extractWave = describeUseCase<ExtractWaveInput, WavePassed>(
  { mutation: 'extractWave', roles: ['reviewer', 'service', 'contributor'], as: 'system' },
  (dependencies, command, terms) =>
    runPass({ dependencies, command, terms, getWave: getWaveToExtract, isOver: never }),
);

/** Reads what a contributor to a wave may see of it, begun by anybody, until `isOver`: for the gateway, which acts for them. */
export const extractWaveFor = (
  dependencies: AppDependencies,
  command: Command<ExtractWaveInput>,
  isOver: () => boolean,
): Promise<UseCaseResult<WavePassed>> =>
  runPass({ dependencies, command, terms: extractWave.terms, getWave: getVisibleWave, isOver });
