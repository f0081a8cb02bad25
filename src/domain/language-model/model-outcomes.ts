/** Fate of a section that a model was to read. `KEPT`: it was asked before, and the answer was kept. */
export const modelOutcomes = ['ANSWERED', 'KEPT', 'OVER_BUDGET', 'FAILED'] as const;
export type ModelOutcome = (typeof modelOutcomes)[number];
