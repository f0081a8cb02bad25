import type { ItemVisibilityFacts } from './visibility.ts';

type Shown = Pick<
  ItemVisibilityFacts,
  'isPersonal' | 'contributor' | 'audience' | 'quarantined' | 'sensitivityLabels'
>;

const groupsAreFewer = (one: readonly string[], than: readonly string[]): boolean =>
  one.length > 0 && (than.length === 0 || than.some((group) => !one.includes(group)));

/**
 * Whether an item may be hidden from somebody who sees another one: it is personal, of fewer groups, quarantined, or has a label, and
 * the other is not. Statuses are not asked, nor what the label policy does with the label today.
 */
export const isForFewer = (one: Shown, than: Shown): boolean => {
  if (one.quarantined && !than.quarantined) return true;
  if (one.sensitivityLabels.some((label) => !than.sensitivityLabels.includes(label))) return true;
  if (one.isPersonal) return !than.isPersonal || one.contributor !== than.contributor;
  return groupsAreFewer(one.audience, than.isPersonal ? [] : than.audience);
};
