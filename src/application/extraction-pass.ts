import { sql } from 'kysely';
import { EXTRACTOR_VERSION } from '#domain/extraction/extractor-version.ts';
import { capOf, selectProposals } from '#domain/extraction/rank-proposals.ts';
import { type Dropped, sortProposals } from '#domain/extraction/sort-proposals.ts';
import { bulkInsert } from '#persistence/bulk-insert.ts';
import type { UseCase } from './carry-out.ts';
import { findHeldItems, type HeldItem, withNovelty } from './held-items.ts';
import type { ModelReadings } from './model-readings.ts';
import { type ExtractionSource, type ReadProposal, readProposals } from './read-proposals.ts';
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

/** What one pass writes is the next one's duplicates: the passes of a tenant run one after the other, to the end of their transactions. */
export const takeTurn = async ({ session, viewer }: UseCase): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('vouch.extraction:' || ${viewer.tenant}, 0))`.execute(
    session.db,
  );
};

interface Sighting {
  readonly proposal: ReadProposal;
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
  dropped: readonly Dropped<ReadProposal>[],
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

/**
 * One pass over sources, in the caller's transaction and as the tenant's steward: statements are read, routed, deduplicated,
 * ranked, and the best written as candidates; the rest is kept as dropped, with the reason. The caller
 * has taken its turn. Returns the id of the pass's report.
 */
export const runExtractionPass = async (
  useCase: UseCase,
  { waveId, interactionId, sources, readings, candidateLimit }: PassRequest,
): Promise<string> => {
  const { installation, session, viewer, now } = useCase;
  const numbers = installation.settings.extraction;
  const { proposals, errors } = readProposals(useCase, sources, readings);
  const sorted = sortProposals(proposals, await findHeldItems(useCase, proposals));
  const { kept, overCap } = selectProposals(
    await withNovelty(useCase, sorted.fresh, capOf(candidateLimit, numbers)),
    candidateLimit,
    numbers,
  );

  const reportId = installation.newId('rep');
  await bulkInsert(session.db, 'extraction_reports', [
    {
      id: reportId,
      tenant: viewer.tenant,
      wave_id: waveId,
      interaction_id: interactionId,
      extractor_version: EXTRACTOR_VERSION,
      errors,
      created_by: viewer.user,
      created_at: now,
    },
  ]);
  await writeExtractions(useCase, reportId, [...kept, ...sorted.rejected]);
  const written = await writeCandidates(useCase, reportId, kept);
  const seenTwice = sorted.repeats.flatMap((proposal): Sighting[] => {
    const held = written.get(proposal.identity);
    return held ? [{ proposal, held }] : [];
  });
  await writeSightings(useCase, reportId, oncePerSource([...sorted.known, ...seenTwice]));
  await writeDropped(useCase, reportId, [
    ...sorted.dropped,
    ...overCap.map((proposal) => ({ proposal, reason: 'OVER_BATCH_CAP' as const })),
  ]);
  return reportId;
};
