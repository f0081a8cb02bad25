import { classifyAfterCommit } from '#application/classification/steps/classify-by-model.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { type Classifier, reclassify, unclassified } from '#domain/classification/classification.ts';
import { suggestLabels } from '#domain/labels/suggest-labels.ts';
import type { FurtherSpan } from '#entities/governed-columns.ts';
import type { KnownItem } from '#persistence/ingestion/known-items.ts';
import { bulkInsert, type InsertedRow } from '#persistence/store/bulk-insert.ts';
import type { CandidateProposal } from './candidate-proposal.ts';

/** The parts of the source that a statement was composed of, beside the one that states; null where there are none. */
const furtherSpans = ({ span, spans }: CandidateProposal): readonly FurtherSpan[] | null => {
  const further = spans.filter(({ start, end }) => start !== span?.start || end !== span.end);
  return further.length === 0 ? null : further.map(({ start, end, text }) => ({ start, end, text }));
};

/** The instant at which a day (`YYYY-MM-DD`) begins in UTC. */
const startOfDay = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00Z`));

/** Columns that memories and entities share. */
const itemRow = (
  { dependencies: { settings }, viewer: { tenant }, now }: UseCaseContext,
  id: string,
  reportId: string | null,
  proposal: CandidateProposal,
) => {
  const { origin, type, content, explanation, span } = proposal;
  const texts = [content, 'kind' in type ? '' : type.name];
  return {
    id,
    tenant,
    project: origin.project,
    contributor: origin.contributor,
    audience: origin.audience,
    is_personal: origin.isPersonal,
    visibility_key: proposal.visibilityKey,
    rule: proposal.rule,
    extractor_version: proposal.extractorVersion,
    source_id: origin.source?.id ?? null,
    extraction_id: proposal.extractionId,
    report_id: reportId,
    span_start: span?.start ?? null,
    span_end: span?.end ?? null,
    span_text: span?.text ?? null,
    span_speaker: span?.speaker ?? null,
    context: proposal.context,
    further_spans: furtherSpans(proposal),
    review_terms: proposal.review.terms,
    review_score: proposal.reviewScore,
    prior: explanation?.prior ?? null,
    structural_signal_multiplier: explanation?.structuralSignalMultiplier ?? null,
    freshness_bonus: explanation?.freshnessBonus ?? null,
    sensitivity_labels: [],
    suggested_labels: settings.autoLabeling ? suggestLabels(texts, { authoritative: [], dismissed: [] }) : [],
    hand_authored: origin.source === null,
    status: 'CANDIDATE' as const,
    revision: 1,
    content,
    confidence: proposal.confidence,
    holds_from: startOfDay(proposal.context?.recordDate ?? null),
    pending_since: now,
    created_at: now,
    updated_at: now,
  };
};

/** The item that a row is of, as the tables of history name it. */
interface Owner {
  readonly memory_id: string | null;
  readonly entity_id: string | null;
}

const firstRevision = (
  { dependencies: { newId }, viewer: { tenant }, now }: UseCaseContext,
  owner: Owner,
  { origin, type, content }: CandidateProposal,
): InsertedRow<'revisions'> => ({
  id: newId('rev'),
  tenant,
  ...owner,
  revision: 1,
  status: 'CANDIDATE',
  content,
  summary: null,
  name: 'kind' in type ? null : type.name,
  reworded: true,
  reason: null,
  edited_by: origin.contributor,
  edited_at: now,
});

const fingerprintRow = (
  { dependencies: { newId }, viewer: { tenant } }: UseCaseContext,
  owner: Owner,
  { origin, visibilityKey, typeKey, fingerprint }: CandidateProposal,
  claimed: boolean,
): InsertedRow<'fingerprints'> => ({
  id: newId('fgp'),
  tenant,
  ...owner,
  revision: 1,
  project: origin.project,
  visibility_key: visibilityKey,
  type: typeKey,
  fingerprint,
  claimed,
});

/**
 * Writes proposals as candidates (memories or entities, each with its first revision, its fingerprint and its audit event), in the
 * caller's transaction. Their extractions are recorded already; `reportId` is the pass that read them, null when there was none. The
 * caller has taken the lock of the tenant's extraction passes and left out what the store holds (`findKnownItems`, `sortProposals`).
 * `written`, by identity, is known before the rows are stored.
 */
export const writeCandidates = (
  useCase: UseCaseContext,
  reportId: string | null,
  proposals: readonly CandidateProposal[],
  classify: Classifier,
  withheldClaims: ReadonlySet<string>,
): { readonly written: ReadonlyMap<string, KnownItem>; readonly stored: Promise<unknown> } => {
  const {
    dependencies: { newId },
    session: { db },
    record,
  } = useCase;
  const written = new Map<string, KnownItem>();
  const memories: InsertedRow<'memories'>[] = [];
  const entities: InsertedRow<'graph_entities'>[] = [];
  const revisions: InsertedRow<'revisions'>[] = [];
  const fingerprints: InsertedRow<'fingerprints'>[] = [];

  for (const proposal of proposals) {
    const { origin, type, content, identity } = proposal;
    const isMemory = 'kind' in type;
    const id = newId(isMemory ? 'mem' : 'ent');
    const owner = { memory_id: isMemory ? id : null, entity_id: isMemory ? null : id };
    const item = itemRow(useCase, id, reportId, proposal);
    if (isMemory) {
      const classified = reclassify(unclassified, classify(content));
      memories.push({
        ...item,
        kind: type.kind,
        subject_id: origin.subjectId,
        domain: classified.domain,
        domain_derived: classified.domainDerived,
        tags: classified.tags,
        tags_derived: classified.tagsDerived,
      });
    } else entities.push({ ...item, entity_type: type.entityType, name: type.name });
    revisions.push(firstRevision(useCase, owner, proposal));
    fingerprints.push(fingerprintRow(useCase, owner, proposal, !withheldClaims.has(identity)));
    record([
      {
        action: isMemory ? 'memory.extracted' : 'entity.extracted',
        targetType: isMemory ? 'Memory' : 'Entity',
        targetId: id,
        before: null,
        after: { status: 'CANDIDATE', revision: 1, content, reportId },
      },
    ]);
    written.set(identity, { memoryId: owner.memory_id, entityId: owner.entity_id, rejected: false });
  }

  classifyAfterCommit(
    useCase,
    [...written.values()].flatMap(({ memoryId }) => memoryId ?? []),
  );
  const stored = Promise.all([
    bulkInsert(db, 'memories', memories),
    bulkInsert(db, 'graph_entities', entities),
    bulkInsert(db, 'revisions', revisions),
    bulkInsert(db, 'fingerprints', fingerprints),
  ]);
  return { written, stored };
};
