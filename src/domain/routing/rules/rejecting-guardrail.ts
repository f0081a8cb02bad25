import { invalidCitation } from '#domain/routing/citation.ts';
import type { RoutingRule } from '#domain/routing/routing.ts';

/** The guardrails that are a hard failure, not a doubt. */
export const rejectingFlags: readonly string[] = Object.freeze([invalidCitation]);

/** A rejecting guardrail rejects, whatever else is true. */
export const rejectingGuardrailRule: RoutingRule = ({ guardrailFlags }) =>
  guardrailFlags.some((flag) => rejectingFlags.includes(flag))
    ? { status: 'REJECTED', reason: 'GUARDRAIL_REJECTED' }
    : null;
