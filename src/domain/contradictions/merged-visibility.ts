/** For whom a statement is. */
export interface Visibility {
  readonly isPersonal: boolean;
  readonly contributor: string;
  /** Sorted; empty: the whole tenant. A personal statement's shows it to nobody. */
  readonly audience: readonly string[];
}

/** For whom a merged statement is; `owner`: the one person whom it is personal to, null when it is shared. */
export interface MergedVisibility {
  readonly owner: string | null;
  readonly audience: readonly string[];
}

const isForAll = ({ isPersonal, audience }: Visibility): boolean => !isPersonal && audience.length === 0;
const asMerged = ({ isPersonal, contributor, audience }: Visibility): MergedVisibility => ({
  owner: isPersonal ? contributor : null,
  audience: isPersonal ? [] : [...audience].sort(),
});

/**
 * The narrower of two visibilities: nobody is shown a merged statement who is not shown both of its sides. Null when
 * nothing narrows both: audiences without a common group, two persons, or a person and an audience that nobody can know
 * whether they belong to.
 */
export const mergedVisibility = (a: Visibility, b: Visibility): MergedVisibility | null => {
  if (isForAll(a)) return asMerged(b);
  if (isForAll(b)) return asMerged(a);
  if (a.isPersonal && b.isPersonal) return a.contributor === b.contributor ? asMerged(a) : null;
  if (a.isPersonal || b.isPersonal) return null;
  const common = a.audience.filter((group) => b.audience.includes(group)).sort();
  return common.length === 0 ? null : { owner: null, audience: common };
};

/** Every label of either side, sorted: a merge never loses one. */
export const mergedLabels = (a: readonly string[], b: readonly string[]): string[] =>
  [...new Set([...a, ...b])].sort();
