import { currentRouting, type RoutingDecision, type RoutingRuleSet, route } from '#domain/routing/routing.ts';
import type { RoutingInputs } from '#domain/routing/routing-inputs.ts';
import type { WorkflowStatus } from '#domain/routing/workflow-states.ts';

/** Facts kept by the last routing of an extraction: enough to decide it again. */
export interface StoredRouting {
  readonly status: WorkflowStatus;
  readonly guardrailFlags: readonly string[];
  readonly threshold: number;
}

export interface Replay extends RoutingDecision {
  /** The stored item has this status; null when nothing is stored. False where a person decided otherwise. */
  readonly matchesStored: boolean | null;
}

export interface ReplayTerms {
  /** False: the specification's literal replay, without flags and with the installation's threshold. */
  readonly withRecordedFlags: boolean;
  /** The installation's, for a literal replay and for what was never routed. */
  readonly threshold: number;
  readonly ruleSet?: RoutingRuleSet;
}

/** Decides a stored extraction again and writes nothing (Sentinel, "Replay protocol"). */
export const replay = (
  extraction: Pick<RoutingInputs, 'extractionId' | 'schemaName' | 'fieldConfidence'>,
  stored: StoredRouting | null,
  { withRecordedFlags, threshold, ruleSet = currentRouting }: ReplayTerms,
): Replay => {
  const recorded = withRecordedFlags ? stored : null;
  const decision = route(
    {
      extractionId: extraction.extractionId,
      schemaName: extraction.schemaName,
      fieldConfidence: extraction.fieldConfidence,
      guardrailFlags: recorded?.guardrailFlags ?? [],
      threshold: recorded?.threshold ?? threshold,
    },
    ruleSet,
  );
  return { ...decision, matchesStored: stored === null ? null : stored.status === decision.status };
};
