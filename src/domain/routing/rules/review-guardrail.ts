import type { RoutingRule } from '#domain/routing/routing.ts';

/** Any guardrail flag that did not reject is looked at by a person. */
export const reviewGuardrailRule: RoutingRule = ({ guardrailFlags }) =>
  guardrailFlags.length > 0 ? { status: 'NEEDS_REVIEW', reason: 'GUARDRAIL_REVIEW' } : null;
