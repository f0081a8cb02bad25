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
  type PreparedDocument,
  prepareDocument,
  type SentDocuments,
  versionsOf,
} from './document-versions.ts';
import { extractNewWave, mostDocuments, passOverWave } from './extract-wave-documents.ts';
import type { ModelReadings } from './model-readings.ts';
import { type ReadSources, readProposals } from './read-proposals.ts';

/** Works on one item after another, with pauses between them. */
export const inTurn = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const pause = createPause();
  const results: Result[] = [];
  for (const item of items) {
    results.push(await work(item));
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

const waveIdOf = ({ waveId, newWaveId }: Intake): string => waveId ?? newWaveId;

/** The refusal of an open wave that takes no documents of this project; null where it takes them. */
const refusalOfAddition = ({ id, extractedAt, project }: WaveRow, ofProject: string) => {
  if (extractedAt === null && project === ofProject) return null;
  const error =
    extractedAt === null
      ? new DomainError(
          'wave.other_project',
          'The wave belongs to another project. Leave waveId out to start a wave.',
          ['waveId'],
        )
      : new DomainError(
          'wave.already_extracted',
          'The wave has been extracted, so nothing more is added to it. Leave waveId out to start another.',
          ['waveId'],
        );
  return {
    verdict: 'refused',
    error,
    action: 'wave.addition.refused',
    targetType: 'Wave',
    targetId: id,
  } as const;
};

/** The insertions of a wave where it is new, and of its documents; nothing points to a row of a later one. */
const insertionsOf = async (
  { viewer, now }: UseCaseContext,
  intake: Intake,
  added: readonly PreparedDocument[],
) => [
  intake.waveId == null
    ? insertionOf('waves', [
        {
          id: intake.newWaveId,
          tenant: viewer.tenant,
          project: intake.project,
          started_by: intake.contributor,
          started_at: now,
          unread_since: now,
          is_of_service: hasRole(viewer, 'service'),
        },
      ])
    : null,
  await insertionInSlices(
    'documents',
    added.values().map(({ document }) => document),
  ),
  await insertionInSlices(
    'chunks',
    added.values().flatMap(({ chunks }) => chunks),
  ),
  await insertionInSlices(
    'record_names',
    added.values().flatMap(({ recordNames }) => recordNames),
  ),
];

const recordIntake = (
  { record }: UseCaseContext,
  intake: Intake,
  added: readonly PreparedDocument[],
): void => {
  const waveId = waveIdOf(intake);
  if (intake.waveId == null)
    record([
      {
        action: 'wave.started',
        targetType: 'Wave',
        targetId: waveId,
        before: null,
        after: { project: intake.project },
      },
    ]);
  record(
    added.map(({ document: { id, path, content_hash: contentHash } }) => ({
      action: 'document.ingested',
      targetType: 'Document',
      targetId: id,
      before: null,
      after: { path, contentHash, waveId },
    })),
  );
};

const sourcesOf = (documents: readonly PreparedDocument[]): readonly ExtractionSource[] =>
  documents.flatMap(({ sources }) => sources);

/** Stores documents in a wave, puts them in force, extracts from them, and checks what came from the versions before. */
export const takeInDocuments = async (
  useCase: UseCaseContext,
  intake: Intake,
): Promise<Verdict<TakenDocuments>> => {
  const { session, viewer, dependencies } = useCase;
  const { readings, divide } = intake;
  const waveId = waveIdOf(intake);
  const isNewWave = intake.waveId == null;
  const readOf = (sources: readonly ExtractionSource[]) => readProposals(useCase, sources, readings);
  /** Prepares the versions that are new, but for those that are prepared already. */
  const prepareAdded = async (
    versions: readonly DocumentVersion[],
    prepared: ReadonlyMap<DocumentVersion, PreparedDocument>,
  ) =>
    inTurn(
      await addedVersions(session.db, viewer.tenant, versions),
      async (version) => prepared.get(version) ?? prepareDocument(useCase, waveId, version),
    );

  const filter = await readEntryFilter(dependencies, session.db);
  let versions = await versionsOf(intake, filter.document);
  // A wave of its own is read before the call takes the lock of the tenant's passes, which others may hold.
  const isReadEarly = intake.extract && isNewWave;
  const early = isReadEarly ? await prepareAdded((await divide(versions)).own, new Map()) : [];
  const earlyRead = await readOf(sourcesOf(early));

  await lockExtractionPasses(session);
  const lockedFilter = await readEntryFilter(dependencies, session.db);
  // Words erased since the first look are kept out.
  if (lockedFilter.known !== filter.known) versions = await versionsOf(intake, lockedFilter.document);
  const open = intake.waveId == null ? null : await getWaveForUpdate(useCase, intake.waveId);
  const refusal = open && refusalOfAddition(open, intake.project);
  if (refusal) return refusal;

  await assertNamedAudiences(session.db, viewer, intake.audiences);
  const { own, others } = await divide(versions);
  const prepared = new Map(early.map((document) => [document.version, document]));
  const added = await prepareAdded(own, prepared);
  const insertions = await insertionsOf(useCase, intake, added);
  const stored = Promise.all(insertions.map((insertion) => insertion?.execute(session.db)));
  recordIntake(useCase, intake, added);

  const isRead =
    isReadEarly && added.length === early.length && added.every(({ version }) => prepared.has(version));
  let reading: Promise<ReadSources> | null = null;
  /** Reads the documents that were added, once. */
  const readAdded = () => {
    reading ??= isRead ? Promise.resolve(earlyRead) : readOf(sourcesOf(added));
    return reading;
  };
  const limit = intake.candidateLimit ?? undefined;
  const extract = async () =>
    isNewWave
      ? extractNewWave(useCase, waveId, await readAdded(), limit)
      : passOverWave(useCase, { waveId, readings, mostDocuments, limit });
  const passing = intake.extract ? extract() : null;
  const putInForce = () => putVersionsInForce(useCase, own, added, intake.owners);
  // Looked up while the pass is at work, but where the pass may write what came from a version before.
  const [, pass, changes] = await Promise.all([
    stored,
    passing,
    isNewWave && areOfDifferentPaths(own) ? putInForce() : Promise.resolve(passing).then(putInForce),
  ]);
  await checkVersions(useCase, changes, { readAll: readAdded, readOf });
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
