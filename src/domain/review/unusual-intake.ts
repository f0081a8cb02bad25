import { foldedName } from '#domain/privacy/folded-name.ts';

/** Numbers of the rule. */
export const unusualIntakeNumbers = Object.freeze({
  /** Days before the last 24 hours that make what is usual. */
  days: 28,
  /** Days with candidates, of a contributor or of the others, from which on there is something usual. */
  leastDays: 5,
  /** Candidates of 24 hours below which nothing is unusual. */
  leastItems: 50,
  /** Times the usual number of a day from which on a number is unusual. */
  times: 5,
});

/** Candidates of one contributor, under all spellings of their name, or of one source that they name. */
export interface ContributorIntake {
  readonly name: string;
  /** The path of a document, or the person whom a conversation is about; absent: all that the contributor brought in. */
  readonly source?: string;
  /** Candidates of the last 24 hours. */
  readonly items: number;
  /** Candidates of the 28 days before. */
  readonly formerItems: number;
  /** Days among those 28 on which there were any. */
  readonly formerDays: number;
}

export interface UnusualIntake {
  readonly name: string;
  /** Null: all that they brought in. */
  readonly source: string | null;
  readonly items: number;
  /** Candidates of a usual day: the contributor's own, or those of the tenant's others where the contributor is new. */
  readonly usual: number;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Lists contributors who brought in far more in 24 hours than on their usual day, or, who have no five days of their own yet, than on a
 * usual day of the tenant's others; and in the same way sources of contributors who name several. The furthest above it first.
 */
export const findUnusualIntake = (
  contributors: readonly ContributorIntake[],
  sources: readonly ContributorIntake[] = [],
): UnusualIntake[] => {
  const { leastDays, leastItems, times } = unusualIntakeNumbers;
  const allDays = sumOf(contributors.map(({ formerDays }) => formerDays));
  const allItems = sumOf(contributors.map(({ formerItems }) => formerItems));
  const usualOf = ({ formerDays, formerItems }: ContributorIntake): number | null => {
    if (formerDays >= leastDays) return formerItems / formerDays;
    const othersDays = allDays - formerDays;
    return othersDays >= leastDays ? (allItems - formerItems) / othersDays : null;
  };
  const unusual = (intake: ContributorIntake): UnusualIntake[] => {
    const usual = usualOf(intake);
    const { name, source = null, items } = intake;
    return usual !== null && items >= leastItems && items >= usual * times
      ? [{ name, source, items, usual }]
      : [];
  };
  const inAll = contributors.flatMap(unusual);
  const itemsOf = new Map(inAll.map(({ name, items }) => [foldedName(name), items]));
  const bySource = sources
    .flatMap(unusual)
    .filter(({ name, items }) => items !== itemsOf.get(foldedName(name)));
  return [...inAll, ...bySource].sort((one, other) => other.items / other.usual - one.items / one.usual);
};
