import type { ItemVisibilityFacts } from './visibility.ts';

type Shown = Pick<
  ItemVisibilityFacts,
  'isPersonal' | 'contributor' | 'audience' | 'quarantined' | 'sensitivityLabels'
>;

const groupsAreFewer = (one: readonly string[], than: readonly string[]): boolean =>
  one.length > 0 && (than.length === 0 || than.some((group) => !one.includes(group)));

/**
 * True when an item may be hidden from somebody who sees another: it is personal, for fewer groups, quarantined, or has
 * a label that the other has not. Statuses and the label policy of today are not considered.
 */
export const isForFewer = (one: Shown, than: Shown): boolean => {
  if (one.quarantined && !than.quarantined) return true;
  if (one.sensitivityLabels.some((label) => !than.sensitivityLabels.includes(label))) return true;
  if (one.isPersonal) return !than.isPersonal || one.contributor !== than.contributor;
  return groupsAreFewer(one.audience, than.isPersonal ? [] : than.audience);
};
