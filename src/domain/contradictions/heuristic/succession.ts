import { isInForce, type StatementScope } from '#domain/contradictions/scope.ts';

type Placed = StatementScope & { readonly content: string };

const kind =
  '(?:adrs?|decisions?|records?|rfcs?|keps?|peps?|kips?|polic(?:y|ies)|proposals?|resolutions?|rules?|requirements?|req)';
const replaces =
  '(?:supersed(?:es?|ing)|replac(?:es?|ing)|obsolet(?:es?|ing)|overrid(?:es?|ing)|overrul(?:es?|ing)|revok(?:es?|ing)|repeals?)';
/** `supersedes ADR-4`, `replaces decision 7`, `replaces the policy of 2023`. */
const namesNumber = new RegExp(
  `\\b${replaces} (?:the |our )?${kind}[ -]?(?:of |from |no\\.? ?)?#?0*(?<number>\\d+)\\b`,
  'g',
);
const namesEarlier = new RegExp(
  `\\b${replaces} (?:the |our |this |that )?(?:earlier|previous|former|old|prior|existing|original|last) ${kind}\\b`,
);
const supersededBy = new RegExp(
  `\\b(?:superseded|replaced|obsoleted|overruled) by (?:the )?${kind}[ -]?(?:of |from )?#?0*(?<number>\\d+)\\b`,
  'g',
);

/** Most statements have none of these, and are not searched for more. */
const cue = /supersed|replac|obsolet|overr|revok|repeal/;
const numbersIn = (content: string, pattern: RegExp): string[] =>
  [...content.matchAll(pattern)].flatMap(({ groups }) => groups?.number ?? []);

/** The numbers by which a record is named in its own headings: `ADR-4`, `7. Session store`, `Policy 2023`. */
const ownNumber = new RegExp(`^(?:${kind}[ -]?(?:no\\.? ?)?#?)?0*(\\d+)\\b`, 'i');

/** Records that a statement says replace others. */
export interface NamedRecords {
  /** Numbers that its own record goes by. */
  readonly own: readonly string[];
  /** Numbers of those that it says it takes the place of, and of those that it says took its place. */
  readonly replaced: readonly string[];
  readonly successors: readonly string[];
  /** It takes the place of an earlier one that it does not name. */
  readonly replacesEarlier: boolean;
  /** It says what takes the place of what, and nothing else. */
  readonly saysNothingElse: boolean;
  readonly isInForce: boolean;
}

export const readNamedRecords = ({ content, headingPath = [], recordStatus }: Placed): NamedRecords => {
  const own = headingPath.flatMap((heading) => ownNumber.exec(heading.slice(0, 60))?.[1] ?? []);
  const said = content.slice(0, 4_000).toLowerCase();
  const says = cue.test(said);
  return {
    own,
    replaced: says ? numbersIn(said, namesNumber) : [],
    successors: says ? numbersIn(said, supersededBy) : [],
    replacesEarlier: says && namesEarlier.test(said),
    saysNothingElse: says && !/\p{L}/u.test(said.replace(namesNumber, '').replace(supersededBy, '')),
    isInForce: isInForce(recordStatus),
  };
};

/** Finds which of two statements' records replaces the other's; null when neither does. */
export const successorOf = (a: NamedRecords, b: NamedRecords): 'a' | 'b' | null => {
  const names = (named: readonly string[], { own }: NamedRecords): boolean =>
    named.some((number) => own.includes(number));
  const takesPlace = (newer: NamedRecords, older: NamedRecords): boolean =>
    names(newer.replaced, older) ||
    names(older.successors, newer) ||
    (newer.replacesEarlier && !older.isInForce);
  if (takesPlace(b, a)) return 'b';
  return takesPlace(a, b) ? 'a' : null;
};
