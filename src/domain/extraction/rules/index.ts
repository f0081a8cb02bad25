import type { ExtractionRule } from '#domain/extraction/rules/extraction-rule.ts';
import { headingTypedRule } from '#domain/extraction/rules/heading-typed.ts';
import { listTypedRule } from '#domain/extraction/rules/list-typed.ts';
import { sentenceFirstPersonRule } from '#domain/extraction/rules/sentence-first-person.ts';
import { valueUnitRule } from '#domain/extraction/rules/value-unit.ts';

/** Every rule that reads statements from a text, the most specific first; of two with the same prior the earlier one wins. */
export const extractionRules: readonly ExtractionRule[] = Object.freeze([
  headingTypedRule,
  listTypedRule,
  valueUnitRule,
  sentenceFirstPersonRule,
]);
