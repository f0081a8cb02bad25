import { isSameFrame } from '#domain/contradictions/heuristic/differences.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { haveSameValues } from '#domain/contradictions/heuristic/same-values.ts';

/** One asks what the other leaves open. */
export const obligationRule: ClauseRule = (a, b, difference) => {
  const isPair =
    (a.modality === 'must' && b.modality === 'optional') ||
    (a.modality === 'optional' && b.modality === 'must');
  if (!isPair || a.negations + b.negations > 0 || a.isVague || b.isVague) return null;
  if (a.isConditional !== b.isConditional || !isSameFrame(difference) || !haveSameValues(a, b)) return null;
  return { severity: 'HARD', explanation: 'One requires what the other leaves open.' };
};
