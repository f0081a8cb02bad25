import type { AutoPromotionPolicy } from '#domain/review/auto-promotion.ts';

/** A candidate that a heading rule gave, with enough confidence. With the default numbers none can have it: 0.7 × 1.1 × 1.05 is 0.8085. */
export const confidenceThresholdPolicy: AutoPromotionPolicy = ({ status, rule, confidence }, numbers) => {
  const policy = 'CONFIDENCE_THRESHOLD';
  const no = (reason: string) => ({ policy, eligible: false, reason }) as const;
  if (status !== 'CANDIDATE') return no(`It is ${status}, not a candidate.`);
  if (rule === null || !rule.startsWith('heading.'))
    return no(`The rule is ${rule ?? 'none'}; a heading rule is needed.`);
  const figure = `The confidence is ${confidence}; ${numbers.confidence} is needed, and the default numbers reach 0.8085 at most.`;
  return confidence >= numbers.confidence ? { policy, eligible: true, reason: figure } : no(figure);
};
