import { readClassifier } from '#application/classification/steps/classify-memory.ts';
import { createPause } from '#application/pause.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import type { DropReason } from '#domain/ingestion/drop-reasons.ts';
import { EXTRACTOR_VERSION } from '#domain/ingestion/extractor-version.ts';
import { capOf, selectProposals } from '#domain/ingestion/rank-proposals.ts';
import { type Dropped, sortProposals } from '#domain/ingestion/sort-proposals.ts';
import { mayBeProgram } from '#domain/ingestion/turns.ts';
import type { UnreadSection } from '#entities/extraction-report.ts';
import type { KnownItem } from '#persistence/ingestion/known-items.ts';
import { bulkInsert, bulkInsertInSlices } from '#persistence/store/bulk-insert.ts';
import type { PassProposal } from './candidate-proposal.ts';
import { findKnownItems, withNovelty } from './known-items.ts';
import type { ReadSources } from './read-proposals.ts';
import { writeCandidates } from './write-candidates.ts';
import { writeExtractions } from './write-extractions.ts';

export interface PassRequest {
  readonly waveId: string | null;
  readonly interactionId: string | null;
  readonly read: ReadSources;
  /** Lowers the configured cap of candidates; absent: the cap itself. */
  readonly candidateLimit?: number | undefined;
}

/** The statements of an extraction that is recorded and routed already. */
export interface RecordedPassRequest {
  readonly extractionId: string;
  readonly extractorVersion: string;
  readonly proposals: readonly PassProposal[];
}

interface Sighting {
  readonly proposal: PassProposal;
  readonly stored: KnownItem;
}

const saidByProgram = ({ proposal }: Sighting): boolean => mayBeProgram(proposal.span?.speaker ?? null);

/** However often one chunk or interaction says a thing, a pass has seen it there once; where a person says it, too, as theirs. */
const oncePerSource = async (sightings: readonly Sighting[]): Promise<Sighting[]> => {
  const pause = createPause();
  const bySource = new Map<string, Sighting>();
  for (const sighting of sightings) {
    const { chunkId, interactionId } = sighting.proposal.origin;
    const key = `${chunkId} ${interactionId} ${sighting.proposal.identity}`;
    const former = bySource.get(key);
    if (former === undefined || saidByProgram(former)) bySource.set(key, sighting);
    await pause();
  }
  return [...bySource.values()];
};

const writeSightings = async (
  { dependencies, session, viewer, now, record }: UseCaseContext,
  reportId: string,
  sightings: readonly Sighting[],
): Promise<void> => {
  const rowOf = (sighting: Sighting) => ({
    id: dependencies.newId('sgt'),
    tenant: viewer.tenant,
    memory_id: sighting.stored.memoryId,
    entity_id: sighting.stored.entityId,
    report_id: reportId,
    chunk_id: sighting.proposal.origin.chunkId,
    interaction_id: sighting.proposal.origin.interactionId,
    said_by_program: saidByProgram(sighting),
    seen_at: now,
  });
  await bulkInsertInSlices(session.db, 'sightings', sightings.values().map(rowOf));
  record(
    sightings.map(({ stored: { memoryId, entityId } }) => ({
      action: memoryId === null ? 'entity.reinforced' : 'memory.reinforced',
      targetType: memoryId === null ? 'Entity' : 'Memory',
      targetId: memoryId ?? entityId ?? '',
      before: null,
      after: { reportId },
    })),
  );
};

/** References of a dropped statement: its extraction, where one is kept, and the item that says the same. */
interface DroppedLinks {
  readonly extractionId: string | null;
  readonly met: KnownItem | undefined;
}

const writeDropped = (
  { dependencies, session, viewer }: UseCaseContext,
  reportId: string,
  dropped: readonly Dropped<PassProposal>[],
  linksOf: (dropped: Dropped<PassProposal>) => DroppedLinks,
): Promise<void> => {
  const rowOf = (one: Dropped<PassProposal>) => {
    const { origin, rule, content, confidence } = one.proposal;
    const { extractionId, met } = linksOf(one);
    return {
      id: dependencies.newId('drp'),
      tenant: viewer.tenant,
      contributor: origin.contributor,
      audience: origin.audience,
      is_personal: origin.isPersonal,
      report_id: reportId,
      reason: one.reason,
      rule,
      content,
      confidence,
      extraction_id: extractionId,
      memory_id: met?.memoryId ?? null,
      entity_id: met?.entityId ?? null,
    };
  };
  return bulkInsertInSlices(session.db, 'dropped_statements', dropped.values().map(rowOf));
};

const choose = async <Proposal extends PassProposal>(
  useCase: UseCaseContext,
  proposals: readonly Proposal[],
  candidateLimit?: number,
) => {
  const numbers = useCase.dependencies.settings.extraction;
  const [known, classify] = await Promise.all([
    findKnownItems(
      useCase,
      proposals.filter(({ dropped }) => dropped === null),
    ),
    readClassifier(useCase),
  ]);
  const sorted = sortProposals(proposals, known.items);
  const { kept, overCap } = selectProposals(
    await withNovelty(useCase, sorted.fresh, capOf(candidateLimit, numbers)),
    candidateLimit,
    numbers,
  );
  const dropped = [
    ...sorted.dropped,
    ...overCap.map((proposal) => ({ proposal, reason: 'OVER_BATCH_CAP' as const })),
  ];
  return { ...sorted, kept, dropped, classify, withheldClaims: known.withheldClaims };
};
type Chosen = Awaited<ReturnType<typeof choose<PassProposal>>>;

/** Subject of a report: one of the three ids. */
interface ReportFacts {
  readonly waveId: string | null;
  readonly interactionId: string | null;
  readonly extractionId: string | null;
  readonly extractorVersion: string;
  readonly errors: readonly string[];
  readonly unreadSections: readonly UnreadSection[];
}

const writeReport = (
  { session, viewer, now }: UseCaseContext,
  id: string,
  { waveId, interactionId, extractionId, extractorVersion, errors, unreadSections }: ReportFacts,
): Promise<void> =>
  bulkInsert(session.db, 'extraction_reports', [
    {
      id,
      tenant: viewer.tenant,
      wave_id: waveId,
      interaction_id: interactionId,
      extraction_id: extractionId,
      extractor_version: extractorVersion,
      errors,
      unread_sections: unreadSections,
      created_by: viewer.user,
      created_at: now,
    },
  ]);

/** Their extractions and the report are there, or on their way. */
const writeChosen = async (
  useCase: UseCaseContext,
  reportId: string,
  { kept, repeats, known, dropped, classify, withheldClaims }: Chosen,
  keepsExtraction: (reason: DropReason) => boolean,
): Promise<void> => {
  const { written, stored } = writeCandidates(useCase, reportId, kept, classify, withheldClaims);
  const seenTwice = repeats.flatMap((proposal): Sighting[] => {
    const item = written.get(proposal.identity);
    return item ? [{ proposal, stored: item }] : [];
  });
  const metBefore = new Map(known.map(({ proposal, stored: item }) => [proposal.identity, item]));
  const linksOf = ({
    proposal: { identity, extractionId },
    reason,
  }: Dropped<PassProposal>): DroppedLinks => ({
    extractionId: keepsExtraction(reason) ? extractionId : null,
    met:
      reason === 'DUPLICATE'
        ? written.get(identity)
        : reason === 'KNOWN'
          ? metBefore.get(identity)
          : undefined,
  });
  await Promise.all([
    stored,
    oncePerSource([...known, ...seenTwice]).then((sightings) => writeSightings(useCase, reportId, sightings)),
    writeDropped(useCase, reportId, dropped, linksOf),
  ]);
};

/**
 * One pass over sources, in the caller's transaction and in the system role: what they state, read and routed, is deduplicated,
 * ranked, and the best written as candidates; the rest is kept as dropped, with the reason. The caller
 * has taken the lock of the tenant's extraction passes. Returns the id of the pass's report.
 */
export const runExtractionPass = async (
  useCase: UseCaseContext,
  { waveId, interactionId, read: { proposals, errors, unreadSections }, candidateLimit }: PassRequest,
): Promise<string> => {
  const chosen = await choose(useCase, proposals, candidateLimit);
  const reportId = useCase.dependencies.newId('rep');
  const report = writeReport(useCase, reportId, {
    waveId,
    interactionId,
    extractionId: null,
    extractorVersion: EXTRACTOR_VERSION,
    errors,
    unreadSections,
  });
  // They leave in this order: nothing points to what comes behind it.
  await Promise.all([
    report,
    writeExtractions(useCase, reportId, [...chosen.kept, ...chosen.rejected]),
    writeChosen(useCase, reportId, chosen, (reason) => reason === 'REJECTED_BY_ROUTING'),
  ]);
  return reportId;
};

/** Like `runExtractionPass`, for statements of a stored extraction; the caller holds the lock of the tenant's passes. */
export const runRecordedPass = async (
  useCase: UseCaseContext,
  { extractionId, extractorVersion, proposals }: RecordedPassRequest,
): Promise<string> => {
  const chosen = await choose(useCase, proposals);
  const reportId = useCase.dependencies.newId('rep');
  const report = writeReport(useCase, reportId, {
    waveId: null,
    interactionId: null,
    extractionId,
    extractorVersion,
    errors: [],
    unreadSections: [],
  });
  await Promise.all([report, writeChosen(useCase, reportId, chosen, () => true)]);
  return reportId;
};
