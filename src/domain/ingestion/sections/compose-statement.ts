import { type Excerpt, excerptOf, type Passage } from '#domain/ingestion/passage.ts';
import { readDate } from '#domain/ingestion/records/record-date.ts';
import { namesDate, namesStatus } from '#domain/ingestion/records/record-fields.ts';
import { type RecordStatus, readStatusWords } from '#domain/ingestion/records/record-status.ts';
import { isClause, isCut, isImperative, isQuestion, lacksSubject, wordCount } from './clause.ts';
import { isDescription, isPartOfSentence } from './fragment.ts';
import { connectionLength, isAnaphoric } from './leaning.ts';
import { isAboutRecord, isCourtesy, isIllustration, isPlaceholder, isPointer } from './no-statement.ts';
import type { SectionFamily } from './section-families.ts';
import type { LeadIn, Unit } from './units.ts';

/** A statement's words with every part of the text that they were read from; `start` to `end` is the part that states. */
export interface Composition extends Excerpt {
  /** The other parts, in the order of the text: a lead-in, a heading, the cells of a row. */
  readonly others: readonly { readonly start: number; readonly end: number }[];
  /** The announcing sentence that is no part of the content; null when there is none. */
  readonly leadIn: string | null;
  /** Status and date of a row that is a record of its own, where its table has columns of these names. */
  readonly record?: { readonly status: RecordStatus | null; readonly date: string | null } | undefined;
}

const shortestClause = 3;
/** In a section whose heading types it, two words may state: `Use it.` */
const shortestTypedClause = 2;
/** `Billing:` may be the subject of its items. */
const longestSubject = 4;
/** From so many words on a cell that is a sentence says what it says without the headings of its table. */
const shortestCellClause = 5;
const longestSentence = 800;
/** A sentence includes at most so many before it, so that `It` has something to stand for. */
const mostSentencesBefore = 2;
const longestRun = 500;

/** A lead-in that a verb completes: `The service must:`, `We decided to:`, `It is forbidden to:`. */
const leavesOpen =
  /\b(?:must|shall|should|will|would|can|may|cannot|not|to|that|by|only|never|always|required to|if|when|whenever|unless|because|since|while|until|once|where|whether|provided|as long as|in case)\s*:?$/i;
/** A lead-in that is the condition of its items: `If step 2 fails:`. */
const conditions =
  /\b(?:if|when|whenever|unless|in case|provided|as long as|once|until|where)\b[^.;]{1,400}:$/i;

/** `a) invoices, which we keep for ten years`: a part of what its lead-in names. */
const goesOn = /^(?:\(?\p{L}{1,2}\) )?\p{Ll}{2}/u;

/** `MUST define its roles`: who must stands elsewhere. */
const startsWithModal = /^(?:must|shall|should|may|cannot|can|will)\b/i;
/** Families whose lists hold what they name, though no item is a sentence. */
const namingFamilies: ReadonlySet<SectionFamily | null> = new Set([
  'decision',
  'proposal',
  'requirement',
  'goal',
  'non-goal',
  'constraint',
  'action',
]);

/** Columns for the owner and due date of a task: without them its row says less. */
const owing =
  /^(?:who|roles?|teams?|owners?|assignees?|responsible|by|by when|due(?: date)?|deadline|when|lead)$/i;
const mostCellsOfTask = 4;

const spanOf = ({ start, end }: Excerpt) => ({ start, end });
const whole = (passage: Passage): Excerpt | null => excerptOf(passage);

const fewestLettersBesideCode = 20;

/** Too much code, or too few words, to be read by a person. */
const isBare = (text: string, code: number): boolean =>
  (code > 0.6 * text.length && text.length - code < fewestLettersBesideCode) ||
  (text.match(/\p{L}/gu)?.length ?? 0) < 0.4 * text.replace(/\s/g, '').length;

/** Columns about the record itself. */
const bookkeeping =
  /^(?:\*\*)?(?:status|state|owners?|date|authors?|written by|service|duration|severity|discussion|created|updated|last updated|version|reviewers?|tags|ticket|issue|attendees|participants|present|speakers|priority|assignee|scribe|time|location|rationale|reason|background|motivation|in force since|valid from|source|contact)(?:\*\*)?: |^(?:written|reviewed|prepared|compiled|collected|maintained) by |^version [\d.]+\b/i;

const isSound = (text: string, code: number): boolean =>
  text.length <= longestSentence &&
  !isQuestion(text) &&
  !isCut(text) &&
  !isIllustration(text) &&
  !isAboutRecord(text) &&
  !isPointer(text) &&
  !isCourtesy(text) &&
  !isPlaceholder(text) &&
  !isBare(text, code) &&
  !/^\.\. \w|^:\w+:|^\[[^\]]*\]$/.test(text) &&
  !/^[–—] /.test(text) &&
  !bookkeeping.test(text);

const withLeadIn = (leadIn: LeadIn, own: Excerpt, joint: ':' | ''): Composition | null => {
  const announcing = excerptOf(leadIn.passage, leadIn.first, leadIn.last);
  if (announcing === null) return null;
  return {
    content: `${announcing.content.replace(/\s*:$/, '')}${joint} ${own.content}`,
    start: own.start,
    end: own.end,
    others: [spanOf(announcing)],
    leadIn: null,
  };
};

/**
 * A unit as a statement that stands alone, or null where it cannot. A sentence that leans on those before it includes
 * them. An item that completes its lead-in (`We must:`) is joined to it; so is one that is no sentence, else to the
 * heading of its section. A row gives the cell that is a sentence, else all
 * its cells, each behind the heading of its column. Nothing else is added. What
 * the author `marked` as a statement needs to be no sentence; in a typed section (`leaning`) the first sentence of a
 * paragraph may lean on the paragraph before it.
 */
export const composeStatement = (
  unit: Unit,
  { marked = false, leaning = false }: { readonly marked?: boolean; readonly leaning?: boolean } = {},
): Composition | null => {
  if (unit.place === 'row') return composeRow(unit);
  const { passage, leadIn, text } = unit;
  const code = unit.first === 0 && unit.last >= passage.text.length ? passage.code : 0;
  if (!isSound(text, code)) return null;
  const connection = connectionLength(text);
  const first =
    connection > 0
      ? unit.last - unit.passage.text.slice(unit.first, unit.last).trimStart().length + connection
      : (firstOfRun(unit) ?? (leaning && unit.before.length === 0 ? unit.first : null));
  if (first === null) return null;
  const own = excerptOf(passage, first, unit.last);
  if (own === null || isAboutRecord(own.content)) return null;
  const clause =
    unit.demand !== null ||
    (!isPartOfSentence(text) &&
      (marked || (isClause(text) && wordCount(text) >= (leaning ? shortestTypedClause : shortestClause))));
  if (leadIn !== null && !leadIn.stating) return null;
  if (leadIn !== null && unit.place === 'item') {
    if (startsWithModal.test(text) && wordCount(leadIn.text) <= longestSubject)
      return withLeadIn(leadIn, own, '');
    if (leavesOpen.test(leadIn.text))
      return withLeadIn(leadIn, own, isImperative(text) || /^\p{Ll}/u.test(text) ? '' : ':');
    if (conditions.test(leadIn.text)) return withLeadIn(leadIn, own, ':');
    if (isDescription(text) && isClause(leadIn.text)) return withLeadIn(leadIn, own, ':');
    if (goesOn.test(text) && wordCount(leadIn.text) <= longestSubject && !isClause(leadIn.text))
      return withLeadIn(leadIn, own, ':');
    if (!clause) return isClause(leadIn.text) ? withLeadIn(leadIn, own, ':') : null;
  }
  if (leadIn === null && unit.topic !== null && lacksSubject(text)) return withLeadIn(unit.topic, own, ':');
  const negating = unit.section.family === 'non-goal';
  if (clause && !negating && !startsWithModal.test(text))
    return { ...own, others: [], leadIn: leadIn?.text ?? null };
  return withHeading(unit, own);
};

const withHeading = ({ heading, section }: Unit, own: Excerpt): Composition | null => {
  const completes = startsWithModal.test(own.content);
  if (heading === null || wordCount(own.content) < 2 || readDate(heading.text) !== null) return null;
  if (!completes && !(section.own && namingFamilies.has(section.family))) return null;
  const named = whole(heading);
  if (named === null) return null;
  return {
    content: `${named.content.replace(/\s*:$/, '')}: ${own.content}`,
    start: own.start,
    end: own.end,
    others: [spanOf(named)],
    leadIn: null,
  };
};

/** Start of the sentences that this one needs before it; null when it refers to missing text. */
const firstOfRun = ({ passage, first, last, before, text, place }: Unit): number | null => {
  if (place !== 'sentence' || !isAnaphoric(text))
    return isAnaphoric(text) && /^(?:it|they|he|she|this|that) /i.test(text) ? null : first;
  let from = first;
  for (const start of before.slice(-mostSentencesBefore).toReversed()) {
    if (last - start > longestRun) break;
    const sentence = passage.text.slice(start, from).trim();
    if (isQuestion(sentence) || isPlaceholder(sentence)) break;
    from = start;
    if (!isAnaphoric(sentence)) return from;
  }
  return null;
};

/** What the columns of a table say of the record in a row; undefined where none of them is a status. */
const recordOfRow = ({ cells }: Unit): Composition['record'] => {
  const cellOf = (isNamed: (heading: string) => boolean) =>
    cells.find(({ column }) => isNamed(column.text))?.passage.text;
  const [status, date] = [cellOf(namesStatus), cellOf(namesDate)];
  return status === undefined
    ? undefined
    : { status: readStatusWords(status), date: date === undefined ? null : readDate(date) };
};

const composeRow = (unit: Unit): Composition | null => {
  const composed = composeCells(unit);
  return composed === null ? null : { ...composed, record: recordOfRow(unit) };
};

const composeCells = ({ cells, leadIn }: Unit): Composition | null => {
  const parts = cells.flatMap(({ column, passage }) => {
    const [head, cell] = [whole(column), whole(passage)];
    return head === null || cell === null ? [] : [{ head, cell }];
  });
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined || parts.length < 2) return null;
  const content = parts.map(({ head, cell }) => `${head.content}: ${cell.content}`).join('; ');
  if (content.length > longestSentence) return null;
  const main = parts.reduce((longest, part) =>
    part.cell.content.length > longest.cell.content.length ? part : longest,
  );
  const isOwed = parts.length <= mostCellsOfTask && parts.some(({ head }) => owing.test(head.content));
  if (
    !isOwed &&
    isClause(main.cell.content) &&
    wordCount(main.cell.content) >= shortestCellClause &&
    isSound(main.cell.content, 0)
  )
    return { ...main.cell, others: [], leadIn: leadIn?.text ?? null };
  // The head of a table that began in the chunk before is no part of this one.
  if (parts.some(({ head }) => head.start < 0)) return null;
  return {
    content,
    start: main.cell.start,
    end: main.cell.end,
    others: parts
      .flatMap(({ head, cell }) => (cell === main.cell ? [head] : [head, cell]))
      .map(spanOf)
      .sort((one, other) => one.start - other.start),
    leadIn: leadIn?.text ?? null,
  };
};

/** The statements of the units of a typed section; a sentence that includes an earlier one stands for both. */
export const composeUnits = (units: readonly Unit[]): readonly Composition[] => {
  const composed: Composition[] = [];
  for (const unit of units) {
    const statement = composeStatement(unit, { leaning: true });
    const last = composed.at(-1);
    if (statement === null) continue;
    if (last !== undefined && statement.start <= last.start && last.end <= statement.end) composed.pop();
    composed.push(statement);
  }
  return composed;
};
