/** Words for constants that are no words themselves. */
const wordsOfConstants: Readonly<Record<string, string>> = {
  AUTO_APPROVED: 'approved by rule',
  BELOW_THRESHOLD: 'too unlikely to be kept',
  BINDS: 'binds in capitals',
  BOTH_VALID: 'both hold',
  CAUSES: 'says why',
  COMPLETE: 'a whole sentence',
  COMPOSED: 'put together',
  DEFERS: 'puts it off',
  DENY: 'hidden',
  DOES: 'says what it does',
  ENFORCE: 'enforced',
  EXISTS: 'says that there is',
  EXPLANATORY_SECTION: 'explanation only',
  FIGURES: 'has figures',
  FRAGMENT: 'not a whole sentence',
  GUARDRAIL_REJECTED: 'rejected by a guardrail',
  GUARDRAIL_REVIEW: 'a guardrail asks for a look',
  HUMAN: 'a person decided',
  KEPT_A: 'the first kept',
  KEPT_B: 'the second kept',
  KNOWN: 'known already',
  LEANING: 'depends on the text before it',
  LOG_ONLY: 'logged only',
  MANDATORY: 'mandated',
  MERGE: 'merged',
  NEGATES: 'says what is not',
  NOT_STANDING: 'of a record that is not accepted',
  OK: 'no objections',
  OPENS_CONDITION: 'begins with a condition',
  OPENS_LOW: 'begins in small letters',
  OPENS_NAME: 'begins with a name',
  OPENS_REASON: 'begins with a reason',
  OUTDATED: 'of a version that is not in force',
  PAST: 'in the past',
  PEOPLE: 'about people in general',
  POINTS: 'points elsewhere',
  RANKED: 'by its rank',
  REDACT: 'words withheld',
  SELF_STATED: 'said of oneself',
  SPEAKS_YOU: 'speaks to somebody',
  TINY: 'very short',
  TOO_DENSE: 'too dense to read',
  UNIVERSAL: 'of all',
  UNPROMPTED_DEFINITION: 'defined unasked',
  WILL: 'says what will be',
};

/** `PART_OF` and `partOf` as people read them: `part of`. */
export const inWords = (name: string): string =>
  wordsOfConstants[name] ??
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll('_', ' ');

export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The length of a list: `312`, and `10,000+` where it is longer than it was counted. */
export const lengthOf = (list: {
  readonly totalCount: number;
  readonly totalCountIsExact: boolean;
}): string => (list.totalCountIsExact ? String(list.totalCount) : `${list.totalCount.toLocaleString('en')}+`);

/** `1 document`, `2 documents`. */
export const counted = (count: number | string, noun: string): string =>
  `${count} ${noun}${String(count) === '1' ? '' : 's'}`;

/** The name of a change that somebody sent for a source. */
export const changeTitle = (kind: 'VERSION' | 'WITHDRAWAL', path: string): string =>
  `${kind === 'WITHDRAWAL' ? 'Withdrawal of' : 'New version of'} ${path}`;

export const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** Why each extraction rule takes a statement. */
const ruleSentences: Readonly<Record<string, string>> = {
  'heading.typed': 'A heading names the kind, as in “## Decision: …”.',
  'list.typed': 'A list item names the kind, as in “- [Decision] …”.',
  'value.unit': 'A quantity with its unit, as in “mass = 4.8 kg”.',
  'sentence.first_person': 'A person says it of themselves or of the team.',
  'person.fact': 'A person says it of themselves, or something that can be looked up again.',
  'requirement.numbered': 'The text opens with the number of a requirement, as in “REQ-12: …”.',
  'resolution.marked': 'The text is marked as a resolution, as in “AGREED: …”.',
  'action.owned': 'An item says who does what, as in “Ada to write …”.',
  'section.stated': 'It stands under a heading that names what it states.',
  'table.stated': 'It stands in a column whose heading names what it states.',
  'sentence.normative': 'A sentence says what must be, or must not be.',
  'sentence.declared': 'A plain sentence of a document whose kind is known.',
  'llm.statement': 'A language model named the statement and its span.',
};

export const extractionRules: readonly string[] = Object.keys(ruleSentences);

export const ruleSentence = (rule: string): string =>
  ruleSentences[rule] ?? 'A rule of the extractor that recorded it.';
