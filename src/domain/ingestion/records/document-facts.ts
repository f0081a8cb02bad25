import {
  bareHeading,
  familyOfHeading,
  type SectionFamily,
} from '#domain/ingestion/sections/section-families.ts';
import { tableHeadsOf } from '#domain/ingestion/table-heads.ts';
import { readDate } from './record-date.ts';
import { namesStatus, remarksOfHead, remarksOfTitle, spelledDate, spelledStatus } from './record-fields.ts';
import { type RecordRelation, readRelations, recordNumberOf } from './record-relations.ts';
import { isStanding, type RecordStatus, readStatusWords } from './record-status.ts';

/** Kinds of documents, judged by path, headings and opening words; `other` is none of them. */
export const documentKinds = [
  'decision',
  'proposal',
  'requirements',
  'rules',
  'minutes',
  'incident',
  'other',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Facts about the document of a statement. */
export interface DocumentFacts {
  /** Null for a text that is no document. */
  readonly kind: DocumentKind | null;
  readonly title: string | null;
  readonly status: RecordStatus | null;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  /** The number that other records name it by. */
  readonly number: string | null;
  readonly relations: readonly Omit<RecordRelation, 'start' | 'end'>[];
  /** By the text of a section that goes on with a table from the section before it: the head of that table. */
  readonly tableHeads: ReadonlyMap<string, string>;
  /** Sections that are records of their own: a log of decisions has several. */
  readonly parts: readonly {
    readonly headingPath: readonly string[];
    readonly status: RecordStatus;
    readonly date: string | null;
  }[];
}

export const noDocument: DocumentFacts = Object.freeze({
  kind: null,
  title: null,
  status: null,
  date: null,
  number: null,
  relations: [],
  parts: [],
  tableHeads: new Map(),
});

/** A section of the document, in its order. */
export interface DocumentSection {
  readonly headingPath: readonly string[];
  readonly text: string;
}

const namedKinds: readonly (readonly [DocumentKind, RegExp])[] = [
  ['incident', /\b(?:incidents?|post-?mortems?|outages?|rca|root cause)\b/],
  ['minutes', /\b(?:minutes|meetings?|standup|retro(?:spective)?s?|weekly|(?<!release )notes|summit)\b/],
  ['decision', /\b(?:adrs?|adr-?\d+|decisions?|architecture decisions?|decision records?)\b/],
  [
    'proposal',
    /\b(?:rfcs?|rfds?|keps?|peps?|kips?|aips?|proposals?|enhancements?|designs?|pep-?\d+|kip-?\d+|aip-?\d+)\b/,
  ],
  [
    'requirements',
    /\b(?:requirements?|reqs?|nfrs?|prd|srs|sdoc|specs?|specification|user stories|polic(?:y|ies)|slas?|slos?)\b/,
  ],
  [
    'rules',
    /\b(?:agents|claude|gemini|copilot instructions|cursorrules|windsurfrules|rules|guidelines?|conventions?|style ?guide|standards?|contribut(?:ing|ors?|ions?)|expectations|code of conduct|etiquette|best practices|mdc)\b/,
  ],
];

const normative =
  /\b(?:must|shall|should|may not|(?:is|are) (?:required|responsible|expected|allowed|not allowed|permitted|forbidden))\b/gi;
const sentenceEnd = /[.!?:](?=\s)|\n\s*[-*+] /g;
/** From so many demands on, and one in so many sentences, a text is there to demand. */
const fewestDemands = 3;
const sentencesToADemand = 8;
const isNormative = (sections: readonly DocumentSection[]): boolean => {
  const count = (pattern: RegExp) =>
    sections.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
  const demands = count(normative);
  return demands >= fewestDemands && demands * sentencesToADemand >= count(sentenceEnd);
};

const plainWords = (text: string): string =>
  text
    .replace(/\p{Ll}(?=\p{Lu})/gu, '$& ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const headingKinds = (headings: readonly string[]): DocumentKind | null => {
  const families = new Set<SectionFamily | null>(headings.map(familyOfHeading));
  const bare = new Set(headings.map(bareHeading));
  const holds = (pattern: RegExp) => [...bare].some((heading) => pattern.test(heading));
  if (
    (families.has('cause') || holds(/^time ?line/)) &&
    (families.has('impact') || families.has('action') || families.has('fix') || families.has('lesson'))
  )
    return 'incident';
  if (holds(/^(?:attendees?|participants|present|attendance)\b/)) return 'minutes';
  if (
    families.has('decision') &&
    holds(/^(?:context|status|consequences|considered options|decision drivers)/)
  )
    return 'decision';
  if (holds(/^(?:motivation|abstract|summary)\b/) && (families.has('proposal') || families.has('non-goal')))
    return 'proposal';
  if (families.has('requirement')) return 'requirements';
  return families.has('rule') ? 'rules' : null;
};

/** Opening words that show a document's kind, where neither name nor headings do. */
const saidKinds: readonly (readonly [DocumentKind, RegExp])[] = [
  [
    'minutes',
    /^[ \t>*+-]{0,6}[*_]{0,3}(?:attendees|present|participants|note ?takers?|apologies)[*_]{0,3}[ \t]*:/im,
  ],
  [
    'proposal',
    /\b(?:this (?:proposal|draft design|design (?:doc(?:ument)?|draft)|rfc) |(?:we|I) propose\b)/i,
  ],
  [
    'rules',
    /\bthis (?:policy|guideline|charter|process) (?:covers|applies|governs|defines|describes|explains|sets)\b|\bthis (?:document|page) (?:describes|defines|explains|outlines|sets out) (?:the |our )?(?:\w+ ){0,3}(?:process|rules|policy|guidelines|conventions|responsibilities|roles|expectations)\b/i,
  ],
  [
    'incident',
    /\b(?:(?:outage|incident) (?:on|that|began|started|lasted|occurred|was caused)|experienced an? (?:\w+[ -]){0,3}(?:outage|incident))\b/i,
  ],
];

/** The first line of a text without headings, where it is short. */
const firstLineOf = (text: string): string | null => {
  const line = /\S[^\r\n]*/.exec(text.slice(0, 400))?.[0].trim() ?? '';
  return /\p{L}{2}/u.test(line) && line.length <= 100 && !/[.!?:]$/.test(line)
    ? line.replace(/^[#*_ ]+|[*_ ]+$/g, '')
    : null;
};

const kindOf = (
  path: string | null,
  title: string | null,
  headings: readonly string[],
  head: string,
): DocumentKind | null => {
  // A PEP that says how things are done proposes nothing.
  if (/^Type:[ \t]*Process\b/im.test(head)) return 'rules';
  const parts = (path ?? '').split('/').map(plainWords);
  const name = parts.pop() ?? '';
  const named = (text: string) => namedKinds.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return (
    named(name) ??
    headingKinds(headings) ??
    (title === null ? null : named(plainWords(title))) ??
    parts
      .toReversed()
      .map(named)
      .find((kind) => kind !== null) ??
    saidKinds.find(([, pattern]) => pattern.test(head))?.[0] ??
    null
  );
};

const relationField =
  /^[ \t>*+-]{0,6}[*_]{0,3}(supersedes|replaces|superseded[- _]by|replaced[- _]by|obsoleted[- _]by)[*_]{0,3}[ \t]*:[*_]{0,3}[ \t]*((?:\S[^\n]*|\n[ \t]+-[^\n]*){1,4})/gim;

/** How much of a section is looked at for what a record says of itself. */
const headLength = 2_000;
/** The text without what is struck out, and without the places of a template that nobody filled in. */
const withoutStruck = (text: string): string => text.replace(/~~[^~\n]*~~|\{\{?[^{}\n]*\}?\}/g, '');

/**
 * Reads what a document says of itself: its kind, its status and date, and which records it names as superseding or
 * superseded. Front matter, the lines under the title, a table there, and a section `Status` are looked at.
 */
export const readDocumentFacts = (
  path: string | null,
  heading: string | null,
  sections: readonly DocumentSection[],
  /** Null: judged. */
  given: DocumentKind | null = null,
): DocumentFacts => {
  const untitled = heading === null && sections.every(({ headingPath }) => headingPath.length === 0);
  const title = untitled ? firstLineOf(sections[0]?.text ?? '') : heading;
  const headings = [...new Set(sections.flatMap(({ headingPath }) => headingPath.slice(-1)))];
  const head = sections
    .filter(({ headingPath }, index) => headingPath.length === 0 || (index < 3 && headingPath.length === 1))
    .slice(0, 3)
    .map(({ text }) => withoutStruck(text.slice(0, headLength)))
    .join('\n\n');
  const own = sections.find(
    ({ headingPath }) => headingPath.length <= 2 && namesStatus(bareHeading(headingPath.at(-1) ?? '')),
  );
  const ownText = withoutStruck(own?.text.slice(0, headLength) ?? '').replace(/^.*\n?/, '');
  const fields = [...head.matchAll(relationField)].map(
    ([, name = '', value = '']) => `${name.replace(/[-_]/g, ' ')} ${value.replace(/\n[ \t]+-/g, ', ')}`,
  );
  const notes = head.split('\n').filter((line) => /supersed|superced|replaced by|obsoleted by/i.test(line));
  const relations = new Map(
    [ownText, ...fields, ...notes]
      .flatMap(readRelations)
      .map(({ relation, record }) => [`${relation} ${record}`, { relation, record }] as const),
  );
  const kind =
    given ??
    kindOf(path, title, headings, head) ??
    (!untitled && isNormative(sections) ? 'rules' : null) ??
    (path === null ? null : 'other');
  const superseded = [...relations.values()].some(({ relation }) => relation === 'SUPERSEDED_BY');
  const spelled = own === undefined ? spelledStatus(head) : ownText;
  return {
    kind,
    title,
    status: superseded ? 'SUPERSEDED' : statusOf(spelled ?? '', kind, title ?? '', head),
    date: readDate(spelledDate(head) ?? '') ?? readDate(title ?? ''),
    number: recordNumberOf(path, title) ?? /^PEP:[ \t]*(\d{1,5})/m.exec(head)?.[1] ?? null,
    relations: [...relations.values()],
    parts: isRecord(kind) ? partsOf(sections) : [],
    tableHeads: tableHeadsOf(sections),
  };
};

/** Minutes and incidents have the status of their matter, not of a record. */
const isRecord = (kind: DocumentKind | null): boolean => kind !== 'minutes' && kind !== 'incident';

/** Known statuses among words that may state something else. */
const remarked = (words: readonly string[]): readonly RecordStatus[] =>
  words.map(readStatusWords).filter((status) => status !== null && status !== 'UNKNOWN');

/** Remarks in the title and the head count where nothing else states a status, or where they take an accepted record out of force. */
const statusOf = (
  spelled: string,
  kind: DocumentKind | null,
  title: string,
  head: string,
): RecordStatus | null => {
  const read = readStatusWords(withoutRelations(spelled));
  const stated = read === 'UNKNOWN' && !isRecord(kind) ? null : read;
  const remarks = remarked([...remarksOfTitle(title), ...remarksOfHead(head)]);
  if (!isStanding(stated)) return stated;
  return remarks.find((status) => !isStanding(status)) ?? stated ?? remarks[0] ?? null;
};

/** Sections below the first level that state a status of their own: in a field, in a section `Status` below them, or in their heading. */
const partsOf = (sections: readonly DocumentSection[]): DocumentFacts['parts'] =>
  sections.flatMap(({ headingPath, text }) => {
    const heading = headingPath.at(-1) ?? '';
    const isNamed = namesStatus(bareHeading(heading));
    if (headingPath.length < (isNamed ? 3 : 2)) return [];
    const head = text.slice(0, headLength);
    const spelled = isNamed ? head.replace(/^.*\n?/, '') : spelledStatus(head);
    const status = readStatusWords(withoutRelations(spelled ?? '')) ?? remarked(remarksOfTitle(heading))[0];
    return status === undefined
      ? []
      : [
          {
            headingPath: isNamed ? headingPath.slice(0, -1) : headingPath,
            status,
            date: readDate(spelledDate(head) ?? ''),
          },
        ];
  });

/** Links to superseded records do not show a record's own status. */
const withoutRelations = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/\b(?:supersedes|supercedes|replaces|obsoletes|amends)\b.*/i, ''))
    .join('\n');
