import { auditedWorkflowItem } from '#application/routing/steps/audited-workflow-item.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import type { CandidateOrigin } from '#domain/ingestion/types.ts';
import type { RoutingDecision } from '#domain/routing/routing.ts';
import { bulkInsert, type InsertedRow } from '#persistence/store/bulk-insert.ts';
import { statementSchema } from './statements-payload.ts';

/** Stored fields of one statement's extraction. */
export interface RoutedExtraction {
  readonly extractionId: string;
  readonly origin: CandidateOrigin;
  /** JSON, under `statementSchema`. */
  readonly payload: object;
  readonly confidence: number;
  readonly rule: string | null;
  readonly extractorVersion: string | null;
  /** Flags set by the gateway's own guardrails. */
  readonly flags: readonly string[];
  readonly routing: RoutingDecision;
}

/**
 * Keeps extractions with their workflow items, in the caller's transaction, which writes the candidates of all but the
 * rejected ones.
 */
export const writeExtractions = async (
  { dependencies: { newId, settings }, session: { db }, viewer: { tenant }, now, record }: UseCaseContext,
  reportId: string | null,
  routed: readonly RoutedExtraction[],
): Promise<void> => {
  const extractions: InsertedRow<'extractions'>[] = [];
  const workflowItems: InsertedRow<'workflow_items'>[] = [];
  for (const {
    extractionId,
    origin,
    payload,
    confidence,
    rule,
    extractorVersion,
    flags,
    routing,
  } of routed) {
    const { status, reason, routingVersion, idempotencyKey } = routing;
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
      source_id: origin.source?.id ?? null,
      report_id: reportId,
      rule,
      extractor_version: extractorVersion,
      own_flags: flags,
      yielded_at: status === 'REJECTED' ? null : now,
      // The trigger of its workflow item has nothing to update then.
      routing_status: status,
      routing_reason: reason,
      created_at: now,
    });
    const id = newId('wfi');
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
        after: auditedWorkflowItem({
          extractionId,
          idempotencyKey,
          routingVersion,
          status,
          reason,
          guardrailFlags: flags,
          threshold,
        }),
      },
    ]);
  }
  await Promise.all([
    bulkInsert(db, 'extractions', extractions),
    bulkInsert(db, 'workflow_items', workflowItems),
  ]);
};
