import { sql } from 'kysely';
import { type ConfidenceExplanation, explainConfidence } from '#domain/extraction/confidence.ts';
import type { DropReason } from '#domain/extraction/drop-reasons.ts';
import { extractStatements } from '#domain/extraction/extract-statements.ts';
import { EXTRACTOR_VERSION } from '#domain/extraction/extractor-version.ts';
import { selectProposals } from '#domain/extraction/rank-proposals.ts';
import type { StatementType } from '#domain/extraction/rules/extraction-rule.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { hasExactCitation, invalidCitation } from '#domain/routing/citation.ts';
import { type RoutingDecision, route } from '#domain/routing/routing.ts';
import type { AuditedChange } from '#persistence/audit-log.ts';
import { bulkInsert, type InsertedRow } from '#persistence/bulk-insert.ts';
import { auditedItem } from './audited-item.ts';
import type { UseCase } from './carry-out.ts';
import { fingerprintOf, type StatementTypeKey } from './fingerprints.ts';
import { statementSchema } from './statements-payload.ts';

/** A text that statements are read from, with the sight that they inherit. */
export interface ExtractionSource {
  readonly project: string;
  readonly chunkId: string | null;
  readonly interactionId: string | null;
  readonly text: string;
  /** Where `text` begins in the content of its document or interaction, in UTF-16 code units. */
  readonly offset: number;
  readonly headingPath: readonly string[];
  readonly documentPath: string | null;
  readonly updatedAt: Date | null;
  /** Who ingested or recorded. */
  readonly contributor: string;
  readonly audience: readonly string[];
  readonly isPersonal: boolean;
}

/** What a pass is about: one of the three. */
interface PassSubject {
  readonly waveId: string | null;
  readonly interactionId: string | null;
  /** Lowers the configured cap of candidates; absent: the cap itself. */
  readonly candidateLimit?: number | undefined;
}

export interface PassRequest extends PassSubject {
  readonly sources: readonly ExtractionSource[];
}

/** The statements of an extraction that is recorded and routed already. */
export interface RecordedPassRequest {
  readonly extractionId: string;
  readonly extractorVersion: string;
  readonly proposals: readonly Proposal[];
}

/** A statement that may become a candidate. */
export interface Proposal {
  readonly source: Omit<ExtractionSource, 'text' | 'headingPath' | 'documentPath' | 'updatedAt'>;
  readonly statement: StatementType & {
    readonly rule: string;
    readonly content: string;
    /** UTF-16 code units into the source's text. */
    readonly start: number;
    readonly end: number;
    readonly dropped: DropReason | null;
  };
  readonly extractorVersion: string | null;
  /** The letters of the span; null when the source does not hold them. */
  readonly span: string | null;
  readonly content: string;
  readonly type: StatementTypeKey;
  readonly visibilityKey: string;
  readonly fingerprint: string;
  /** Null when the confidence came with the extraction. */
  readonly explanation: ConfidenceExplanation | null;
  readonly confidence: number;
  readonly rejected: boolean;
  /** Null when its extraction is recorded and routed already. */
  readonly unrecorded: { readonly routing: RoutingDecision; readonly flags: readonly string[] } | null;
  readonly extractionId: string;
}

export const typeOf = (statement: StatementType): StatementTypeKey =>
  'kind' in statement ? `memory:${statement.kind}` : `entity:${statement.entityType}`;

const readProposals = ({ installation, now }: UseCase, sources: readonly ExtractionSource[]): Proposal[] => {
  const {
    extraction: numbers,
    confidenceReviewThreshold: threshold,
    routing: ruleSet,
  } = installation.settings;
  return sources.flatMap((source) =>
    extractStatements(source, numbers).map((statement) => {
      const explanation = explainConfidence({ ...source, prior: statement.prior, now }, numbers);
      const span = source.text.slice(statement.start, statement.end);
      const flags = hasExactCitation(source.text, statement.start, statement.end, span)
        ? []
        : [invalidCitation];
      const extractionId = installation.newId('ext');
      const routing = route(
        {
          extractionId,
          schemaName: statementSchema,
          fieldConfidence: [{ field: 'content', confidence: explanation.final }],
          guardrailFlags: flags,
          threshold,
        },
        ruleSet,
      );
      return {
        source,
        statement,
        extractorVersion: EXTRACTOR_VERSION,
        span: flags.length === 0 ? span : null,
        content: statement.content,
        type: typeOf(statement),
        visibilityKey: visibilityKey(source),
        fingerprint: fingerprintOf(installation.fingerprintKey, statement.content),
        explanation,
        confidence: explanation.final,
        rejected: routing.status === 'REJECTED',
        unrecorded: { routing, flags },
        extractionId,
      };
    }),
  );
};

/** Within one project and one visibility, what has the same type and normalized wording is the same statement. */
const identityOf = ({ source, type, visibilityKey: key, fingerprint }: Proposal): string =>
  JSON.stringify([source.project, type, fingerprint, key]);

interface HeldItem {
  readonly memoryId: string | null;
  readonly entityId: string | null;
  readonly status: string;
}

/** What the store holds of these statements already, in any status and in any wording it has had. */
const findHeld = async (
  { session, viewer }: UseCase,
  proposals: readonly Proposal[],
): Promise<Map<string, HeldItem>> => {
  const { rows } = await sql<
    HeldItem & { project: string; type: string; fingerprint: string; key: string }
  >`select
      f.project, f.type, f.fingerprint, f.visibility_key as key, f.memory_id as "memoryId", f.entity_id as "entityId",
      coalesce(m.status, e.status) as status
    from fingerprints f
      left join memories m on m.tenant = f.tenant and m.id = f.memory_id
      left join graph_entities e on e.tenant = f.tenant and e.id = f.entity_id
    where f.tenant = ${viewer.tenant} and f.fingerprint = any(${proposals.map(({ fingerprint }) => fingerprint)})
    order by f.claimed desc, f.id`.execute(session.db);
  const held = new Map<string, HeldItem>();
  for (const row of rows) {
    const identity = JSON.stringify([row.project, row.type, row.fingerprint, row.key]);
    if (!held.has(identity)) held.set(identity, row);
  }
  return held;
};

/** Adds to each proposal how new it is beside what its project holds in its visibility; likenesses below 0.3 count as none. */
const withNovelty = async <Of extends Proposal>({ session, viewer }: UseCase, proposals: readonly Of[]) => {
  const likeness = new Map<Of, number>();
  for (const [project, members] of Map.groupBy(proposals, ({ source }) => source.project)) {
    const { rows } = await sql<{
      place: string;
      similarity: number;
    }>`select place, similarity from highest_similarities(
      ${viewer.tenant}, ${project}, ${members.map((member) => member.visibilityKey)}, ${members.map(({ content }) => content)})`.execute(
      session.db,
    );
    for (const { place, similarity } of rows) {
      const member = members[Number(place) - 1];
      if (member) likeness.set(member, similarity);
    }
  }
  return proposals.map((proposal) => ({ ...proposal, novelty: 1 - (likeness.get(proposal) ?? 0) }));
};

/** What one pass writes is the next one's duplicates: the passes of a tenant run one after the other, to the end of their transactions. */
export const takeTurn = async ({ session, viewer }: UseCase): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('vouch.extraction:' || ${viewer.tenant}, 0))`.execute(
    session.db,
  );
};

type Change = Omit<AuditedChange, 'id'>;

/**
 * One pass over sources, in the caller's transaction and as the tenant's steward: statements are read, routed, deduplicated,
 * ranked, and the best written as candidates; the rest is kept as dropped, with the reason. The caller
 * has taken its turn. Returns the id of the pass's report.
 */
export const runExtractionPass = (useCase: UseCase, { sources, ...subject }: PassRequest): Promise<string> =>
  writePass(
    useCase,
    { ...subject, extractionId: null, extractorVersion: EXTRACTOR_VERSION },
    readProposals(useCase, sources),
  );

/** As `runExtractionPass`, for the statements of an extraction that is there already; the caller has taken its turn. */
export const runRecordedPass = (
  useCase: UseCase,
  { extractionId, extractorVersion, proposals }: RecordedPassRequest,
): Promise<string> =>
  writePass(useCase, { waveId: null, interactionId: null, extractionId, extractorVersion }, proposals);

const writePass = async (
  useCase: UseCase,
  {
    waveId,
    interactionId,
    extractionId: ofExtraction,
    extractorVersion,
    candidateLimit,
  }: PassSubject & { readonly extractionId: string | null; readonly extractorVersion: string },
  read: readonly Proposal[],
): Promise<string> => {
  const { installation, session, viewer, now, record } = useCase;
  const { db } = session;
  const { tenant } = viewer;
  const { newId, settings } = installation;
  const dropped: { readonly proposal: Proposal; readonly reason: DropReason }[] = [];
  const worded = read.filter((proposal) => {
    if (proposal.statement.dropped) dropped.push({ proposal, reason: proposal.statement.dropped });
    return !proposal.statement.dropped;
  });
  const rejected = worded.filter(({ rejected: isRejected }) => isRejected);
  for (const proposal of rejected) dropped.push({ proposal, reason: 'REJECTED_BY_ROUTING' });

  const held = await findHeld(useCase, worded);
  const sightings: { readonly proposal: Proposal; readonly of: HeldItem }[] = [];
  const firsts = new Map<string, Proposal>();
  const repeats: Proposal[] = [];
  for (const proposal of worded) {
    if (proposal.rejected) continue;
    const identity = identityOf(proposal);
    const item = held.get(identity);
    if (item) {
      dropped.push({ proposal, reason: item.status === 'INVALID' ? 'PREVIOUSLY_REJECTED' : 'DUPLICATE' });
      sightings.push({ proposal, of: item });
    } else if (firsts.has(identity)) repeats.push(proposal);
    else firsts.set(identity, proposal);
  }

  const { kept, overCap } = selectProposals(
    await withNovelty(useCase, [...firsts.values()]),
    candidateLimit,
    settings.extraction,
  );
  for (const proposal of overCap) dropped.push({ proposal, reason: 'OVER_BATCH_CAP' });

  const reportId = newId('rep');
  await bulkInsert(db, 'extraction_reports', [
    {
      id: reportId,
      tenant,
      wave_id: waveId,
      interaction_id: interactionId,
      extraction_id: ofExtraction,
      extractor_version: extractorVersion,
      errors: [],
      created_by: viewer.user,
      created_at: now,
    },
  ]);

  const written = new Map<string, HeldItem>();
  const changes: Change[] = [];
  const extractions: InsertedRow[] = [];
  const workflowItems: InsertedRow[] = [];
  const memories: InsertedRow[] = [];
  const entities: InsertedRow[] = [];
  const revisions: InsertedRow[] = [];
  const fingerprints: InsertedRow[] = [];

  const writeExtraction = (proposal: Proposal) => {
    const { source, statement, unrecorded, extractionId } = proposal;
    if (unrecorded === null) return;
    const { routing, flags } = unrecorded;
    const typed =
      'kind' in statement
        ? { kind: statement.kind }
        : { entityType: statement.entityType, name: statement.name };
    extractions.push({
      id: extractionId,
      tenant,
      contributor: source.contributor,
      audience: source.audience,
      is_personal: source.isPersonal,
      project: source.project,
      schema_name: statementSchema,
      payload: {
        statements: [{ ...typed, content: statement.content, start: statement.start, end: statement.end }],
      },
      field_confidence: [{ field: 'content', confidence: proposal.confidence }],
      chunk_id: source.chunkId,
      interaction_id: source.interactionId,
      report_id: reportId,
      rule: statement.rule,
      extractor_version: proposal.extractorVersion,
      own_flags: flags,
      yielded_at: proposal.rejected ? null : now,
      created_at: now,
    });
    const id = newId('wfi');
    const routed = {
      status: routing.status,
      reason: routing.reason,
      routingVersion: routing.routingVersion,
      guardrailFlags: flags,
      threshold: settings.confidenceReviewThreshold,
    };
    workflowItems.push({
      id,
      tenant,
      extraction_id: extractionId,
      idempotency_key: routing.idempotencyKey,
      routing_version: routed.routingVersion,
      status: routed.status,
      reason: routed.reason,
      guardrail_flags: flags,
      threshold: routed.threshold,
      created_at: now,
      updated_at: now,
    });
    changes.push({
      action: 'workflow.routed',
      targetType: 'WorkflowItem',
      targetId: id,
      before: null,
      after: auditedItem({ extractionId, idempotencyKey: routing.idempotencyKey, ...routed }),
    });
  };

  const writeCandidate = (proposal: Proposal) => {
    const { source, statement, explanation } = proposal;
    const isMemory = 'kind' in statement;
    const id = newId(isMemory ? 'mem' : 'ent');
    const owner = { memory_id: isMemory ? id : null, entity_id: isMemory ? null : id };
    const governed = {
      id,
      tenant,
      project: source.project,
      contributor: source.contributor,
      audience: source.audience,
      is_personal: source.isPersonal,
      visibility_key: proposal.visibilityKey,
      rule: statement.rule,
      extractor_version: proposal.extractorVersion,
      chunk_id: source.chunkId,
      interaction_id: source.interactionId,
      extraction_id: proposal.extractionId,
      report_id: reportId,
      span_start: proposal.span === null ? null : source.offset + statement.start,
      span_end: proposal.span === null ? null : source.offset + statement.end,
      span_text: proposal.span,
      prior: explanation?.prior ?? null,
      structural_signal_multiplier: explanation?.structuralSignalMultiplier ?? null,
      freshness_bonus: explanation?.freshnessBonus ?? null,
      hand_authored: false,
      status: 'CANDIDATE',
      revision: 1,
      content: statement.content,
      confidence: proposal.confidence,
      pending_since: now,
      created_at: now,
      updated_at: now,
    };
    if (isMemory) memories.push({ ...governed, kind: statement.kind, tags: [], sensitivity_labels: [] });
    else entities.push({ ...governed, entity_type: statement.entityType, name: statement.name });
    revisions.push({
      id: newId('rev'),
      tenant,
      ...owner,
      revision: 1,
      status: 'CANDIDATE',
      content: statement.content,
      reworded: true,
      edited_by: source.contributor,
      edited_at: now,
    });
    fingerprints.push({
      id: newId('fgp'),
      tenant,
      ...owner,
      revision: 1,
      project: source.project,
      visibility_key: proposal.visibilityKey,
      type: proposal.type,
      fingerprint: proposal.fingerprint,
      claimed: true,
    });
    changes.push({
      action: isMemory ? 'memory.extracted' : 'entity.extracted',
      targetType: isMemory ? 'Memory' : 'Entity',
      targetId: id,
      before: null,
      after: { status: 'CANDIDATE', revision: 1, content: statement.content, reportId },
    });
    written.set(identityOf(proposal), {
      memoryId: owner.memory_id,
      entityId: owner.entity_id,
      status: 'CANDIDATE',
    });
  };

  for (const proposal of [...kept, ...rejected]) writeExtraction(proposal);
  for (const proposal of kept) writeCandidate(proposal);
  for (const proposal of repeats) {
    dropped.push({ proposal, reason: 'DUPLICATE' });
    const item = written.get(identityOf(proposal));
    if (item) sightings.push({ proposal, of: item });
  }
  for (const { of } of sightings)
    changes.push({
      action: of.memoryId === null ? 'entity.reinforced' : 'memory.reinforced',
      targetType: of.memoryId === null ? 'Entity' : 'Memory',
      targetId: of.memoryId ?? of.entityId ?? '',
      before: null,
      after: { reportId },
    });

  await bulkInsert(db, 'extractions', extractions);
  await bulkInsert(db, 'workflow_items', workflowItems);
  await bulkInsert(db, 'memories', memories);
  await bulkInsert(db, 'graph_entities', entities);
  await bulkInsert(db, 'revisions', revisions);
  await bulkInsert(db, 'fingerprints', fingerprints);
  await bulkInsert(
    db,
    'sightings',
    sightings.map(({ proposal: { source }, of }) => ({
      id: newId('sgt'),
      tenant,
      memory_id: of.memoryId,
      entity_id: of.entityId,
      report_id: reportId,
      chunk_id: source.chunkId,
      interaction_id: source.interactionId,
      seen_at: now,
    })),
  );
  await bulkInsert(
    db,
    'dropped_statements',
    dropped.map(({ proposal: { source, statement, confidence }, reason }) => ({
      id: newId('drp'),
      tenant,
      contributor: source.contributor,
      audience: source.audience,
      is_personal: source.isPersonal,
      report_id: reportId,
      reason,
      rule: statement.rule,
      content: statement.content,
      confidence,
    })),
  );
  record(changes);
  return reportId;
};
