import type { AutoPromotionPolicy } from '#domain/review/auto-promotion.ts';

/** An identity or a preference that somebody stated of themselves, in the first person, in an interaction. */
export const selfStatedPolicy: AutoPromotionPolicy = ({ status, type, rule, fromInteraction }) => {
  const policy = 'SELF_STATED';
  const no = (reason: string) => ({ policy, eligible: false, reason }) as const;
  if (status !== 'CANDIDATE') return no(`It is ${status}, not a candidate.`);
  if (type !== 'IDENTITY' && type !== 'PREFERENCE')
    return no(`Its type is ${type}; IDENTITY or PREFERENCE is needed.`);
  if (rule !== 'sentence.first_person')
    return no(`The rule is ${rule ?? 'none'}; a first-person sentence is needed.`);
  if (!fromInteraction) return no('It does not come from an interaction.');
  return {
    policy,
    eligible: true,
    reason: 'Somebody said it of themselves, in the first person, in an interaction.',
  };
};
