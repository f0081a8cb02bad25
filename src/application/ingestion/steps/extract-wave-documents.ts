import type { UseCaseContext } from '#application/use-case.ts';
import { extractorVersionWith } from '#domain/ingestion/extractor-version.ts';
import { roomOf } from '#domain/ingestion/rank-proposals.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import {
  countWaveDocuments,
  markWaveExtracted,
  newestPass,
  readDocumentSources,
  readWaveSources,
  type WaveScope,
} from '#persistence/ingestion/extraction-sources.ts';
import { markWaveUnread } from '#persistence/ingestion/open-waves.ts';
import { outdateWaiting, pendingOfTarget, waitingKeysOf } from '#persistence/ingestion/waiting-statements.ts';
import { runExtractionPass } from './extraction-pass.ts';
import type { ModelReadings } from './model-readings.ts';
import { moveUp } from './move-up.ts';
import { type ReadSources, readProposals } from './read-proposals.ts';

/** Documents that are read at one go: their statements are in memory together. */
export const documentsInASlice = 100;

/** More documents than a wave has. */
export const mostDocuments = Number.MAX_SAFE_INTEGER;

const targetOf = (waveId: string) => ({ waveId, sourceId: null });

/** The pass over documents that are read at one go, where none of the wave's statements wait; returns the report's id. */
const passAtOnce = async (
  useCase: UseCaseContext,
  waveId: string,
  read: ReadSources,
  limit: number | undefined,
  pending: ReadonlyMap<string, number>,
): Promise<string> =>
  runExtractionPass(useCase, {
    target: targetOf(waveId),
    read,
    roomOf: (key) => roomOf(pending.get(key) ?? 0, limit, useCase.dependencies.settings.extraction),
    limit,
    reportId: null,
    isLast: true,
  });

const finishPass = async (
  useCase: UseCaseContext,
  waveId: string,
  reportId: string,
  chunks: number,
): Promise<WavePassed> => {
  const { session, now, record } = useCase;
  await markWaveExtracted(session, waveId, now);
  record([
    {
      action: 'wave.extracted',
      targetType: 'Wave',
      targetId: waveId,
      before: null,
      after: { reportId, chunks },
    },
  ]);
  return { reportId, isFinished: true };
};

/** The pass over a wave of which nothing was read before. */
export const extractNewWave = async (
  useCase: UseCaseContext,
  waveId: string,
  read: ReadSources,
  limit: number | undefined,
): Promise<WavePassed> =>
  finishPass(useCase, waveId, await passAtOnce(useCase, waveId, read, limit, new Map()), read.sources);

/** Request for a pass over a wave in slices. */
export interface WavePass {
  readonly waveId: string;
  /** Answers of a model, where one was asked. */
  readonly readings: ModelReadings;
  /** Documents to read at most; what is left is read by another call. */
  readonly mostDocuments: number;
  readonly limit: number | undefined;
}

/** Result of a pass: its report, and whether all documents have been read that the caller may read. */
export interface WavePassed {
  readonly reportId: string;
  readonly isFinished: boolean;
}

const idsOf = (sources: readonly ExtractionSource[]): string[] => [
  ...new Set(sources.flatMap(({ documentId }) => documentId ?? [])),
];

/**
 * Reads what no pass has read of a wave, in slices, whose statements wait; when all is read, the best of them are proposed, as
 * far as the budget leaves room. Where all was read before, statements that wait move up; where none wait, the report stands as
 * it is. The caller holds the lock of the tenant's passes, in the system role.
 */
export const passOverWave = async (
  useCase: UseCaseContext,
  { waveId, readings, mostDocuments: mostToRead, limit }: WavePass,
): Promise<WavePassed> => {
  const { session, viewer } = useCase;
  const former = await newestPass(session.db, viewer, waveId);
  let reportId = former?.isFinished === false ? former.reportId : null;
  const waits =
    former !== null && reportId === null && (await waitingKeysOf(session, waveId, viewer)).length > 0;
  let chunks = 0;
  const scope: WaveScope = { waveId, unread: { extractorVersion: extractorVersionWith(readings.model) } };
  // A pass continues after what it has read; documents that were added before that place are looked for when the rest is read.
  let after = former?.readUpTo ?? '';
  let isFromFirst = after === '';
  let isAll = false;
  for (let left = mostToRead; left > 0 && !isAll; ) {
    const most = Math.min(left, documentsInASlice);
    const sources = await readWaveSources(session.db, viewer, scope, { most, after });
    const ids = idsOf(sources);
    const isRest = ids.length < most;
    isAll = isRest && isFromFirst;
    if (isAll && ids.length === 0 && chunks === 0 && reportId === null && former !== null) {
      if (!waits) return { reportId: former.reportId, isFinished: true };
      reportId = former.reportId;
    }
    if (former !== null) await outdateWaiting(session, ids);
    if (isAll && reportId === null && !waits) {
      const pending = former === null ? new Map() : await pendingOfTarget(session, waveId);
      const read = await readProposals(useCase, sources, readings);
      return finishPass(
        useCase,
        waveId,
        await passAtOnce(useCase, waveId, read, limit, pending),
        sources.length,
      );
    }
    if (ids.length > 0)
      reportId = await runExtractionPass(useCase, {
        target: targetOf(waveId),
        read: await readProposals(useCase, sources, readings),
        roomOf: () => 0,
        reportId,
        isLast: false,
      });
    chunks += sources.length;
    left -= ids.length;
    after = isRest ? '' : (ids.at(-1) ?? after);
    isFromFirst ||= isRest;
  }
  // A pass that was stopped before it read anything has a report, too.
  reportId ??=
    former?.reportId ??
    (await runExtractionPass(useCase, {
      target: targetOf(waveId),
      read: await readProposals(useCase, [], readings),
      roomOf: () => 0,
      reportId: null,
      isLast: false,
    }));
  const isLeft = async (behind: string) =>
    (await countWaveDocuments(session.db, viewer, scope, { most: 1, after: behind })) > 0;
  if (!isAll && ((await isLeft(after)) || (!isFromFirst && (await isLeft(''))))) {
    if (chunks > 0) await markWaveUnread(session, waveId, useCase.now);
    return { reportId, isFinished: false };
  }
  await moveUp(useCase, waveId, await waitingKeysOf(session, waveId, viewer), limit);
  return finishPass(useCase, waveId, reportId, chunks);
};

/** Reads one document of a wave again, as a new pass; its statements that wait are read anew. Returns the report's id. */
export const passOverDocument = async (
  useCase: UseCaseContext,
  waveId: string,
  documentId: string,
  readings: ModelReadings,
): Promise<string> => {
  const { session, viewer } = useCase;
  const sources = await readDocumentSources(session.db, viewer.tenant, [documentId]);
  await outdateWaiting(session, [documentId]);
  const read = await readProposals(useCase, sources.get(documentId) ?? [], readings);
  return passAtOnce(useCase, waveId, read, undefined, await pendingOfTarget(session, waveId));
};
