import type { Severity } from '#domain/contradictions/contradictions.ts';
import type { Difference } from '#domain/contradictions/heuristic/differences.ts';
import type { Clause } from '#domain/contradictions/heuristic/read-clauses.ts';

export interface ClauseFinding {
  readonly severity: Severity;
  readonly explanation: string;
}

/** How two clauses contradict each other, given where their words differ; null when they do not. */
export type ClauseRule = (a: Clause, b: Clause, difference: Difference) => ClauseFinding | null;
