import { takeTurn } from '#application/ingestion/steps/extraction-pass.ts';
import { statementSchema } from '#application/ingestion/steps/statements-payload.ts';
import { yieldCandidates } from '#application/ingestion/steps/yield-candidates.ts';
import { sortedSet } from '#application/input-shape.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { type RoutingDecision, route } from '#domain/routing/routing.ts';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import { decideRoutingWrite, type RoutingWrite, yieldsCandidates } from '#domain/routing/routing-write.ts';
import type { WorkflowItemRow } from '#persistence/ingestion/extractions.ts';
import { type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { workflowItemsOf } from '#persistence/routing.ts';
import { bulkInsert, type InsertedRow } from '#persistence/store/bulk-insert.ts';
import { auditedWorkflowItem } from './audited-workflow-item.ts';

/** What routing needs of an extraction; not its payload, so that any number of them fits. */
export interface RoutableExtraction {
  readonly id: string;
  readonly schemaName: string;
  readonly fieldConfidence: readonly FieldConfidence[];
  readonly guardrailFlags: readonly string[];
  readonly ownFlags: readonly string[];
  readonly yieldedAt: Date | null;
}

/**
 * Locks extractions until the transaction ends, in the order of their ids: one routing of an extraction at a time, so
 * that there is one row a key. Whoever may write candidates takes the turn of the tenant's passes before, never after,
 * or two callers would wait for each other.
 */
export const lockExtractions = async (
  { session, viewer }: UseCaseContext,
  which: RawBuilder<unknown>,
): Promise<RoutableExtraction[]> => {
  const { rows } = await sql<RoutableExtraction>`select e.id, e.schema_name as "schemaName",
      e.field_confidence as "fieldConfidence", e.guardrail_flags as "guardrailFlags", e.own_flags as "ownFlags",
      e.yielded_at as "yieldedAt"
    from extractions e where e.tenant = ${viewer.tenant} and ${which} for no key update`.execute(session.db);
  return rows;
};

/** Takes the turn where a change of the extraction's routing may write candidates, then locks it. */
export const lockExtraction = async (
  useCase: UseCaseContext,
  { id, schemaName }: Pick<RoutableExtraction, 'id' | 'schemaName'>,
): Promise<RoutableExtraction> => {
  if (schemaName === statementSchema) await takeTurn(useCase);
  const [extraction] = await lockExtractions(useCase, sql`e.id = ${id}`);
  if (!extraction) throw new Error('An extraction that its viewer sees is gone.');
  return extraction;
};

/** Which flags a routing starts from; what the gateway's own guardrails found is added to them. */
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

/** Whether the extraction was ever rejected, under any key: a fact that no later status wipes out. */
export const everRejected = (items: readonly WorkflowItemRow[]): boolean =>
  items.some(({ wasRejected, status }) => wasRejected || status === 'REJECTED');

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Routes locked extractions and stores each decision (PRODUCT §3, "Persisting", "No laundering"), all in one statement
 * a kind of write; then writes the candidates of those that give some. What the law refuses is not written and not
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
  const inserts: InsertedRow[] = [];
  const updates: InsertedRow[] = [];
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
  if (updates.length > 0)
    await sql`update workflow_items w set status = u.status, reason = u.reason, guardrail_flags = u.guardrail_flags,
        threshold = u.threshold, revision = w.revision + 1, updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
        as u (id text, status text, reason text, guardrail_flags text[], threshold float8)
      where w.tenant = ${viewer.tenant} and w.id = u.id`.execute(session.db);
  for (const { id, rejected } of toYield) await yieldCandidates(useCase, id, rejected);
  return results;
};
