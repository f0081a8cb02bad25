import { isOnePerson } from '#domain/ingestion/turns.ts';
import type { AutoPromotionPolicy } from '#domain/review/auto-promotion.ts';

const pronoun = /(?<![\p{L}\p{N}])(?:I|my|we|our|us)(?![\p{L}\p{N}])/iu;
const isSingular = (content: string): boolean =>
  ['i', 'my'].includes(pronoun.exec(content)?.[0].toLowerCase() ?? '');

/** An identity or a preference that one person stated of themselves, in the first person singular, in an interaction. */
export const selfStatedPolicy: AutoPromotionPolicy = (facts) => {
  const { status, type, rule, fromInteraction, content, speaker } = facts;
  const policy = 'SELF_STATED';
  const no = (reason: string) => ({ policy, eligible: false, reason }) as const;
  if (status !== 'CANDIDATE') return no(`It is ${status}, not a candidate.`);
  if (type !== 'IDENTITY' && type !== 'PREFERENCE')
    return no(`Its type is ${type}; IDENTITY or PREFERENCE is needed.`);
  if (rule !== 'sentence.first_person')
    return no(`The rule is ${rule ?? 'none'}; a first-person sentence is needed.`);
  if (!fromInteraction) return no('It does not come from an interaction.');
  if (!isSingular(content)) return no('It is not in the first person singular.');
  if (speaker !== null && !isOnePerson(speaker))
    return no('An assistant or a group said it, not one person.');
  return {
    policy,
    eligible: true,
    reason: 'One person said it of themselves, in the first person singular, in an interaction.',
  };
};
