import type { Severity } from '#domain/contradictions/contradictions.ts';
import type { Clause } from '#domain/contradictions/heuristic/read-clauses.ts';

/** How two clauses contradict each other, or null. */
export type ClauseRule = (
  a: Clause,
  b: Clause,
) => { readonly severity: Severity; readonly explanation: string } | null;
