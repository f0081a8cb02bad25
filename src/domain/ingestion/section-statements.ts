import { type Excerpt, excerptOf, type Passage, sentencesOf } from './passage.ts';
import type { Block } from './read-blocks.ts';
import { isCut } from './sections/clause.ts';
import { type Composition, composeUnits } from './sections/compose-statement.ts';
import { isAnaphoric } from './sections/leaning.ts';
import type { Unit } from './sections/units.ts';
import { readLabel } from './type-words.ts';

/** An excerpt, or what was composed of several. */
export type SectionStatement = Excerpt & Partial<Pick<Composition, 'others' | 'leadIn'>>;

/** Words that make a list a thing to weigh and no statement: options, advantages, reasons, examples. */
const weighing =
  /^(?:where|see)\b|\b(?:options?|alternatives?|candidates|considered|discussed|looked at|compared|weighed|evaluated|advantages?|disadvantages?|benefits?|drawbacks?|downsides?|pros|cons|reasons?|because|since|due to|examples?|e\.?g\.?|such as|questions?|assumptions?|risks?|impacts?|consequences?|links?|references?)\b/i;

/** A lead-in to reasons says itself what they are reasons for, if it decides. */
const reasoning = /\b(?:because|since|due to|for (?:the following|these|several|\w+) reasons?)\s*:$/i;

const deciding =
  /\b(?:decided|chosen|chose|selected|rejected|discounted|agreed|adopt(?:ed|ing)?|us(?:e|ed|ing)|going|will|shall|must|should)\b/i;

/** Text that illustrates, or leaves the matter open. */
const illustrating = /^\(?(?:for (?:instance|example)|examples?|e\.?g)\b/i;
const open = /^(?:TB[ACD]|n\/a|none)\b|\b(?:yet|still) to be (?:made|decided|determined|confirmed|agreed)\b/i;

/** Text about the record itself, not its matter: what supersedes it (in bold), what it is for. */
const recordPurpose =
  /^this (?:adr|record|document|page) (?:outlines|describes|documents|records|explains)\b/i;
const recordNote = /\b(?:superseded|replaced|deprecated|amended|obsoleted)\b/i;

/** A list written as paragraphs: `a) …`, `(1) …`. */
const enumerated = /^\(?(?:\d{1,2}|[a-z])\)\s/i;

/** A sentence that only goes on about the one before it: what leans on it and decides nothing itself. */
const explains = ({ text, demand, before }: Unit): boolean =>
  (/^(?:because|since) (?:it|they|this|these|that)\b|^\(/i.test(text) ||
    (before.length > 0 && isAnaphoric(text))) &&
  !deciding.test(text) &&
  demand === null;

const announcesFollowing = /\b(?:the following|as follows|listed below)\b[^.]*[.:]?$/i;

type LeadIn = {
  readonly passage: Passage;
  readonly start: number;
  /** True when the section states the list that follows. */
  readonly stating: boolean;
};

const isAnnounced = (block: Block | undefined): boolean =>
  block === undefined ||
  block.type === 'list' ||
  block.type === 'table' ||
  block.type === 'literal' ||
  (block.type === 'paragraph' && enumerated.test(block.passage.text));

/**
 * The last sentence of a paragraph when it announces the list, table or code that follows (or would, had the chunk not
 * ended); null otherwise.
 */
const leadInOf = (passage: Passage, next: Block | undefined): LeadIn | null => {
  const [start = 0] = sentencesOf(passage.text).at(-1) ?? [];
  const sentence = passage.text.slice(start);
  const announces = sentence.endsWith(':') || (next !== undefined && announcesFollowing.test(sentence));
  return announces && isAnnounced(next) ? { passage, start, stating: !weighing.test(sentence) } : null;
};

/**
 * A lead-in that would be missed says itself what it decides (for reasons that follow), or what it announces (`three
 * directories: data, modules and projects:`); this is the length of that.
 */
const ownLength = (sentence: string): number | null => {
  const reasons = reasoning.exec(sentence);
  if (reasons !== null && deciding.test(sentence)) return reasons.index;
  return /: \S.*:$/.test(sentence) ? sentence.length - 1 : null;
};

/**
 * Statements of a typed section's blocks: each sentence, and each list item that is not merely weighed. Left out:
 * lead-ins that only announce, illustrations (`For instance, …`), bold notes on the record, open questions, numbered
 * reasons, code, quotes, tables, images. An item that is no sentence is joined to its lead-in, or to the heading. A list
 * of bare code is one statement with its lead-in; so is every list whose order matters according to `wholeLists`.
 * `units` are those of the same blocks.
 */
export const sectionStatements = (
  blocks: readonly Block[],
  units: readonly Unit[],
  { wholeLists }: { readonly wholeLists: boolean },
): readonly SectionStatement[] => {
  const statements: SectionStatement[] = [];
  let leadIn: LeadIn | null = null;
  const add = (excerpt: SectionStatement | null) => {
    if (excerpt !== null && /\p{L}/u.test(excerpt.content) && !isCut(excerpt.content))
      statements.push(excerpt);
  };
  const addUnits = ({ start, end }: Passage) =>
    statements.push(
      ...composeUnits(
        units.filter((unit) => start <= unit.passage.start && unit.passage.end <= end && !explains(unit)),
      ),
    );

  blocks.forEach((block, index) => {
    const next = blocks[index + 1];
    if (block.type === 'list') {
      const announced = leadIn;
      leadIn = null;
      if (announced?.stating === false) return;
      const introduction = announced === null ? null : excerptOf(announced.passage, announced.start);
      const whole = excerptOf(block.passage);
      const isMarked = block.items.some((item) => readLabel(item.own.text)?.form === 'brackets');
      const isWhole = wholeLists && !isMarked;
      if (isWhole || block.items.every((item) => item.code)) {
        if (whole !== null && (isWhole || introduction !== null)) {
          add(
            introduction === null
              ? whole
              : {
                  ...whole,
                  content: `${introduction.content} ${whole.content}`,
                  others: [{ start: introduction.start, end: introduction.end }],
                },
          );
        }
        return;
      }
      addUnits(block.passage);
      return;
    }
    if (block.type !== 'paragraph') {
      if (block.type !== 'literal' || leadIn?.stating === false) leadIn = null;
      return;
    }
    const { passage, bold } = block;
    if (leadIn !== null && enumerated.test(passage.text)) {
      if (leadIn.stating) add(excerptOf(passage));
      return;
    }
    leadIn = leadInOf(passage, next);
    const own = leadIn === null ? null : ownLength(passage.text.slice(leadIn.start));
    if ([illustrating, open, recordPurpose].some((pattern) => pattern.test(passage.text))) return;
    if (bold >= passage.text.length - 1 && recordNote.test(passage.text)) return;
    if (own !== null && leadIn !== null) add(excerptOf(passage, leadIn.start, leadIn.start + own));
    addUnits(passage);
  });
  return statements;
};
