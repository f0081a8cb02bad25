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

const numbersIn = (content: string, pattern: RegExp): string[] =>
  [...content.slice(0, 4_000).toLowerCase().matchAll(pattern)].flatMap(({ groups }) => groups?.number ?? []);

/** The numbers by which a record is named in its own headings: `ADR-4`, `7. Session store`, `Policy 2023`. */
const ownNumbers = ({ headingPath = [] }: Placed): string[] =>
  headingPath.flatMap((heading) => {
    const match = new RegExp(`^(?:${kind}[ -]?(?:no\\.? ?)?#?)?0*(\\d+)\\b`, 'i').exec(heading.slice(0, 60));
    return match?.[1] ?? [];
  });

const isNamedIn = (named: readonly string[], record: Placed): boolean => {
  const own = ownNumbers(record);
  return named.some((number) => own.includes(number));
};

/** Whether one statement's record says that it takes the place of the other's: which of both does; null when neither. */
export const successorOf = (a: Placed, b: Placed): 'a' | 'b' | null => {
  const takesPlace = (newer: Placed, older: Placed): boolean =>
    isNamedIn(numbersIn(newer.content, namesNumber), older) ||
    isNamedIn(numbersIn(older.content, supersededBy), newer) ||
    (namesEarlier.test(newer.content.slice(0, 4_000).toLowerCase()) && !isInForce(older.recordStatus));
  if (takesPlace(b, a)) return 'b';
  return takesPlace(a, b) ? 'a' : null;
};
