import { lemmaOf } from '#domain/contradictions/heuristic/lemmas.ts';

/** Context of a statement: the scope in which its words hold. */
export interface StatementScope {
  /** The headings that it stands under, outermost first. */
  readonly headingPath?: readonly string[];
  readonly project?: string | null;
  /** Status of its record, as `accepted` or `SUPERSEDED`; null when the record states none. */
  readonly recordStatus?: string | null;
}

/** `apart`: of other things, so nothing is compared. `named`: perhaps of other things, which the contradiction says. */
export type ScopeRelation =
  | { readonly relation: 'same' }
  | { readonly relation: 'apart' }
  | { readonly relation: 'named'; readonly ofA: string; readonly ofB: string };

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean).map(lemmaOf));

/** Headings that name a section's form and not its subject. */
const sectionWords =
  set(`decision decisions decided context status consequence consequences outcome rationale requirement requirements constraint
  constraints rule rules policy policies note notes overview background summary introduction general update updates change changes
  proposal proposed detail details implementation action actions item items resolution resolutions resolved limitation limitations
  lesson lessons fact facts minutes meeting agenda appendix section chapter part adr rfc kep pep req record records architecture
  architectural guide guideline guidelines handbook manual document documentation docs principle principles standard standards
  convention conventions goal goals non-goal scope definition definitions statement statements current new old revised version
  the a an of for and or in on to with our we what how why is are faq misc other topic topics discussion agreed agreement
  use using choose adopt select switch migrate move replace introduce keep information settings configuration setup process`);

/** Words for places, stages and variants: statements under two different ones do not contradict each other. */
const placeWords =
  set(`staging production prod development dev test testing qa sandbox preview demo local remote ci beta alpha canary
  android ios web desktop mobile kiosk windows linux macos ubuntu tablet browser server client backend frontend api cli
  free business pro enterprise premium basic trial plus team standard starter personal
  reading writing read write internal external public private north south east west northern southern eastern western
  winter summer spring autumn weekdays weekends weekday weekend holidays monday tuesday wednesday thursday friday saturday sunday
  primary secondary backup main replica left right inner outer upper lower front back day night old new legacy
  customers employees admins guests partners students adults children members visitors contractors
  eu us uk emea apac europe asia america germany france spain italy japan china india canada`);

const mostHeadings = 12;

/** A record's own name, without which its sections are those of any other: `ADR-4`, `7. Session store`, `Policy 2023`. */
const recordName =
  /^(?:adr|rfc|kep|pep|kip|decision|policy|record|proposal|resolution)[ -]?(?:no\.? ?)?#?\d+\b[.:]?|^\d{1,4}[.:)] |\b(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?\b/giu;

/** The words of a heading that name its subject. `Hall 2` and `Pump A` keep their number and letter. */
const aboutIn = (heading: string): string[] =>
  (
    heading
      .slice(0, 200)
      .toLowerCase()
      .replaceAll(recordName, ' ')
      .match(/[\p{L}\p{N}][\p{L}\p{N}.+#-]*/gu) ?? []
  ).filter(
    (word) => !sectionWords.has(lemmaOf(word)) || /^[a-z]$|\d/.test(word) || placeWords.has(lemmaOf(word)),
  );

const wordsOf = (content: string): ReadonlySet<string> =>
  new Set(
    (
      content
        .slice(0, 4_000)
        .toLowerCase()
        .match(/[\p{L}\p{N}][\p{L}\p{N}.+#-]*(?<![.-])/gu) ?? []
    ).map(lemmaOf),
  );

interface About {
  readonly words: ReadonlySet<string>;
  readonly name: string;
}

const aboutOf = (path: readonly string[], known: ReadonlySet<string>, other: readonly string[]): About => {
  const shared = new Set(other.map((heading) => heading.toLowerCase()));
  const own = path.slice(-mostHeadings).filter((heading) => !shared.has(heading.toLowerCase()));
  const words = new Set<string>();
  for (const heading of own)
    for (const word of aboutIn(heading)) if (!known.has(lemmaOf(word))) words.add(lemmaOf(word));
  return { words, name: own.filter((heading) => aboutIn(heading).length > 0).join(' › ') };
};

const without = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...words].filter((word) => !others.has(word));
/** True when a lower-case word names one of several places, stages or variants. */
export const namesPlace = (word: string): boolean => placeWords.has(lemmaOf(word));
/** It distinguishes one of several: a place, a number, a letter. */
const distinguishes = (word: string): boolean => placeWords.has(word) || /\d|^[a-z]$/.test(word);

export const isInForce = (status: string | null | undefined): boolean =>
  status == null ||
  /^(?:accepted|approved|active|final|adopted|implemented|agreed|in[ _]force|standing)$/i.test(status);

/** How the places of two statements relate, given what they say: what they say themselves is their matter, not their place. */
export const relateScopes = (
  a: StatementScope & { readonly content: string },
  b: StatementScope & { readonly content: string },
): ScopeRelation => {
  if (!isInForce(a.recordStatus) || !isInForce(b.recordStatus)) return { relation: 'apart' };
  if (a.project != null && b.project != null && a.project !== b.project)
    return { relation: 'named', ofA: a.project, ofB: b.project };
  const [pathA, pathB] = [a.headingPath ?? [], b.headingPath ?? []];
  if (pathA.length + pathB.length === 0) return { relation: 'same' };
  const [saidA, saidB] = [wordsOf(a.content), wordsOf(b.content)];
  const known = new Set([...saidA].filter((word) => saidB.has(word)));
  const [aboutA, aboutB] = [aboutOf(pathA, known, pathB), aboutOf(pathB, known, pathA)];
  const onlyA = without(aboutA.words, aboutB.words);
  const onlyB = without(aboutB.words, aboutA.words);
  if (onlyA.length === 0 && onlyB.length === 0) return { relation: 'same' };
  const nameA = aboutA.name || pathA.at(-1) || 'no heading';
  const nameB = aboutB.name || pathB.at(-1) || 'no heading';
  const named: ScopeRelation = { relation: 'named', ofA: nameA, ofB: nameB };
  if (onlyA.length > 0 && onlyB.length > 0)
    return onlyA.some(distinguishes) && onlyB.some(distinguishes) ? { relation: 'apart' } : named;
  return [...onlyA, ...onlyB].some(distinguishes) ? named : { relation: 'same' };
};
