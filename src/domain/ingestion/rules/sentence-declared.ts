import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import type { DocumentKind } from '#domain/ingestion/records/document-facts.ts';
import { readStatusWords } from '#domain/ingestion/records/record-status.ts';
import { isClause, isHedged, isImperative, isPast, wordCount } from '#domain/ingestion/sections/clause.ts';
import { isTalk } from '#domain/ingestion/sections/no-statement.ts';
import { decides, demandOf, isDone } from '#domain/ingestion/sections/normative.ts';
import { isExplanatory } from '#domain/ingestion/sections/section-families.ts';
import type { Unit } from '#domain/ingestion/sections/units.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

const fewestWords = 3;

/** `01:12 - compressor A does not start`: an entry of a log. */
const logged =
  /^\W*(?:\d{4}-\d{2}-\d{2}[ T,]+)?\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?(?:UTC|CES?T|GMT|[AP]M|am|pm))?\W/;
/** Words of possibility; a permission is a rule. */
const happens =
  /\b(?:may|might) (?:also |not |still )?(?:be (?!used|set|omitted|added|left|given|sent|called)|impact|affect|cause|lead|fail|break|take|happen|vary|differ|appear|seem|become|need|require|want)\b/i;
const outOfScope = /\b(?:is|are) (?:[^.;]{0,40} and )?(?:explicitly )?out of scope\b/i;
/** `From September the order is shown on a tablet`: what begins on a day was decided. */
const begins =
  /^(?:from|as of|starting|beginning) (?:on )?(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/i;
/** Statements about all of a kind, or about the writers' own plans. */
const universal = /^(?:all|each|every|only)\b|\b(?:we|I)(?:['’]ll| will| won['’]t| propose)\b/i;
const planned = /^(?:planned|to do|open|next): /i;
const naming = /\b(?:is|are) (?:an? |the |our )/i;
/** By kind of document, the words that make a plain sentence more than a fact. */
const kindsByWords: readonly (readonly [DocumentKind, MemoryKind, RegExp])[] = [
  // Consequences of a proposal, and things beside it, are not decisions.
  [
    'proposal',
    'FACT',
    /^(?:since|because|to the extent|around)\b|\bwill (?:continue|remain|still|receive|work)\b/i,
  ],
  [
    'proposal',
    'DECISION',
    /\b(?:will|won['’]t|shall|would|propos(?:es|ed)|suggests?|recommend(?:s|ed)?|deprecate[sd]?|remove[sd]?|replace[sd]?|introduces?|adds?|by default|does not (?:address|change|affect|cover))\b/i,
  ],
  ['proposal', 'DECISION', universal],
  ['proposal', 'REQUIREMENT', /\bwe (?:also )?want to\b/i],
  ['decision', 'DECISION', /\bwe(?:['’]ll| will| won['’]t) /i],
  [
    'minutes',
    'REQUIREMENT',
    /\b(?:we|you) (?:(?:may|might|probably|also|would) )?want to\b|^(?:\[[^\]]+\] )?(?:need|want)s? (?:to|an?|the|more|some)\b/i,
  ],
  ['minutes', 'DECISION', /\bplan(?:s|ned|ning)? (?:is |are )?to (?!do\b)/i],
  ['minutes', 'DECISION', universal],
  ['minutes', 'REQUIREMENT', /\bshould\b(?! (?:make|be (?:better|easier|faster)))|^need\b/i],
  ['incident', 'DECISION', /\bwe (?:will|are going to|plan to)\b|\bdecided (?:to|against|not)\b/i],
  ['rules', 'REQUIREMENT', /\bwe expect\b/i],
  ['rules', 'FACT', happens],
  ['rules', 'REQUIREMENT', /^(?:important|critical|required|rule)[:!] /i],
  // Conditional events and things that nobody has to do are no rules.
  [
    'rules',
    'FACT',
    /\b(?:will(?! be (?:\p{L}+ly )?(?:rejected|closed|removed|deleted|banned|declined|asked))|likely|usually|means?|(?:allows?|lets?) you|(?:do|does) not need|(?:do|does)n['’]t need)\b/iu,
  ],
  [
    'rules',
    'REQUIREMENT',
    /\b(?:may|please|you|needs?|needed|requires?|recommend|we expect|only|(?:is|are) (?:fine|ok(?:ay)?|acceptable|allowed|optional|preferred|encouraged|discouraged|welcome)|will be (?:\p{L}+ly )?(?:rejected|closed|removed|deleted|banned|declined|asked))\b|^(?:if|when|each|every|any|no) /iu,
  ],
];

/** The kind that a plain sentence has in a document of a kind. */
const kindOf = (
  { text, demand: own, place, leadIn, section: { family } }: Unit,
  document: DocumentKind,
): MemoryKind => {
  // `Posts of these sorts are rejected:` says what its items are.
  const demand = own ?? (place === 'item' && leadIn !== null ? demandOf(leadIn.text) : null);
  if (document === 'incident' && logged.test(text)) return 'EPISODE';
  if (decides(text) || (begins.test(text) && !isPast(text))) return 'DECISION';
  if (outOfScope.test(text)) return 'CONSTRAINT';
  if (demand !== null) return demand === 'forbids' ? 'CONSTRAINT' : 'REQUIREMENT';
  const byWords = kindsByWords.find(([kind, , words]) => kind === document && words.test(text));
  if (byWords !== undefined) return byWords[1];
  if (document === 'incident' && family === 'action' && isDone(text)) return 'FACT';
  if (document === 'rules' && isImperative(text)) return 'REQUIREMENT';
  if (document === 'incident' && planned.test(text)) return 'REQUIREMENT';
  if (isPast(text)) return document === 'incident' ? 'EPISODE' : 'FACT';
  if (isImperative(text)) return 'REQUIREMENT';
  if (document === 'requirements') return naming.test(text) ? 'FACT' : 'REQUIREMENT';
  if (document === 'decision') return naming.test(text) || family === 'narrative' ? 'FACT' : 'DECISION';
  return document === 'incident' && family === 'action' ? 'REQUIREMENT' : 'FACT';
};

/** `Superseded by ADR 9.`: a line at the head of a record that says where the record stands, and no sentence. */
const isStatusLine = (text: string): boolean => {
  if (isClause(text)) return false;
  const status = readStatusWords(text);
  return status !== null && status !== 'UNKNOWN';
};

/**
 * In a document whose kind is known, every sentence and item may state something; whether it is proposed is for the
 * review score to say.
 */
export const sentenceDeclaredRule: ExtractionRule = {
  id: 'sentence.declared',
  find: ({ units, document, speaker, headingPath }) => {
    const { kind } = document;
    const isHeadOfRecord = headingPath.length <= 1 && (kind === 'decision' || kind === 'proposal');
    return kind === null || speaker !== null
      ? []
      : statementsOfUnits(
          units,
          (unit) =>
            unit.place === 'row' ||
            isExplanatory(unit.section) ||
            wordCount(unit.text) < fewestWords ||
            (isHeadOfRecord && isStatusLine(unit.text)) ||
            (kind === 'minutes' && (isTalk(unit.text) || isHedged(unit.text)))
              ? null
              : kindOf(unit, kind),
          () => true,
        );
  },
};
