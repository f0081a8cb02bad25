import { statementSchema } from '#application/ingestion/steps/statements-payload.ts';
import { yieldCandidates } from '#application/ingestion/steps/yield-candidates.ts';
import { sortedSet } from '#application/input-shape.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { type RoutingDecision, route } from '#domain/routing/routing.ts';
import { decideRoutingWrite, type RoutingWrite, yieldsCandidates } from '#domain/routing/routing-write.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import {
  lockExtractionById,
  type RoutableExtraction,
  type RoutingUpdate,
  updateRoutings,
  workflowItemsOf,
} from '#persistence/routing.ts';
import { bulkInsert, type InsertedRow } from '#persistence/store/bulk-insert.ts';
import type { WorkflowItemRow } from '#persistence/workflow-items.ts';
import { auditedWorkflowItem } from './audited-workflow-item.ts';

/**
 * Locks an extraction until the transaction ends: one routing of it at a time, so that there is one row a key. Where a change of its
 * routing may write candidates, the lock of the tenant's extraction passes is taken first, never after, or two
 * callers would wait for each other.
 */
export const lockExtraction = async (
  useCase: UseCaseContext,
  { id, schemaName }: Pick<RoutableExtraction, 'id' | 'schemaName'>,
): Promise<RoutableExtraction> => {
  if (schemaName === statementSchema) await lockExtractionPasses(useCase.session);
  const extraction = await lockExtractionById(useCase.session, id);
  if (!extraction) throw new Error('An extraction that its viewer sees is gone.');
  return extraction;
};

/** Flags that a routing starts from; the gateway's own guardrails add theirs. */
export type FlagSource = (
  extraction: RoutableExtraction,
  newest: WorkflowItemRow | null,
) => readonly string[];

export interface RoutingResult {
  readonly extraction: RoutableExtraction;
  readonly decision: RoutingDecision;
  readonly write: RoutingWrite;
  /** The item under the decision's key, else the newest of the extraction; null when there is none. */
  readonly itemId: string | null;
}

/** True when the extraction was ever rejected, under any key; no later status undoes it. */
export const everRejected = (items: readonly WorkflowItemRow[]): boolean =>
  items.some(({ wasRejected, status }) => wasRejected || status === 'REJECTED');

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Routes locked extractions and stores each decision (docs/rules.md §3), all in one statement
 * a kind of write; then writes the candidates of those that give some. What a rule refuses is not written and not
 * recorded: that is the caller's.
 */
export const storeRoutings = async (
  useCase: UseCaseContext,
  extractions: readonly RoutableExtraction[],
  flagsFrom: FlagSource,
): Promise<RoutingResult[]> => {
  const { dependencies, session, viewer, now, record } = useCase;
  const { confidenceReviewThreshold: threshold, routing: ruleSet } = dependencies.settings;
  const history = await workflowItemsOf(
    session,
    extractions.map(({ id }) => id),
  );
  const inserts: InsertedRow<'workflow_items'>[] = [];
  const updates: RoutingUpdate[] = [];
  const toYield: { readonly id: string; readonly rejected: boolean }[] = [];

  const results = extractions.map((extraction): RoutingResult => {
    const { id: extractionId, schemaName, fieldConfidence } = extraction;
    const items = history.get(extractionId) ?? [];
    const newest = items[0] ?? null;
    const guardrailFlags = sortedSet([...flagsFrom(extraction, newest), ...extraction.ownFlags]);
    const decision = route({ extractionId, schemaName, fieldConfidence, guardrailFlags, threshold }, ruleSet);
    const stored = items.find(({ idempotencyKey }) => idempotencyKey === decision.idempotencyKey) ?? null;
    const rejectedBefore = everRejected(items);
    const write = decideRoutingWrite(
      {
        status: stored?.status ?? null,
        decidedByHuman: items.some(({ decidedBy }) => decidedBy !== null),
        everRejected: rejectedBefore,
      },
      decision,
    );
    const untouched = { extraction, decision, write, itemId: (stored ?? newest)?.id ?? null };
    if (write.outcome === 'refused' || (write.outcome === 'UNCHANGED' && write.because !== 'SAME_STATUS'))
      return untouched;

    const { status, reason, idempotencyKey, routingVersion } = decision;
    const itemId = stored?.id ?? dependencies.newId('wfi');
    const after = { extractionId, idempotencyKey, routingVersion, status, reason, guardrailFlags, threshold };
    const isSame =
      stored?.status === status &&
      stored.reason === reason &&
      stored.threshold === threshold &&
      sameList(stored.guardrailFlags, guardrailFlags);
    if (isSame) return untouched;
    const changed = { id: itemId, status, reason, guardrail_flags: guardrailFlags, threshold };
    if (stored) updates.push(changed);
    else
      inserts.push({
        ...changed,
        tenant: viewer.tenant,
        extraction_id: extractionId,
        idempotency_key: idempotencyKey,
        routing_version: routingVersion,
        created_at: now,
        updated_at: now,
      });
    // Under a new version the item before it is the older version's, so that the event shows both.
    const before = stored ?? newest;
    record([
      {
        action: 'workflow.routed',
        targetType: 'WorkflowItem',
        targetId: itemId,
        before: before && auditedWorkflowItem(before),
        after: auditedWorkflowItem(after),
      },
    ]);
    if (schemaName === statementSchema && extraction.yieldedAt === null) {
      if (yieldsCandidates(status, rejectedBefore)) toYield.push({ id: extractionId, rejected: false });
      else if (newest === null) toYield.push({ id: extractionId, rejected: true });
    }
    return { ...untouched, itemId };
  });

  await bulkInsert(session.db, 'workflow_items', inserts);
  await updateRoutings(session, updates, now);
  for (const { id, rejected } of toYield) await yieldCandidates(useCase, id, rejected);
  return results;
};
