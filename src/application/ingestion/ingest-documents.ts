import type { AppDependencies } from '#application/app-dependencies.ts';
import { readEntryFilter } from '#application/erasure/steps/erased-at-entry.ts';
import { assertNames, assertProject } from '#application/input-shape.ts';
import { assertRoomInQueue } from '#application/review/steps/pending-limit.ts';
import { divideByOwner } from '#application/sources/steps/divide-by-owner.ts';
import { sendVersions } from '#application/sources/steps/send-source-changes.ts';
import { assertNamedAudiences, type NamedAudience } from '#application/tenants/steps/named-audience.ts';
import { type CommonInput, describeUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { CallNumbers } from '#domain/ingestion/call-numbers.ts';
import { formatOf } from '#domain/ingestion/formats/document-formats.ts';
import { foreignFormatOf } from '#domain/ingestion/formats/foreign-format.ts';
import type { DocumentKind } from '#domain/ingestion/records/document-facts.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { assertDistinctPath, assertDocumentPath } from '#domain/input/document-path.ts';
import { assertNotFuture } from '#domain/input/instant.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { firstOwners } from '#domain/sources/source-owners.ts';
import { readWaveSources } from '#persistence/ingestion/extraction-sources.ts';
import { readFormat } from '#persistence/ingestion/read-format.ts';
import { wavesById } from '#persistence/ingestion/sources.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { assertCandidateLimit } from './steps/candidate-limit.ts';
import { addedVersions, prepareDocument, versionsOf } from './steps/document-versions.ts';
import { mostDocuments } from './steps/extract-wave-documents.ts';
import { textToAsk } from './steps/model-readings.ts';
import { runReadingUseCase } from './steps/run-reading-use-case.ts';
import { assertFewHeadings } from './steps/sections.ts';
import { keepReportArtifact } from './steps/store-report-artifact.ts';
import { inTurn, takeInDocuments } from './steps/take-in-documents.ts';

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
  /** Versions of other people's sources, which wait for the owners. */
  readonly waitingIds: readonly string[];
}

const assertShape = (
  { project, documents, candidateLimit }: IngestDocumentsInput,
  now: Date,
  calls: CallNumbers,
): void => {
  assertProject(project);
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
    assertDistinctPath(path, [...at, 'path']);
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
): Promise<readonly ExtractionSource[]> => {
  const { viewer } = session;
  const db = await session.db();
  const wave = input.waveId == null ? null : await wavesById(session).load(input.waveId);
  const filter = await readEntryFilter(dependencies, db);
  const versions = await versionsOf({ ...input, contributor: viewer.user }, filter.document);
  const { own } = await divideByOwner(dependencies, db, viewer, versions);
  const added = await addedVersions(db, viewer.tenant, own);
  const unread = wave
    ? await readWaveSources(db, viewer, { waveId: wave.id, unread: null }, { most: mostDocuments })
    : [];
  const context = { dependencies, viewer, now: dependencies.clock() };
  const prepared = await inTurn(added, (version) => prepareDocument(context, input.waveId ?? '', version));
  return [...unread, ...prepared.flatMap(({ sources }) => sources)];
};

/**
 * Takes a wave of markdown in: all of the call or nothing of it. A document that is there already, path and content,
 * makes no new chunks; a changed one is a new version of its own. Then, unless the input says otherwise, extracts from the wave.
 * A version of a source that belongs to others waits for its owners, and nothing is read from it.
 */
export const ingestDocuments = describeUseCase<IngestDocumentsInput, IngestDocumentsOutcome>(
  {
    mutation: 'ingestDocuments',
    roles: ['service', 'contributor'],
    as: 'system',
    handlesErased: true,
  },
  async (dependencies, command, terms) => {
    const { input } = command;
    const newWaveId = dependencies.newId('wav');
    const result = await runReadingUseCase(
      dependencies,
      command,
      terms,
      async (readSession) => {
        assertShape(input, dependencies.clock(), dependencies.settings.calls);
        await assertSections(input);
        await assertNamedAudiences(await readSession.db(), command.viewer, audiencesOf(input));
        const sources = input.extract === false ? [] : await textsToRead(readSession, input, dependencies);
        return { sourceId: input.waveId ?? newWaveId, texts: sources.map(textToAsk) };
      },
      async (useCase, readings) => {
        const { session, viewer, now } = useCase;
        if (input.extract !== false) await assertRoomInQueue(useCase);
        assertShape(input, now, dependencies.settings.calls);
        await assertSections(input);
        const taken = await takeInDocuments(useCase, {
          ...input,
          contributor: viewer.user,
          newWaveId,
          owners: firstOwners(viewer),
          extract: input.extract !== false,
          readings,
          divide: (versions) => divideByOwner(useCase.dependencies, session.db, viewer, versions),
          audiences: audiencesOf(input),
        });
        if (taken.verdict === 'refused') return taken;
        const { others, ...outcome } = taken.outcome;
        const sent = await sendVersions(useCase, others);
        return {
          verdict: 'done',
          outcome: {
            ...outcome,
            unchanged: outcome.unchanged + sent.unchanged,
            waitingIds: sent.waitingIds,
          },
        };
      },
    );
    if (result.applied) await keepReportArtifact(dependencies, command.viewer, result.outcome.reportId);
    return result;
  },
);
