import type { EntityType, MemoryKind } from '#domain/ingestion/kinds.ts';
import type { Excerpt } from '#domain/ingestion/passage.ts';
import type { Block } from '#domain/ingestion/read-blocks.ts';

export const extractionRuleIds = [
  'heading.typed',
  'list.typed',
  'value.unit',
  'sentence.first_person',
] as const;
export type ExtractionRuleId = (typeof extractionRuleIds)[number];

/** What a rule looks at: one chunk's blocks under its heading path. */
export type Reading = { readonly headingPath: readonly string[]; readonly blocks: readonly Block[] };

/** What a statement would become: a memory of a kind, or a named entity. */
export type StatementType =
  | { readonly kind: MemoryKind }
  | { readonly entityType: EntityType; readonly name: string };

export type Finding = StatementType & Excerpt;

export type ExtractionRule = {
  readonly id: ExtractionRuleId;
  readonly find: (reading: Reading) => readonly Finding[];
};
