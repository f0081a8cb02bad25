import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import type { DocumentKind } from '#domain/ingestion/records/document-facts.ts';
import { isClause, isHedged, isImperative, isPast, wordCount } from '#domain/ingestion/sections/clause.ts';
import { isDone } from '#domain/ingestion/sections/normative.ts';
import type { SectionFamily } from '#domain/ingestion/sections/section-families.ts';
import type { Unit } from '#domain/ingestion/sections/units.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

/** Kinds of statements by section family. */
const kinds: Readonly<Partial<Record<SectionFamily, MemoryKind>>> = Object.freeze({
  decision: 'DECISION',
  requirement: 'REQUIREMENT',
  goal: 'REQUIREMENT',
  'non-goal': 'CONSTRAINT',
  constraint: 'CONSTRAINT',
  rule: 'REQUIREMENT',
  action: 'REQUIREMENT',
  lesson: 'FACT',
  cause: 'FACT',
  fix: 'EPISODE',
  impact: 'EPISODE',
});

/** Families whose prose says what they are about as well as what they hold: there a sentence has to state it itself. */
const ownSubjectFamilies: ReadonlySet<SectionFamily> = new Set([
  'requirement',
  'goal',
  'rule',
  'action',
  'constraint',
  'non-goal',
]);
/** Families that only mean what they say where the whole document is of that kind. */
const incidentOnly: ReadonlySet<SectionFamily> = new Set(['cause', 'fix', 'impact']);
const aboutTheText =
  /^(?:this|the|these|those) (?:section|document|page|list|table|chapter|guide|requirements|goals|rules|constraints|following)\b|\b(?:listed|described|outlined|documented|detailed|defined|summari[sz]ed) (?:below|above|here|in (?:this|the))\b|^(?:please )?(?:see|refer|read|here)\b|\b(?:see|refer to) (?:the )?(?:\[|section|below|above)/i;
/** Words of intent. */
const aims =
  /\b(?:(?:we|I) (?:\w+ly )?(?:want|aim|intend|would like|need) |(?:goal|aim|objective|purpose|target)s? (?:\w+ )*(?:is|are) )/i;
/** A date, a link or a person alone: what lists in such sections hold beside statements. */
const bookkeeping =
  /^(?:https?:|#\d|@[\w-]+$|\d[\d:/. -]*$|(?:status|owner|date|deadline|due|priority|author|link|issue|pr|ticket)s? ?:)/i;

/** `Feature freeze: 2 May 2025`: a day of a schedule, which nobody has to do. */
const isDay = (text: string): boolean => {
  const [matter, day] = text.split(/: | [–—-] /, 2);
  return matter !== undefined && day !== undefined && !isImperative(matter) && namesDay.test(day);
};
const namesDay =
  /^(?:\p{Lu}\p{Ll}+day,? )?(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.? \p{Lu}\p{Ll}+(?: \d{4})?|\p{Lu}\p{Ll}+ \d{1,2}(?:st|nd|rd|th)?(?:, \d{4})?)\.?$/u;

const fewestWords = 3;
/** `Communication was good` teaches nothing. */
const fewestWordsOfLesson = 5;

const states = (unit: Unit, family: SectionFamily, kind: DocumentKind | null): boolean => {
  const { text, place, section } = unit;
  if (aboutTheText.test(text) || bookkeeping.test(text) || wordCount(text) < fewestWords) return false;
  if (incidentOnly.has(family)) return kind === 'incident' && place !== 'row' && isClause(text);
  if (family === 'lesson' && wordCount(text) < fewestWordsOfLesson) return false;
  if (family === 'lesson') return (kind === 'incident' || section.own) && isClause(text);
  if (place === 'item') return section.own || isClause(text);
  if (family === 'goal' && place === 'sentence' && aims.test(text)) return true;
  if (place === 'row' || ownSubjectFamilies.has(family)) return false;
  return section.own && isClause(text) && !isHedged(text);
};

/** Text under a heading that names a family of statements: the items of its lists, and the sentences where prose counts too. */
export const sectionStatedRule: ExtractionRule = {
  id: 'section.stated',
  find: ({ units, document }) =>
    statementsOfUnits(units, (unit) => {
      const named = unit.section.family;
      if (named === null) return null;
      // The resolution of an incident is not a meeting's resolution.
      const family = document.kind === 'incident' && named === 'decision' ? 'fix' : named;
      const kind = kinds[family] ?? null;
      if (kind === null || !states(unit, family, document.kind)) return null;
      if (incidentOnly.has(family)) return isPast(unit.text) ? 'EPISODE' : 'FACT';
      if (family === 'action' && (isDay(unit.text) || (document.kind === 'incident' && isDone(unit.text))))
        return 'FACT';
      if (family === 'lesson')
        return isImperative(unit.text) || unit.demand !== null ? 'REQUIREMENT' : 'FACT';
      return kind;
    }),
};
