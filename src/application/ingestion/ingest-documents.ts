import type { AppDependencies } from '#application/app-dependencies.ts';
import { readEntryFilter } from '#application/erasure/steps/erased-at-entry.ts';
import { assertName, assertNames } from '#application/input-shape.ts';
import { createPause } from '#application/pause.ts';
import { assertRoomInQueue } from '#application/review/steps/pending-limit.ts';
import {
  areOfDifferentPaths,
  checkVersions,
  putVersionsInForce,
} from '#application/sources/steps/check-versions.ts';
import { assertNamedAudiences, type NamedAudience } from '#application/tenants/steps/named-audience.ts';
import { type CommonInput, describeUseCase, notFound, type UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { CallNumbers } from '#domain/ingestion/call-numbers.ts';
import type { StatementText } from '#domain/ingestion/extract-statements.ts';
import { formatOf } from '#domain/ingestion/formats/document-formats.ts';
import { foreignFormatOf } from '#domain/ingestion/formats/foreign-format.ts';
import type { DocumentKind } from '#domain/ingestion/records/document-facts.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { assertDocumentPath } from '#domain/input/document-path.ts';
import { assertNotFuture } from '#domain/input/instant.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { lockWave, readWaveSources } from '#persistence/ingestion/extraction-sources.ts';
import { readFormat } from '#persistence/ingestion/read-format.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { type WaveRow, wavesById } from '#persistence/ingestion/sources.ts';
import { insertionInSlices, insertionOf } from '#persistence/store/bulk-insert.ts';
import { type ReadSession, readThrough } from '#persistence/store/viewer-session.ts';
import { assertCandidateLimit } from './steps/candidate-limit.ts';
import {
  addedVersions,
  type DocumentVersion,
  prepareDocument,
  versionsOf,
} from './steps/document-versions.ts';
import { extractNewWave, passOverWave } from './steps/extract-wave-documents.ts';
import { type ReadSources, readProposals } from './steps/read-proposals.ts';
import { runReadingUseCase } from './steps/run-reading-use-case.ts';
import { assertFewHeadings, chunkInSlices } from './steps/sections.ts';
import { keepReportArtifact } from './steps/store-report-artifact.ts';

export interface IngestedDocument {
  /** Relative, with forward slashes; the document's identity in its project. */
  readonly path: string;
  readonly content: string;
  /** The file's own date. */
  readonly updatedAt?: Date | null | undefined;
  /** Absent: judged by path, headings and opening words. */
  readonly kind?: DocumentKind | null | undefined;
  /** Groups that may see it; none: the whole tenant. */
  readonly audience?: readonly string[] | null | undefined;
}

export interface IngestDocumentsInput extends CommonInput {
  readonly project: string;
  readonly documents: readonly IngestedDocument[];
  /** Absent: true. */
  readonly extract?: boolean | null | undefined;
  readonly candidateLimit?: number | null | undefined;
  /** A wave that has not been extracted yet, to add to. */
  readonly waveId?: string | null | undefined;
}

export interface IngestDocumentsOutcome {
  readonly waveId: string;
  /** Documents whose path and content were there already. */
  readonly unchanged: number;
  /** Null when nothing was extracted. */
  readonly reportId: string | null;
}

const assertShape = (
  { project, documents, candidateLimit }: IngestDocumentsInput,
  now: Date,
  calls: CallNumbers,
): void => {
  assertName(project, 'The project', ['project']);
  assertCandidateLimit(candidateLimit);
  if (documents.length === 0 || documents.length > calls.documents)
    throw new DomainError(
      'input.invalid',
      `The call has ${documents.length} documents; send 1 to ${calls.documents}, and name the wave to add more to it.`,
      ['documents'],
    );
  let bytes = 0;
  for (const [index, { path, content, updatedAt, audience }] of documents.entries()) {
    const at = ['documents', String(index)];
    assertDocumentPath(path, [...at, 'path']);
    const size = Buffer.byteLength(content);
    if (size > calls.documentBytes)
      throw new DomainError(
        'input.invalid',
        `The document has ${size} bytes; at most ${calls.documentBytes} are accepted. Split it.`,
        [...at, 'content'],
      );
    assertStorableText(content, {
      name: 'The content',
      path: [...at, 'content'],
      min: 0,
      max: calls.documentBytes,
    });
    const foreign = foreignFormatOf(content);
    if (foreign !== null)
      throw new DomainError(
        'input.invalid',
        `The document is ${foreign}, which is not read. Convert it to text, markdown or HTML.`,
        [...at, 'content'],
      );
    if (updatedAt) assertNotFuture(updatedAt, now, { name: 'updatedAt', path: [...at, 'updatedAt'] });
    assertNames(audience ?? [], 'The groups of the audience', [...at, 'audience']);
    bytes += size;
  }
  if (bytes > calls.callBytes)
    throw new DomainError(
      'input.invalid',
      `The documents have ${bytes} bytes together; at most ${calls.callBytes} are accepted a call. Name the wave to add more to it.`,
      ['documents'],
    );
};

/** More documents than a wave has. */
const mostDocuments = Number.MAX_SAFE_INTEGER;

/** One after another, with pauses between them. */
const inTurn = async <One, Result>(
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

/** Markdown with too many headings is refused unread. */
const assertSections = async ({ documents }: IngestDocumentsInput): Promise<void> => {
  const places = documents.map(({ path, content }, index) => ({
    path,
    content,
    at: ['documents', String(index), 'content'],
  }));
  await inTurn(places, async ({ path, content, at }) => {
    const readable = await readFormat(formatOf(path, content), content);
    await assertFewHeadings(readable?.text ?? content, at);
  });
};

const audiencesOf = ({ documents }: IngestDocumentsInput): NamedAudience[] =>
  documents.map(({ audience }, index) => ({ audience, path: ['documents', String(index), 'audience'] }));

/** Texts that a pass after this call would read: the new documents, and those already in the open wave. */
const textsToRead = async (
  session: ReadSession,
  input: IngestDocumentsInput,
  dependencies: AppDependencies,
): Promise<readonly StatementText[]> => {
  const { tenant, user } = session.viewer;
  const db = await session.db();
  const wave = input.waveId == null ? null : await wavesById(session).load(input.waveId);
  const filter = await readEntryFilter(dependencies, db, tenant);
  const added = await addedVersions(db, tenant, versionsOf(input, user, filter.text));
  return [
    ...(wave
      ? await readWaveSources(db, session.viewer, { waveId: wave.id, unread: null }, { most: mostDocuments })
      : []),
    ...(
      await inTurn(
        added,
        async ({ path, content }) =>
          (
            await chunkInSlices(path, content, dependencies.settings.extraction)
          ).chunks,
      )
    ).flat(),
  ];
};

/** Locked, so that nobody extracts it while documents are added. */
const getWaveForUpdate = async ({ session }: UseCaseContext, waveId: string): Promise<WaveRow> => {
  await lockWave(session, waveId);
  const wave = await wavesById(readThrough(session)).load(waveId);
  if (!wave) throw notFound(['waveId']);
  return wave;
};

/**
 * Takes a wave of markdown in: all of the call or nothing of it. A document that is there already, path and content,
 * makes no new chunks; a changed one is a new version of its own. Then, unless the input says otherwise, extracts from the wave.
 */
export const ingestDocuments = describeUseCase<IngestDocumentsInput, IngestDocumentsOutcome>(
  { mutation: 'ingestDocuments', roles: ['service', 'contributor'], as: 'system' },
  async (dependencies, command, terms) => {
    const { input } = command;
    const result = await runReadingUseCase(
      dependencies,
      command,
      terms,
      async (readSession) => {
        assertShape(input, dependencies.clock(), dependencies.settings.calls);
        await assertSections(input);
        await assertNamedAudiences(await readSession.db(), command.viewer, audiencesOf(input));
        return input.extract === false ? [] : textsToRead(readSession, input, dependencies);
      },
      async (useCase, readings) => {
        const { session, viewer, now, record } = useCase;
        if (input.extract !== false) await assertRoomInQueue(useCase);
        const { tenant, user } = viewer;
        assertShape(input, now, dependencies.settings.calls);

        const waveId = input.waveId ?? dependencies.newId('wav');
        const filter = await readEntryFilter(dependencies, session.db, tenant);
        let versions = versionsOf(input, user, filter.text);
        const prepare = (version: DocumentVersion) => prepareDocument(useCase, waveId, version);
        await assertSections(input);
        const readOf = (sources: readonly ExtractionSource[]) => readProposals(useCase, sources, readings);
        // A wave of its own is read before the call takes the lock of the tenant's passes, which others may hold.
        const readsEarly = input.extract !== false && input.waveId == null;
        const early = readsEarly
          ? await inTurn(await addedVersions(session.db, tenant, versions), prepare)
          : [];
        const readEarly = await readOf(early.flatMap(({ sources }) => sources));

        await lockExtractionPasses(useCase.session);
        const lockedFilter = await readEntryFilter(dependencies, session.db, tenant);
        // Words erased since the first look are kept out.
        if (lockedFilter.known !== filter.known) versions = versionsOf(input, user, lockedFilter.text);
        const open = input.waveId == null ? null : await getWaveForUpdate(useCase, input.waveId);
        if (open && (open.extractedAt !== null || open.project !== input.project))
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

        await assertNamedAudiences(session.db, viewer, audiencesOf(input));
        const prepared = new Map(early.map((document) => [document.version, document]));
        const added = await inTurn(
          await addedVersions(session.db, tenant, versions),
          async (version) => prepared.get(version) ?? prepare(version),
        );
        const documents = added.map(({ document }) => document);
        const insertions = [
          open === null
            ? insertionOf('waves', [
                { id: waveId, tenant, project: input.project, started_by: user, started_at: now },
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
                  after: { project: input.project },
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
        const limit = input.candidateLimit ?? undefined;
        const extract = async () =>
          open === null
            ? extractNewWave(useCase, waveId, await readOnce(), limit)
            : passOverWave(useCase, { waveId, readings, mostDocuments, limit });
        let reading: Promise<ReadSources> | null = null;
        const readOnce = () => {
          reading ??= readAdded();
          return reading;
        };
        const passed = input.extract === false ? null : extract();
        const putInForce = () => putVersionsInForce(useCase, versions, added);
        // Looked up while the pass is at work, but where the pass may write what came from a version before.
        const [, pass, changes] = await Promise.all([
          stored,
          passed,
          open === null && areOfDifferentPaths(versions)
            ? putInForce()
            : Promise.resolve(passed).then(putInForce),
        ]);
        await checkVersions(useCase, changes, { readAll: readOnce, readOf });
        return {
          verdict: 'done',
          outcome: {
            waveId,
            unchanged: versions.length - added.length - changes.returned.length,
            reportId: pass?.reportId ?? null,
          },
        };
      },
    );
    if (result.applied) await keepReportArtifact(dependencies, command.viewer, result.outcome.reportId);
    return result;
  },
);
