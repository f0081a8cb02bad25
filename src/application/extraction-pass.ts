import { EXTRACTOR_VERSION } from '#domain/extraction/extractor-version.ts';
import { capOf, selectProposals } from '#domain/extraction/rank-proposals.ts';
import { type Dropped, sortProposals } from '#domain/extraction/sort-proposals.ts';
import { bulkInsert } from '#persistence/bulk-insert.ts';
import { sql } from '#persistence/sql.ts';
import type { PassProposal } from './candidate-proposal.ts';
import type { UseCase } from './carry-out.ts';
import { findHeldItems, type HeldItem, withNovelty } from './held-items.ts';
import type { ModelReadings } from './model-readings.ts';
import { type ExtractionSource, readProposals } from './read-proposals.ts';
import { writeCandidates } from './write-candidates.ts';
import { writeExtractions } from './write-extractions.ts';

export interface PassRequest {
  readonly waveId: string | null;
  readonly interactionId: string | null;
  readonly sources: readonly ExtractionSource[];
  /** What a model named in them, asked before the transaction. */
  readonly readings: ModelReadings;
  /** Lowers the configured cap of candidates; absent: the cap itself. */
  readonly candidateLimit?: number | undefined;
}

/** The statements of an extraction that is recorded and routed already. */
export interface RecordedPassRequest {
  readonly extractionId: string;
  readonly extractorVersion: string;
  readonly proposals: readonly PassProposal[];
}

/**
 * What one pass writes is the next one's duplicates: the passes of a tenant run one after the other, to the end of their
 * transactions. A foreign key is checked by a plan that its session made when the tables were as small as they were then,
 * and a pass may fill them: without new plans each check would go on to read all that the tenant has.
 */
export const takeTurn = async ({ session, viewer }: UseCase): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('vouch.extraction:' || ${viewer.tenant}, 0))`.execute(
    session.db,
  );
  await sql`discard plans`.execute(session.db);
};

interface Sighting {
  readonly proposal: PassProposal;
  readonly held: HeldItem;
}

/** However often one chunk or interaction says a thing, a pass has seen it there once. */
const oncePerSource = (sightings: readonly Sighting[]): Sighting[] => [
  ...new Map(
    sightings.map((sighting) => {
      const { chunkId, interactionId } = sighting.proposal.origin;
      return [JSON.stringify([sighting.proposal.identity, chunkId, interactionId]), sighting] as const;
    }),
  ).values(),
];

const writeSightings = async (
  { installation, session, viewer, now, record }: UseCase,
  reportId: string,
  sightings: readonly Sighting[],
): Promise<void> => {
  await bulkInsert(
    session.db,
    'sightings',
    sightings.map(({ proposal: { origin }, held }) => ({
      id: installation.newId('sgt'),
      tenant: viewer.tenant,
      memory_id: held.memoryId,
      entity_id: held.entityId,
      report_id: reportId,
      chunk_id: origin.chunkId,
      interaction_id: origin.interactionId,
      seen_at: now,
    })),
  );
  record(
    sightings.map(({ held: { memoryId, entityId } }) => ({
      action: memoryId === null ? 'entity.reinforced' : 'memory.reinforced',
      targetType: memoryId === null ? 'Entity' : 'Memory',
      targetId: memoryId ?? entityId ?? '',
      before: null,
      after: { reportId },
    })),
  );
};

const writeDropped = (
  { installation, session, viewer }: UseCase,
  reportId: string,
  dropped: readonly Dropped<PassProposal>[],
): Promise<void> =>
  bulkInsert(
    session.db,
    'dropped_statements',
    dropped.map(({ proposal: { origin, rule, content, confidence }, reason }) => ({
      id: installation.newId('drp'),
      tenant: viewer.tenant,
      contributor: origin.contributor,
      audience: origin.audience,
      is_personal: origin.isPersonal,
      report_id: reportId,
      reason,
      rule,
      content,
      confidence,
    })),
  );

const choose = async <Proposal extends PassProposal>(
  useCase: UseCase,
  proposals: readonly Proposal[],
  candidateLimit?: number,
) => {
  const numbers = useCase.installation.settings.extraction;
  const sorted = sortProposals(proposals, await findHeldItems(useCase, proposals));
  const { kept, overCap } = selectProposals(
    await withNovelty(useCase, sorted.fresh, capOf(candidateLimit, numbers)),
    candidateLimit,
    numbers,
  );
  const dropped = [
    ...sorted.dropped,
    ...overCap.map((proposal) => ({ proposal, reason: 'OVER_BATCH_CAP' as const })),
  ];
  return { ...sorted, kept, dropped };
};

/** What a report is about: one of the three ids. */
interface ReportFacts {
  readonly waveId: string | null;
  readonly interactionId: string | null;
  readonly extractionId: string | null;
  readonly extractorVersion: string;
  readonly errors: readonly string[];
}

const writeReport = async (
  { installation, session, viewer, now }: UseCase,
  { waveId, interactionId, extractionId, extractorVersion, errors }: ReportFacts,
): Promise<string> => {
  const id = installation.newId('rep');
  await bulkInsert(session.db, 'extraction_reports', [
    {
      id,
      tenant: viewer.tenant,
      wave_id: waveId,
      interaction_id: interactionId,
      extraction_id: extractionId,
      extractor_version: extractorVersion,
      errors,
      created_by: viewer.user,
      created_at: now,
    },
  ]);
  return id;
};

/** Their extractions are there. */
const writeChosen = async (
  useCase: UseCase,
  reportId: string,
  { kept, repeats, known, dropped }: Awaited<ReturnType<typeof choose<PassProposal>>>,
): Promise<void> => {
  const written = await writeCandidates(useCase, reportId, kept);
  const seenTwice = repeats.flatMap((proposal): Sighting[] => {
    const held = written.get(proposal.identity);
    return held ? [{ proposal, held }] : [];
  });
  await writeSightings(useCase, reportId, oncePerSource([...known, ...seenTwice]));
  await writeDropped(useCase, reportId, dropped);
};

/**
 * One pass over sources, in the caller's transaction and as the tenant's steward: statements are read, routed, deduplicated,
 * ranked, and the best written as candidates; the rest is kept as dropped, with the reason. The caller
 * has taken its turn. Returns the id of the pass's report.
 */
export const runExtractionPass = async (
  useCase: UseCase,
  { waveId, interactionId, sources, readings, candidateLimit }: PassRequest,
): Promise<string> => {
  const { proposals, errors } = await readProposals(useCase, sources, readings);
  const chosen = await choose(useCase, proposals, candidateLimit);
  const reportId = await writeReport(useCase, {
    waveId,
    interactionId,
    extractionId: null,
    extractorVersion: EXTRACTOR_VERSION,
    errors,
  });
  await writeExtractions(useCase, reportId, [...chosen.kept, ...chosen.rejected]);
  await writeChosen(useCase, reportId, chosen);
  return reportId;
};

/** As `runExtractionPass`, for the statements of an extraction that is there already; the caller has taken its turn. */
export const runRecordedPass = async (
  useCase: UseCase,
  { extractionId, extractorVersion, proposals }: RecordedPassRequest,
): Promise<string> => {
  const chosen = await choose(useCase, proposals);
  const reportId = await writeReport(useCase, {
    waveId: null,
    interactionId: null,
    extractionId,
    extractorVersion,
    errors: [],
  });
  await writeChosen(useCase, reportId, chosen);
  return reportId;
};
