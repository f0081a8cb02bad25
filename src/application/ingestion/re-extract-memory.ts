import { readClassifier } from '#application/classification/steps/classify-memory.ts';
import { assertNotErased } from '#application/review/steps/item.ts';
import { type CommonInput, describeUseCase, notFound, type UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { chooseReReading } from '#domain/ingestion/choose-re-reading.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { violationMessage } from '#domain/review/violation-message.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { sourceOfRow } from '#persistence/ingestion/source-columns.ts';
import { copyLabels } from '#persistence/labels/labels.ts';
import type { MemoryRow } from '#persistence/reading/item-rows.ts';
import { fingerprintsOfMemory } from '#persistence/review/fingerprints.ts';
import { memoriesById } from '#persistence/review/items.ts';
import { type ReadSession, readThrough } from '#persistence/store/viewer-session.ts';
import { identityOf } from './steps/candidate-proposal.ts';
import { findKnownItems } from './steps/known-items.ts';
import { textToAsk } from './steps/model-readings.ts';
import { readProposals } from './steps/read-proposals.ts';
import { runReadingUseCase } from './steps/run-reading-use-case.ts';
import { sourceReaders } from './steps/source-readers.ts';
import { writeCandidates } from './steps/write-candidates.ts';
import { writeExtractions } from './steps/write-extractions.ts';

export interface ReExtractMemoryInput extends CommonInput {
  readonly id: string;
  /** The revision that the caller looked at; a memory that has moved on refuses. */
  readonly expectedRevision?: number | null | undefined;
}

export interface ReExtractMemoryOutcome {
  readonly memoryId: string;
  /** A memory's or an entity's id; null when there is nothing new to propose. */
  readonly proposedId: string | null;
}

/** Throws `not_found` for what the viewer may not see. */
const getMemory = async (session: ReadSession, id: string): Promise<MemoryRow> => {
  const memory = await memoriesById(session).load(id);
  if (!memory) throw notFound();
  assertNotErased(memory, ['id']);
  return memory;
};

/** Finds the source of a memory; null when it has none. Throws `not_found` for one that the viewer may not read. */
const findSource = async (session: ReadSession, memory: MemoryRow): Promise<ExtractionSource | null> => {
  const source = sourceOfRow(memory);
  if (source === null) return null;
  const read = await sourceReaders[source.kind].read(session, source.id);
  if (read === null) throw notFound();
  return read;
};

/** Every wording that the memory has had, as identities. */
const ownWordings = async ({ session }: UseCaseContext, memoryId: string): Promise<Set<string>> =>
  new Set((await fingerprintsOfMemory(session, memoryId)).map(identityOf));

/**
 * Reads a memory's source again with today's extractor. What it reads there now becomes a new candidate beside the
 * memory, or nothing when it says the same, or what the store holds already; the memory is never rewritten.
 */
export const reExtractMemory = describeUseCase<ReExtractMemoryInput, ReExtractMemoryOutcome>(
  { mutation: 'reExtractMemory', roles: ['reviewer'], as: 'system' },
  (dependencies, command, terms) => {
    const { id, expectedRevision } = command.input;
    return runReadingUseCase(
      dependencies,
      command,
      terms,
      async (session) => {
        const source = await findSource(session, await getMemory(session, id));
        return { sourceId: null, texts: source === null ? [] : [textToAsk(source)] };
      },
      async (useCase, readings) => {
        await lockExtractionPasses(useCase.session);
        const session = readThrough(useCase.session);
        const memory = await getMemory(session, id);
        const source = await findSource(session, memory);
        const refuse = (error: DomainError) =>
          ({
            verdict: 'refused',
            error,
            action: 'memory.re_extraction.refused',
            targetType: 'Memory',
            targetId: memory.id,
          }) as const;
        if (expectedRevision != null && expectedRevision !== memory.revision) {
          const code = 'conflict.stale_revision';
          const violation = { code, expected: expectedRevision, actual: memory.revision } as const;
          return refuse(new DomainError(code, violationMessage(violation), ['expectedRevision']));
        }
        const { spanStart: start, spanEnd: end } = memory;
        if (source === null || start === null || end === null)
          return refuse(
            new DomainError(
              're_extraction.no_source',
              'This memory has no source to read again: it was written by hand, or came without a text. Edit it instead.',
              ['id'],
            ),
          );

        const { proposals } = await readProposals(useCase, [source], readings);
        const chosen = chooseReReading(proposals, { start, end }, await ownWordings(useCase, memory.id));
        const known = await findKnownItems(useCase, chosen === null ? [] : [chosen]);
        const nothing = { verdict: 'done', outcome: { memoryId: memory.id, proposedId: null } } as const;
        if (chosen === null || known.items.has(chosen.identity)) return nothing;

        const classify = await readClassifier(useCase);
        await writeExtractions(useCase, null, [chosen]);
        const { written, stored } = writeCandidates(useCase, null, [chosen], classify, known.withheldClaims);
        await stored;
        const proposed = written.get(chosen.identity);
        const proposedId = proposed?.memoryId ?? proposed?.entityId ?? null;
        // A copy of the text is as sensitive.
        if (proposedId !== null) await copyLabels(useCase.session, proposedId, memory.sensitivityLabels);
        useCase.record([
          {
            action: 'memory.re_extracted',
            targetType: 'Memory',
            targetId: memory.id,
            before: null,
            after: { proposedId, extractorVersion: chosen.extractorVersion },
          },
        ]);
        return { verdict: 'done', outcome: { memoryId: memory.id, proposedId } };
      },
    );
  },
);
