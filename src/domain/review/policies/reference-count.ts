import type { AutoPromotionPolicy } from '#domain/review/auto-promotion.ts';

const day = 86_400_000;

/**
 * A candidate that a person said in enough different interactions within the window, that no reviewer has opened and
 * that is neither a decision nor a validation claim.
 */
export const referenceCountPolicy: AutoPromotionPolicy = (facts, { references, referenceDays }) => {
  const policy = 'REFERENCE_COUNT';
  const { status, type, interactions, openedByReviewer, now } = facts;
  const since = now.getTime() - referenceDays * day;
  const met = new Set(
    interactions
      .filter(({ at, byPerson }) => byPerson && at.getTime() >= since)
      .map(({ interactionId }) => interactionId),
  ).size;
  const no = (reason: string) => ({ policy, eligible: false, reason }) as const;
  if (status !== 'CANDIDATE') return no(`It is ${status}, not a candidate.`);
  if (type === 'DECISION' || type === 'VALIDATION_CLAIM')
    return no(`A ${type} is too consequential: a person always decides.`);
  if (openedByReviewer)
    return no('A reviewer has opened it already: it was edited, deferred, labelled or decided.');
  const figure = `Met in ${met} different interactions, said by a person, within ${referenceDays} days; ${references} are needed.`;
  return met >= references ? { policy, eligible: true, reason: figure } : no(figure);
};
