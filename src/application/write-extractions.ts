import type { RoutingDecision } from '#domain/routing/routing.ts';
import { bulkInsert, type InsertedRow } from '#persistence/bulk-insert.ts';
import type { CandidateOrigin } from './candidate-proposal.ts';
import type { UseCase } from './carry-out.ts';

/** The schema whose payload yields candidates. */
export const statementSchema = 'vouch.statements';

/** What one statement's extraction is stored with. */
export interface RoutedExtraction {
  readonly extractionId: string;
  readonly origin: CandidateOrigin;
  /** JSON, under `statementSchema`. */
  readonly payload: object;
  readonly confidence: number;
  readonly flags: readonly string[];
  readonly routing: RoutingDecision;
}

/** Keeps extractions of a pass with their workflow items, in the caller's transaction. */
export const writeExtractions = async (
  { installation: { newId, settings }, session: { db }, viewer: { tenant }, now, record }: UseCase,
  reportId: string | null,
  routed: readonly RoutedExtraction[],
): Promise<void> => {
  const extractions: InsertedRow[] = [];
  const workflowItems: InsertedRow[] = [];
  for (const { extractionId, origin, payload, confidence, flags, routing } of routed) {
    extractions.push({
      id: extractionId,
      tenant,
      contributor: origin.contributor,
      audience: origin.audience,
      is_personal: origin.isPersonal,
      project: origin.project,
      schema_name: statementSchema,
      payload,
      field_confidence: [{ field: 'content', confidence }],
      chunk_id: origin.chunkId,
      interaction_id: origin.interactionId,
      report_id: reportId,
      created_at: now,
    });
    const id = newId('wfi');
    const { status, reason, routingVersion, idempotencyKey } = routing;
    const threshold = settings.confidenceReviewThreshold;
    workflowItems.push({
      id,
      tenant,
      extraction_id: extractionId,
      idempotency_key: idempotencyKey,
      routing_version: routingVersion,
      status,
      reason,
      guardrail_flags: flags,
      threshold,
      created_at: now,
      updated_at: now,
    });
    record([
      {
        action: 'workflow.routed',
        targetType: 'WorkflowItem',
        targetId: id,
        before: null,
        after: { extractionId, status, reason, routingVersion, guardrailFlags: flags, threshold },
      },
    ]);
  }
  await bulkInsert(db, 'extractions', extractions);
  await bulkInsert(db, 'workflow_items', workflowItems);
};
