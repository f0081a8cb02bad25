import type { EntityType, MemoryKind } from '#domain/ingestion/kinds.ts';
import type { Excerpt } from '#domain/ingestion/passage.ts';
import type { Block } from '#domain/ingestion/read-blocks.ts';
import type { DocumentFacts } from '#domain/ingestion/records/document-facts.ts';
import type { Composition } from '#domain/ingestion/sections/compose-statement.ts';
import type { SectionReading } from '#domain/ingestion/sections/section-families.ts';
import type { Unit } from '#domain/ingestion/sections/units.ts';

/** The rules in their order. The first four are the specification's. */
export const extractionRuleIds = [
  'heading.typed',
  'list.typed',
  'value.unit',
  'sentence.first_person',
  'requirement.numbered',
  'resolution.marked',
  'action.owned',
  'section.stated',
  'table.stated',
  'sentence.normative',
  'person.fact',
  'sentence.declared',
] as const;
export type ExtractionRuleId = (typeof extractionRuleIds)[number];

/** Text that a rule reads: one chunk, or one turn of a transcript, under its heading path. */
export type Reading = {
  readonly headingPath: readonly string[];
  readonly blocks: readonly Block[];
  /** Purpose of the section, by its heading path. */
  readonly section: SectionReading;
  /** The same text as sentences, items and rows. */
  readonly units: readonly Unit[];
  readonly document: DocumentFacts;
  /** The language of the text (ISO 639-1) where it is not English. */
  readonly language: string | null;
  /** Speaker, where the text is a transcript. */
  readonly speaker: string | null;
};

/** Type of a statement: a memory of a kind, or a named entity. */
export type StatementType =
  | { readonly kind: MemoryKind }
  | { readonly entityType: EntityType; readonly name: string };

export type Finding = StatementType &
  Excerpt & {
    /** Other parts of the text that the content was composed of; absent: the excerpt is all of it. */
    readonly others?: readonly { readonly start: number; readonly end: number }[];
    /** The sentence that announces it and is no part of it. */
    readonly leadIn?: string | null;
    /** Typed by the heading of its section, which types a statement before it, too. */
    readonly isFurther?: boolean;
    /** Status and date of the row that it was read from, where the table says them. */
    readonly record?: Composition['record'];
  };

export type ExtractionRule = {
  readonly id: ExtractionRuleId;
  readonly find: (reading: Reading) => readonly Finding[];
};
