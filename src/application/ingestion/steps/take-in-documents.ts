import { readEntryFilter } from '#application/erasure/steps/erased-at-entry.ts';
import { createPause } from '#application/pause.ts';
import {
  areOfDifferentPaths,
  checkVersions,
  putVersionsInForce,
} from '#application/sources/steps/check-versions.ts';
import type { DividedVersions } from '#application/sources/steps/divide-by-owner.ts';
import { assertNamedAudiences, type NamedAudience } from '#application/tenants/steps/named-audience.ts';
import { notFound, type UseCaseContext, type Verdict } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { hasRole } from '#domain/privacy/viewer.ts';
import type { SourceOwners } from '#domain/sources/source-owners.ts';
import { markWaveUnread } from '#persistence/ingestion/open-waves.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { type WaveRow, wavesById } from '#persistence/ingestion/sources.ts';
import { insertionInSlices, insertionOf } from '#persistence/store/bulk-insert.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';
import {
  addedVersions,
  type DocumentVersion,
  prepareDocument,
  type SentDocuments,
  versionsOf,
} from './document-versions.ts';
import { extractNewWave, mostDocuments, passOverWave } from './extract-wave-documents.ts';
import type { ModelReadings } from './model-readings.ts';
import { type ReadSources, readProposals } from './read-proposals.ts';

/** One after another, with pauses between them. */
export const inTurn = async <One, Result>(
  them: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> => {
  const pause = createPause();
  const results: Result[] = [];
  for (const one of them) {
    results.push(await work(one));
    await pause();
  }
  return results;
};

/** Locked, so that nobody extracts it while documents are added. */
const getWaveForUpdate = async ({ session, now }: UseCaseContext, waveId: string): Promise<WaveRow> => {
  await markWaveUnread(session, waveId, now);
  const wave = await wavesById(readThrough(session)).load(waveId);
  if (!wave) throw notFound(['waveId']);
  return wave;
};

/** Documents to take in, and for whom. */
export interface Intake extends SentDocuments {
  /** Owners of the paths that are new. */
  readonly owners: SourceOwners;
  readonly extract: boolean;
  readonly candidateLimit?: number | null | undefined;
  /** A wave that has not been extracted yet, to add to. */
  readonly waveId?: string | null | undefined;
  /** Id of the wave that begins where none is named. */
  readonly newWaveId: string;
  readonly readings: ModelReadings;
  /** Distinguishes the versions that take effect from those that wait; called again once nobody else takes documents in. */
  readonly divide: (versions: readonly DocumentVersion[]) => Promise<DividedVersions>;
  /** Audiences that the viewer names. */
  readonly audiences: readonly NamedAudience[];
}

export interface TakenDocuments {
  readonly waveId: string;
  /** Documents whose path and content were in force already. */
  readonly unchanged: number;
  /** Null when nothing was extracted. */
  readonly reportId: string | null;
  /** Versions that do not take effect. */
  readonly others: DividedVersions['others'];
}

/** Stores documents in a wave, puts them in force, extracts from them, and checks what came from the versions before. */
export const takeInDocuments = async (
  useCase: UseCaseContext,
  intake: Intake,
): Promise<Verdict<TakenDocuments>> => {
  const { session, viewer, now, dependencies, record } = useCase;
  const { tenant } = viewer;
  const { readings, divide } = intake;
  const waveId = intake.waveId ?? intake.newWaveId;
  const filter = await readEntryFilter(dependencies, session.db);
  let versions = await versionsOf(intake, filter.document);
  const prepare = (version: DocumentVersion) => prepareDocument(useCase, waveId, version);
  const readOf = (sources: readonly ExtractionSource[]) => readProposals(useCase, sources, readings);
  // A wave of its own is read before the call takes the lock of the tenant's passes, which others may hold.
  const readsEarly = intake.extract && intake.waveId == null;
  const early = readsEarly
    ? await inTurn(await addedVersions(session.db, tenant, (await divide(versions)).own), prepare)
    : [];
  const readEarly = await readOf(early.flatMap(({ sources }) => sources));

  await lockExtractionPasses(useCase.session);
  const lockedFilter = await readEntryFilter(dependencies, session.db);
  // Words erased since the first look are kept out.
  if (lockedFilter.known !== filter.known) versions = await versionsOf(intake, lockedFilter.document);
  const open = intake.waveId == null ? null : await getWaveForUpdate(useCase, intake.waveId);
  if (open && (open.extractedAt !== null || open.project !== intake.project))
    return {
      verdict: 'refused',
      error: new DomainError(
        open.extractedAt === null ? 'wave.other_project' : 'wave.already_extracted',
        open.extractedAt === null
          ? 'The wave belongs to another project. Leave waveId out to start a wave.'
          : 'The wave has been extracted, so nothing more is added to it. Leave waveId out to start another.',
        ['waveId'],
      ),
      action: 'wave.addition.refused',
      targetType: 'Wave',
      targetId: open.id,
    };

  await assertNamedAudiences(session.db, viewer, intake.audiences);
  const { own, others } = await divide(versions);
  const prepared = new Map(early.map((document) => [document.version, document]));
  const added = await inTurn(
    await addedVersions(session.db, tenant, own),
    async (version) => prepared.get(version) ?? prepare(version),
  );
  const documents = added.map(({ document }) => document);
  const insertions = [
    open === null
      ? insertionOf('waves', [
          {
            id: waveId,
            tenant,
            project: intake.project,
            started_by: intake.contributor,
            started_at: now,
            unread_since: now,
            is_of_service: hasRole(viewer, 'service'),
          },
        ])
      : null,
    await insertionInSlices('documents', documents.values()),
    await insertionInSlices(
      'chunks',
      added.values().flatMap(({ chunks }) => chunks),
    ),
    await insertionInSlices(
      'record_names',
      added.values().flatMap(({ recordNames }) => recordNames),
    ),
  ];
  // They leave in this order: nothing points to what comes behind it.
  const stored = Promise.all(insertions.map((insertion) => insertion?.execute(session.db)));
  record([
    ...(open
      ? []
      : [
          {
            action: 'wave.started',
            targetType: 'Wave',
            targetId: waveId,
            before: null,
            after: { project: intake.project },
          } as const,
        ]),
    ...documents.map(
      ({ id, path, content_hash: contentHash }) =>
        ({
          action: 'document.ingested',
          targetType: 'Document',
          targetId: id,
          before: null,
          after: { path, contentHash, waveId },
        }) as const,
    ),
  ]);
  const readAdded = async () =>
    readsEarly && added.length === early.length && added.every(({ version }) => prepared.has(version))
      ? readEarly
      : readOf(added.flatMap(({ sources }) => sources));
  const limit = intake.candidateLimit ?? undefined;
  const extract = async () =>
    open === null
      ? extractNewWave(useCase, waveId, await readOnce(), limit)
      : passOverWave(useCase, { waveId, readings, mostDocuments, limit });
  let reading: Promise<ReadSources> | null = null;
  const readOnce = () => {
    reading ??= readAdded();
    return reading;
  };
  const passed = intake.extract ? extract() : null;
  const putInForce = () => putVersionsInForce(useCase, own, added, intake.owners);
  // Looked up while the pass is at work, but where the pass may write what came from a version before.
  const [, pass, changes] = await Promise.all([
    stored,
    passed,
    open === null && areOfDifferentPaths(own) ? putInForce() : Promise.resolve(passed).then(putInForce),
  ]);
  await checkVersions(useCase, changes, { readAll: readOnce, readOf });
  return {
    verdict: 'done',
    outcome: {
      waveId,
      unchanged: own.length - added.length - changes.returned.length,
      reportId: pass?.reportId ?? null,
      others,
    },
  };
};
