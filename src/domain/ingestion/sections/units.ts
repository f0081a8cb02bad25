import { type Passage, sentencesOf } from '#domain/ingestion/passage.ts';
import type { Block, Item } from '#domain/ingestion/read-blocks.ts';
import { readLabel } from '#domain/ingestion/type-words.ts';
import { isClause, isCut, isImperative, isQuestion, wordCount } from './clause.ts';
import { isAnaphoric } from './leaning.ts';
import { type Demand, demandOf } from './normative.ts';
import { familyOfHeading, type SectionReading } from './section-families.ts';

/** A sentence, or an item, that announces what stands below it. */
export interface LeadIn {
  readonly passage: Passage;
  readonly first: number;
  readonly last: number;
  readonly text: string;
  /** True when the following text is stated, and not merely weighed, shown or listed as a reason. */
  readonly stating: boolean;
}

/** A cell of a table with the heading of its column. */
interface TableCell {
  readonly column: Passage;
  readonly passage: Passage;
}

/** The smallest text that a rule looks at: a sentence of a paragraph, an item of a list, or a row of a table. */
export interface Unit {
  /** An item's further sentences are sentences. */
  readonly place: 'sentence' | 'item' | 'row';
  readonly passage: Passage;
  /** The part [first, last) of the passage. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
  /** Demand of its own words. */
  readonly demand: Demand | null;
  /** Starts of the sentences before it in its paragraph, the nearest last. */
  readonly before: readonly number[];
  readonly leadIn: LeadIn | null;
  /** The item that it stands below, where that only names a matter; null elsewhere. */
  readonly topic: LeadIn | null;
  readonly section: SectionReading;
  /** The heading, or the line in its place, whose words stand in the same chunk; null when they do not. */
  readonly heading: Passage | null;
  /** The cells of a row; empty elsewhere. */
  readonly cells: readonly TableCell[];
}

const longestTitle = 60;
const longestTopic = 80;

const weighing =
  /\b(?:options?|alternatives?|candidates|considered|discussed|looked at|compared|weighed|evaluated|advantages?|disadvantages?|benefits?|drawbacks?|downsides?|pros|cons|purposes?|reasons?|because|since|examples?|e\.?g\.?|such as|(?:phrase|phrasing|thing|case|question|word|error)s? like|questions?|assumptions?|links?|references?|overview|see|output|looks? like|similar to|members|attendees|participants)\b[^.]{0,60}$/i;

/** Recognises a one-line paragraph used as a heading: all bold, or the name of a kind of section, with or without a colon. */
const titleOf = (block: Block): Passage | null => {
  if (block.type === 'list') {
    // `2. Requirements` in a plain text is a heading that markdown takes for a list.
    const [item] = block.items;
    const title = block.items.length === 1 && item?.items.length === 0 ? item.own : null;
    return title !== null && title.text.length <= longestTitle && familyOfHeading(title.text) !== null
      ? title
      : null;
  }
  if (block.type !== 'paragraph') return null;
  const { text } = block.passage;
  if (text.length > longestTitle || /[.!?;,]$/.test(text)) return null;
  if (numberedTitle.test(text)) return block.passage;
  const bold = block.bold >= text.length - 1;
  return bold || (familyOfHeading(text) !== null && !/ (?:is|are|was|were) /.test(text))
    ? block.passage
    : null;
};

/** `2.1 Transmission` */
const numberedTitle = /^\d{1,2}(?:\.\d{1,2}){0,3}\.? +\p{Lu}[^:.!?]{2,50}$/u;

/** `Impact: …` at the head of a line. */
const lineLabel = /^(?:\*\*)?\p{Lu}[\p{L} /-]{1,30}: \S/u;

/** `Water` over the text on it: a short first line that no punctuation ends, before one that begins anew. */
const isTitleLine = (text: string, next: number): boolean =>
  next <= longestTitle &&
  /^[\p{Lu}\d]/u.test(text) &&
  !/[.,:;!?]$/.test(text.slice(0, next).trimEnd()) &&
  /^[\p{Lu}\d]/u.test(text.slice(next)) &&
  !isClause(text.slice(0, next).trimEnd()) &&
  text.length - next > next;

/** A paragraph in which lines open with labels, or the first is a title, is as many texts: [start, end) pairs. */
const labelledLines = ({ text, lines }: Passage): readonly (readonly [number, number])[] => {
  const [second] = lines;
  const starts = [0, ...lines].filter(
    (start) =>
      start === 0 ||
      lineLabel.test(text.slice(start, start + 40)) ||
      (start === second && isTitleLine(text, start)),
  );
  return starts.map((start, at) => [start, starts[at + 1] ?? text.length] as const);
};

const endsInColon = (text: string): boolean => text.endsWith(':');

const announces = (text: string, next: Block | undefined): boolean =>
  endsInColon(text) ||
  ((next?.type === 'list' || next?.type === 'table') &&
    /\b(?:the following|as follows|listed below|these)\b[^.]*\.?$/i.test(text));

/** Ends a sentence that code illustrates. */
const beforeCode = /(?:,? (?:e\.g\.|for example|for instance|like (?:this|so)|as follows))?:?$/i;
/** Nothing but the code says which. */
const saidByCode = /\b(?:following|below|this|these|commands?|snippet|code|output|results?|look|see)\b/i;
const fewestWordsOfStep = 4;

/** `Check the health of the nodes:` before code says what is to be done; the length of that, or null. */
const stepLength = (text: string): number | null => {
  const own = text.replace(beforeCode, '');
  const isStep =
    own.length < text.length &&
    (isImperative(own) || demandOf(own) !== null) &&
    wordCount(own) >= fewestWordsOfStep &&
    !saidByCode.test(own) &&
    !isCut(own);
  return isStep ? own.length : null;
};

/** A list written as paragraphs: `a) …`, `(1) …`. */
const enumerated = /^\(?(?:\d{1,2}|[a-z])\)\s/i;
/** An item that its own list completes, though no colon says so. */
const leftOpen = /\b(?:are|is|be|not|must|shall|should|may|can|cannot|to|that)$/i;

/** A few words that name a matter and say nothing of it. */
const isTopic = (text: string): boolean =>
  text.length <= longestTopic && !/[.!]$/.test(text) && !isClause(text) && !isQuestion(text);

const leadInOf = (passage: Passage, first: number, last: number): LeadIn => {
  const text = passage.text.slice(first, last).trim();
  return { passage, first, last, text, stating: !weighing.test(text.replace(/\([^()]*\)/g, '')) };
};

/** Terms on which the sentences of a passage are added. */
interface Sentences {
  /** Place of the first one. */
  readonly place?: 'sentence' | 'item';
  readonly announced?: LeadIn | null;
  readonly topic?: LeadIn | null;
  /** True for a last sentence that only announces. */
  readonly isLeadIn: (text: string) => boolean;
  /** Code follows, which may illustrate the last one. */
  readonly showsCode?: boolean;
}

type AddedUnit = Pick<Unit, 'place' | 'passage' | 'first' | 'last' | 'leadIn'> &
  Partial<Pick<Unit, 'before' | 'cells' | 'topic'>>;

/** Reads the units of a chunk block by block; a block is read by what stands above it. */
class UnitReader {
  readonly units: Unit[] = [];
  #section: SectionReading;
  #heading: Passage | null = null;
  /** The words that announce the block that follows; null where none do. */
  #leadIn: LeadIn | null = null;

  constructor(purpose: SectionReading) {
    this.#section = purpose;
  }

  read(block: Block, next: Block | undefined): void {
    const title = titleOf(block);
    if (block.type === 'heading') {
      this.#heading = block.passage;
      this.#leadIn = null;
    } else if (title !== null) this.#beginSection(title);
    else if (block.type === 'paragraph') this.#readParagraph(block.passage, next);
    else if (block.type === 'list') {
      for (const item of block.items) this.#addItem(item, this.#leadIn);
      this.#leadIn = null;
    } else if (block.type === 'literal') {
      // `For example:` announces the code that it stands before, and no list behind it.
      if (this.#leadIn?.stating === false) this.#leadIn = null;
    } else if (block.type === 'table') {
      this.#readTable(block);
      this.#leadIn = null;
    }
  }

  #beginSection(title: Passage): void {
    const family = familyOfHeading(title.text);
    this.#section = family === null ? { ...this.#section, own: false } : { family, own: true };
    this.#heading = title;
    this.#leadIn = endsInColon(title.text) && family === null ? leadInOf(title, 0, title.text.length) : null;
  }

  #readParagraph(passage: Passage, next: Block | undefined): void {
    if (this.#leadIn !== null && enumerated.test(passage.text))
      this.#addSentences(passage, { place: 'item', announced: this.#leadIn, isLeadIn: endsInColon });
    else
      this.#leadIn = this.#addSentences(passage, {
        isLeadIn: (text) => announces(text, next),
        showsCode: next?.type === 'literal',
      });
  }

  #readTable({ header, rows }: Extract<Block, { type: 'table' }>): void {
    const isHeaded = header.some(({ text }) => text !== '');
    for (const row of rows) {
      // Cells below no heading are words as in a paragraph.
      if (!isHeaded) for (const passage of row) this.#addSentences(passage, { isLeadIn: () => false });
      const cells = row.flatMap((passage, at) => {
        const column = header[at];
        return column === undefined || column.text === '' || passage.text === '' ? [] : [{ column, passage }];
      });
      const passage = cells.find((cell) => /\p{L}/u.test(cell.passage.text))?.passage;
      if (passage !== undefined)
        this.#add({
          place: 'row',
          passage,
          first: 0,
          last: passage.text.length,
          leadIn: this.#leadIn,
          cells,
        });
    }
  }

  #addItem(item: Item, announced: LeadIn | null, topic: LeadIn | null = null): void {
    if (item.code) return;
    const own = this.#addSentences(item.own, {
      place: 'item',
      announced,
      topic,
      isLeadIn: (text) => endsInColon(text) || (item.items.length > 0 && leftOpen.test(text)),
      showsCode: item.items.length === 0 && item.further.length === 0,
    });
    const { text } = item.own;
    const below =
      own === null && item.items.length > 0 && isTopic(text) ? leadInOf(item.own, 0, text.length) : null;
    for (const passage of item.further) this.#addSentences(passage, { isLeadIn: endsInColon });
    for (const nested of item.items) this.#addItem(nested, own, below);
  }

  /** Adds the sentences of a passage; gives back the last one when it only announces. */
  #addSentences(
    passage: Passage,
    { place = 'sentence', announced = null, topic = null, isLeadIn, showsCode = false }: Sentences,
  ): LeadIn | null {
    // `[Decision] …` is what its author typed, and read whole.
    if (readLabel(passage.text)?.form === 'brackets') return null;
    const sentences = labelledLines(passage).flatMap(([from, until]) =>
      sentencesOf(passage.text.slice(from, until)).map(([start, end]) => [start + from, end + from] as const),
    );
    const [first, end] = sentences.at(-1) ?? [0, 0];
    const step = showsCode ? stepLength(passage.text.slice(first, end).trim()) : null;
    const last = step === null ? end : first + passage.text.slice(first).search(/\S/) + step;
    if (step !== null) sentences.splice(-1, 1, [first, last]);
    const isAnnouncing = isLeadIn(passage.text.slice(first, last).trim());
    // `These include:` includes what it points at.
    const opening = () =>
      isAnaphoric(passage.text.slice(first, last)) ? (sentences.at(-2)?.[0] ?? first) : first;
    const announcing = isAnnouncing ? leadInOf(passage, opening(), last) : null;
    const stated = announcing === null ? sentences : sentences.slice(0, -1);
    const starts = stated.map(([start]) => start);
    for (const [at, [from, until]] of stated.entries())
      this.#add({
        place: at === 0 ? place : 'sentence',
        passage,
        first: from,
        last: until,
        leadIn: announced,
        before: starts.slice(0, at),
        topic: at === 0 ? topic : null,
      });
    return announcing;
  }

  #add(unit: AddedUnit): void {
    const text = unit.passage.text.slice(unit.first, unit.last).trim();
    if (!/\p{L}/u.test(text)) return;
    this.units.push({
      before: [],
      cells: [],
      topic: null,
      ...unit,
      text,
      demand: demandOf(text),
      section: this.#section,
      heading: this.#heading,
    });
  }
}

/**
 * The units of a chunk in their order, each with what announces it and the section that it stands in; `purpose` is the
 * one that the heading path names.
 */
export const readUnits = (blocks: readonly Block[], purpose: SectionReading): readonly Unit[] => {
  const reader = new UnitReader(purpose);
  for (const [index, block] of blocks.entries()) reader.read(block, blocks[index + 1]);
  return reader.units;
};
