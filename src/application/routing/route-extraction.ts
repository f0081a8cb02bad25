import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { RoutingDecision } from '#domain/routing/routing.ts';
import { assertGuardrailFlags } from '#domain/routing/routing-inputs.ts';
import { routingViolationMessage } from '#domain/routing/routing-write.ts';
import { extractionsById } from '#persistence/ingestion/extractions.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';
import { lockExtraction, storeRoutings } from './steps/store-routing.ts';

export interface RouteExtractionInput extends CommonInput {
  readonly extractionId: string;
  /** Replace the last ones. Absent: those it was recorded with at its first routing, none later. */
  readonly guardrailFlags?: readonly string[] | null | undefined;
}

export const routingOutcomes = ['INSERTED', 'UNCHANGED', 'UPDATED'] as const;
type RoutingOutcome = (typeof routingOutcomes)[number];

export interface RouteExtractionOutcome {
  readonly workflowItemId: string;
  readonly decision: RoutingDecision;
  readonly routing: RoutingOutcome;
}

/** Routes an extraction again: the same key, so the same row, however often it is asked. */
export const routeExtraction = defineUseCase<RouteExtractionInput, RouteExtractionOutcome>(
  { mutation: 'routeExtraction', roles: ['service', 'reviewer'], as: 'system' },
  async (useCase, command) => {
    const { extractionId, guardrailFlags } = command.input;
    if (guardrailFlags != null) assertGuardrailFlags(guardrailFlags);
    const seen = await extractionsById(readThrough(useCase.session)).load(extractionId);
    if (!seen) throw notFound(['extractionId']);

    const extraction = await lockExtraction(useCase, seen);
    const [routed] = await storeRoutings(
      useCase,
      [extraction],
      (recorded, newest) => guardrailFlags ?? (newest === null ? recorded.guardrailFlags : []),
    );
    if (!routed?.itemId) throw new Error('A routing that is stored has an item.');
    const { write, decision, itemId } = routed;
    if (write.outcome === 'refused')
      return {
        verdict: 'refused',
        error: new DomainError(write.violation.code, routingViolationMessage(write.violation), [
          'extractionId',
        ]),
        action: 'workflow.routing.refused',
        targetType: 'WorkflowItem',
        targetId: itemId,
      };
    return {
      verdict: 'done',
      outcome: { workflowItemId: itemId, decision, routing: write.outcome },
    };
  },
);
