import { createHash } from 'node:crypto';
import { InvariantViolation } from '#domain/routing/invariant-violation.ts';
import { assertRoutingInputs, type RoutingInputs } from '#domain/routing/routing-inputs.ts';
import { lowConfidenceFields, lowConfidenceRule } from '#domain/routing/rules/low-confidence.ts';
import { rejectingFlags, rejectingGuardrailRule } from '#domain/routing/rules/rejecting-guardrail.ts';
import { reviewGuardrailRule } from '#domain/routing/rules/review-guardrail.ts';
import { soundRule } from '#domain/routing/rules/sound.ts';
import type { RoutedReason, RoutedStatus } from '#domain/routing/workflow-states.ts';

/** Raised by hand when the rules change: every key changes with it, and every extraction is routed anew. */
export const ROUTING_VERSION = 'v1';

export interface RoutingVerdict {
  readonly status: RoutedStatus;
  readonly reason: RoutedReason;
}

export interface RoutingDecision extends RoutingVerdict {
  readonly idempotencyKey: string;
  readonly routingVersion: string;
  /** Sorted; filled whatever the verdict. */
  readonly lowConfidenceFields: readonly string[];
}

/** A verdict, or null to leave it to the next rule. */
export type RoutingRule = (inputs: RoutingInputs) => RoutingVerdict | null;

/** Top down: the first that speaks decides. */
export const routingRules: readonly RoutingRule[] = Object.freeze([
  rejectingGuardrailRule,
  lowConfidenceRule,
  reviewGuardrailRule,
  soundRule,
]);

/** The rules under the version that names them: one value, so that a decision never carries another version's name. */
export interface RoutingRuleSet {
  readonly version: string;
  /** Top down. */
  readonly rules: readonly RoutingRule[];
}

export const currentRouting: RoutingRuleSet = Object.freeze({
  version: ROUTING_VERSION,
  rules: routingRules,
});

/** sha256 hex of `extraction_id|schema_name|routing_version`: confidences and flags stay out, or a re-run would make a new row. */
export const idempotencyKeyOf = (extractionId: string, schemaName: string, routingVersion: string): string =>
  createHash('sha256').update(`${extractionId}|${schemaName}|${routingVersion}`).digest('hex');

/** Throws InvariantViolation when a verdict must not ship: approval with a weak field, or a rejecting flag not rejected. */
const assertRoutingInvariants = (inputs: RoutingInputs, { status }: RoutingVerdict): void => {
  const weak = lowConfidenceFields(inputs);
  if (status === 'AUTO_APPROVED' && weak.length > 0)
    throw new InvariantViolation(`routing approved with ${weak.length} field(s) below ${inputs.threshold}`);
  if (status !== 'REJECTED' && inputs.guardrailFlags.some((flag) => rejectingFlags.includes(flag)))
    throw new InvariantViolation(`routing gave ${status} in spite of a rejecting guardrail flag`);
};

/** The verdict of the first rule that speaks. Throws InvariantViolation when none does, or when it must not ship. */
export const verdictUnder = (rules: readonly RoutingRule[], inputs: RoutingInputs): RoutingVerdict => {
  for (const rule of rules) {
    const verdict = rule(inputs);
    if (verdict === null) continue;
    assertRoutingInvariants(inputs, verdict);
    return verdict;
  }
  throw new InvariantViolation('no routing rule spoke');
};

/**
 * Routes one extraction (docs/rules.md §3). The same inputs give the same decision, in any order of fields and flags. Throws
 * DomainError `input.invalid` for inputs that cannot be routed.
 */
export const route = (
  inputs: RoutingInputs,
  { version, rules }: RoutingRuleSet = currentRouting,
): RoutingDecision => {
  assertRoutingInputs(inputs);
  return {
    ...verdictUnder(rules, inputs),
    idempotencyKey: idempotencyKeyOf(inputs.extractionId, inputs.schemaName, version),
    routingVersion: version,
    lowConfidenceFields: lowConfidenceFields(inputs),
  };
};
