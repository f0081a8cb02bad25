import { readClassifier } from '#application/classification/steps/classify-memory.ts';
import { createPause } from '#application/pause.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import type { DropReason } from '#domain/ingestion/drop-reasons.ts';
import { type Ranked, selectProposals } from '#domain/ingestion/rank-proposals.ts';
import { type Dropped, sortProposals } from '#domain/ingestion/sort-proposals.ts';
import { sourceKey } from '#domain/ingestion/source.ts';
import { mayBeProgram } from '#domain/ingestion/turns.ts';
import type { KnownItem } from '#persistence/ingestion/known-items.ts';
import { bulkInsert, bulkInsertInSlices } from '#persistence/store/bulk-insert.ts';
import type { PassProposal } from './candidate-proposal.ts';
import { findKnownItems, withNovelty } from './known-items.ts';
import type { ReadProposal } from './propose-reading.ts';
import type { ReadSources, SourceSections } from './read-proposals.ts';
import { writeCandidates } from './write-candidates.ts';
import { writeExtractions } from './write-extractions.ts';

export interface PassRequest {
  readonly target: PassTarget;
  readonly read: ReadSources;
  /** Candidates that may be written of one visibility; the rest waits. */
  readonly roomOf: (visibilityKey: string) => number;
  /** Candidates that may be written in all; absent: as many as there is room for. */
  readonly limit?: number | undefined;
  /** The report of a pass that goes on; null: a new one. */
  readonly reportId: string | null;
  /** False: more sources of the pass are to be read. */
  readonly isLast: boolean;
}

/** A wave, or a source that is read as a whole, by its id. */
type PassTarget =
  | { readonly waveId: string; readonly sourceId: null }
  | { readonly waveId: null; readonly sourceId: string };

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

const speakerOf = ({ proposal }: Sighting): string | null => proposal.span?.speaker ?? null;

/** However often one source says a thing, a pass has seen it there once; where a person says it, too, as theirs. */
const oncePerSource = async (sightings: readonly Sighting[]): Promise<Sighting[]> => {
  const pause = createPause();
  const bySource = new Map<string, Sighting>();
  for (const sighting of sightings) {
    const { origin, identity } = sighting.proposal;
    const key = `${sourceKey(origin.source)} ${identity}`;
    const former = bySource.get(key);
    if (former === undefined || mayBeProgram(speakerOf(former))) bySource.set(key, sighting);
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
    source_id: sighting.proposal.origin.source?.id ?? null,
    speaker: speakerOf(sighting),
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
    const { origin, rule, type, content, confidence } = one.proposal;
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
      kind: 'kind' in type ? type.kind : null,
      entity_type: 'kind' in type ? null : type.entityType,
      content,
      confidence,
      extraction_id: extractionId,
      memory_id: met?.memoryId ?? null,
      entity_id: met?.entityId ?? null,
    };
  };
  return bulkInsertInSlices(session.db, 'dropped_statements', dropped.values().map(rowOf));
};

/** Best proposals that are compared with what the project holds, for each one that is chosen. */
const comparedPerPlace = 10;

/** Sorts and ranks proposals, and chooses those for which there is room, in each visibility. */
export const chooseProposals = async <Proposal extends PassProposal>(
  useCase: UseCaseContext,
  proposals: readonly Proposal[],
  roomOf: (visibilityKey: string) => number,
  limit = Number.POSITIVE_INFINITY,
) => {
  const [known, classify] = await Promise.all([
    findKnownItems(
      useCase,
      proposals.filter(({ dropped }) => dropped === null),
    ),
    readClassifier(useCase),
  ]);
  const sorted = sortProposals(proposals, known.items);
  const kept: Proposal[] = [];
  const waiting: Ranked<Proposal>[] = [];
  for (const [key, members] of Map.groupBy(sorted.fresh, ({ visibilityKey }) => visibilityKey)) {
    const room = Math.max(0, Math.min(roomOf(key), limit - kept.length));
    const best = members
      .toSorted((one, other) => other.reviewScore - one.reviewScore)
      .slice(0, room * comparedPerPlace);
    const novelties = new Map(
      (members.length <= room ? [] : await withNovelty(useCase, best)).map(({ identity, novelty }) => [
        identity,
        novelty,
      ]),
    );
    const selected = selectProposals(
      members.map((proposal) => ({ ...proposal, novelty: novelties.get(proposal.identity) ?? 1 })),
      room,
    );
    kept.push(...selected.kept);
    waiting.push(...selected.waiting);
  }
  return { ...sorted, kept, waiting, classify, withheldClaims: known.withheldClaims };
};
export type Chosen<Proposal extends PassProposal = PassProposal> = Awaited<
  ReturnType<typeof chooseProposals<Proposal>>
>;

/** Subject of a report: one of the three ids. */
interface ReportFacts {
  readonly waveId: string | null;
  readonly sourceId: string | null;
  readonly extractionId: string | null;
  readonly extractorVersion: string;
  readonly errors: readonly string[];
  readonly isFinished: boolean;
}

const writeReport = (
  { session, viewer, now }: UseCaseContext,
  id: string,
  { waveId, sourceId, extractionId, extractorVersion, errors, isFinished }: ReportFacts,
): Promise<void> =>
  bulkInsert(session.db, 'extraction_reports', [
    {
      id,
      tenant: viewer.tenant,
      wave_id: waveId,
      source_id: sourceId,
      extraction_id: extractionId,
      extractor_version: extractorVersion,
      errors,
      created_by: viewer.user,
      created_at: now,
      finished_at: isFinished ? now : null,
    },
  ]);

/** Keeps that documents and interactions were read, and what came of their sections. */
const writeReadings = (
  { dependencies, session, viewer }: UseCaseContext,
  reportId: string,
  readings: readonly SourceSections[],
  extractorVersion: string,
): Promise<void> => {
  const rowOf = ({ documentId, source, read, unread, byModel }: SourceSections) => ({
    id: dependencies.newId('rdg'),
    tenant: viewer.tenant,
    report_id: reportId,
    document_id: documentId,
    source_id: documentId === null ? source.id : null,
    extractor_version: extractorVersion,
    read_sections: read,
    unread_sections: unread,
    model_sections: Object.fromEntries(
      [...Map.groupBy(byModel, (outcome) => outcome)].map(([outcome, { length }]) => [outcome, length]),
    ),
  });
  return bulkInsertInSlices(session.db, 'source_readings', readings.values().map(rowOf));
};

/** Keeps statements for which there is no room, ranked. */
const writeWaiting = (
  { dependencies, session, viewer }: UseCaseContext,
  reportId: string,
  targetId: string,
  waiting: readonly Ranked<ReadProposal>[],
): Promise<void> => {
  const rowOf = ({ proposal, rank }: Ranked<ReadProposal>) => {
    const { origin, rule, content, confidence, visibilityKey } = proposal;
    const { content: _, rule: __, ...reading } = proposal.reading;
    return {
      id: dependencies.newId('wst'),
      tenant: viewer.tenant,
      contributor: origin.contributor,
      audience: origin.audience,
      is_personal: origin.isPersonal,
      project: origin.project,
      report_id: reportId,
      target_id: targetId,
      visibility_key: visibilityKey,
      document_id: origin.documentId,
      source_id: origin.source?.id ?? null,
      rule,
      content,
      confidence,
      rank,
      reading,
    };
  };
  return bulkInsertInSlices(session.db, 'waiting_statements', waiting.values().map(rowOf));
};

/** Their extractions and the report are there, or on their way. */
export const writeChosen = async (
  useCase: UseCaseContext,
  reportId: string,
  { kept, repeats, known, dropped, classify, withheldClaims }: Omit<Chosen, 'fresh' | 'rejected' | 'waiting'>,
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

/** True for what a person looks at although nothing came of it. */
export const keepsRejected = (reason: DropReason): boolean => reason === 'REJECTED_BY_ROUTING';

/**
 * One pass over sources, or a part of it, in the caller's transaction and in the system role: what they state, read and routed, is
 * deduplicated and ranked; the best are written as candidates, as far as there is room, others wait, and the rest is kept as
 * dropped, with the reason. The caller has taken the lock of the tenant's extraction passes. Returns the id of the pass's report.
 */
export const runExtractionPass = async (
  useCase: UseCaseContext,
  { target, read, roomOf, limit, reportId: former, isLast }: PassRequest,
): Promise<string> => {
  const { proposals, errors, readings, extractorVersion } = read;
  const chosen = await chooseProposals(useCase, proposals, roomOf, limit);
  const reportId = former ?? useCase.dependencies.newId('rep');
  const report =
    former === null
      ? writeReport(useCase, reportId, {
          ...target,
          extractionId: null,
          extractorVersion,
          errors,
          isFinished: isLast,
        })
      : null;
  // They leave in this order: nothing points to what comes behind it.
  await Promise.all([
    report,
    writeReadings(useCase, reportId, readings, extractorVersion),
    writeExtractions(useCase, reportId, [...chosen.kept, ...chosen.rejected]),
    writeWaiting(useCase, reportId, target.waveId ?? target.sourceId, chosen.waiting),
    writeChosen(useCase, reportId, chosen, keepsRejected),
  ]);
  return reportId;
};

/**
 * Like `runExtractionPass`, for statements of a stored extraction, which are all written; the caller holds the lock of the
 * tenant's passes.
 */
export const runRecordedPass = async (
  useCase: UseCaseContext,
  { extractionId, extractorVersion, proposals }: RecordedPassRequest,
): Promise<string> => {
  const chosen = await chooseProposals(useCase, proposals, () => Number.POSITIVE_INFINITY);
  const reportId = useCase.dependencies.newId('rep');
  const report = writeReport(useCase, reportId, {
    waveId: null,
    sourceId: null,
    extractionId,
    extractorVersion,
    errors: [],
    isFinished: true,
  });
  await Promise.all([report, writeChosen(useCase, reportId, chosen, () => true)]);
  return reportId;
};
