import { statementSchema } from '#application/ingestion/steps/statements-payload.ts';
import { yieldCandidates } from '#application/ingestion/steps/yield-candidates.ts';
import { claimed } from '#application/review/steps/claimed-refusal.ts';
import { maxSummaryLength } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import type { AuditChange } from '#domain/audit/audit-actions.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import {
  decideHumanDecision,
  type HumanDecision,
  type HumanDecisionViolation,
  humanDecisionMessage,
} from '#domain/routing/human-decision.ts';
import { yieldsCandidates } from '#domain/routing/routing-write.ts';
import { extractionsById } from '#persistence/ingestion/extractions.ts';
import { findClaim } from '#persistence/review/locked-items.ts';
import { storeHumanDecision, workflowItemsOf } from '#persistence/routing.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';
import { workflowItemsById } from '#persistence/workflow-items.ts';
import { auditedWorkflowItem } from './steps/audited-workflow-item.ts';
import { everRejected, lockExtraction } from './steps/store-routing.ts';

export interface DecideWorkflowItemInput extends CommonInput {
  readonly id: string;
  readonly decision: HumanDecision;
  readonly note?: string | null | undefined;
  readonly expectedRevision?: number | null | undefined;
}

export interface DecideWorkflowItemOutcome {
  readonly workflowItemId: string;
}

const actionOf = {
  APPROVE: 'workflow.approved',
  REJECT: 'workflow.rejected',
  REOPEN: 'workflow.reopened',
} as const satisfies Record<HumanDecision, AuditChange>;

const placeOf = ({ code }: HumanDecisionViolation): string[] => {
  if (code === 'conflict.stale_revision') return ['expectedRevision'];
  return [code === 'workflow.superseded' ? 'id' : 'decision'];
};

/** A reviewer approves, rejects or reopens: the human event, which routing never overwrites, and the only way off a rejection. */
export const decideWorkflowItem = defineUseCase<DecideWorkflowItemInput, DecideWorkflowItemOutcome>(
  { mutation: 'decideWorkflowItem', roles: ['reviewer'], as: 'system' },
  async (useCase, command) => {
    const { session, viewer, now, record } = useCase;
    const { id, decision, note = null, expectedRevision = null } = command.input;
    if (note !== null)
      assertStorableText(note, { name: 'The note', path: ['note'], min: 1, max: maxSummaryLength });
    const reads = readThrough(session);
    const seen = await workflowItemsById(reads).load(id);
    const ofExtraction = seen && (await extractionsById(reads).load(seen.extractionId));
    if (!ofExtraction) throw notFound();

    const extraction = await lockExtraction(useCase, ofExtraction);
    const items = (await workflowItemsOf(session, [extraction.id])).get(extraction.id) ?? [];
    const item = items.find((one) => one.id === id);
    if (!item) throw new Error('A workflow item that its viewer sees is gone.');

    const claimedBy = useCase.takeOver ? null : await findClaim(session, id, now);
    if (claimedBy !== null) return claimed(claimedBy, 'workflow.decision.refused', 'WorkflowItem', id);
    const verdict = decideHumanDecision(
      { ...item, decidedByHuman: item.decidedBy !== null, superseded: item !== items[0] },
      decision,
      expectedRevision,
    );
    if (verdict.outcome === 'refused') {
      const { violation } = verdict;
      return {
        verdict: 'refused',
        error: new DomainError(violation.code, humanDecisionMessage(violation), placeOf(violation)),
        action: 'workflow.decision.refused',
        targetType: 'WorkflowItem',
        targetId: id,
      };
    }

    const { to: status } = verdict;
    await storeHumanDecision(session, { id, status, note, now });
    record([
      {
        action: actionOf[decision],
        targetType: 'WorkflowItem',
        targetId: id,
        before: auditedWorkflowItem(item),
        after: auditedWorkflowItem({
          ...item,
          status,
          reason: 'HUMAN',
          decidedBy: viewer.user,
          decidedAt: now,
          decisionNote: note,
        }),
      },
    ]);
    const gives =
      extraction.schemaName === statementSchema &&
      extraction.yieldedAt === null &&
      yieldsCandidates(status, everRejected(items));
    if (gives) await yieldCandidates(useCase, extraction.id, false);
    return { verdict: 'done', outcome: { workflowItemId: id } };
  },
);
