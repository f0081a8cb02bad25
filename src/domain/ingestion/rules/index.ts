import type { ExtractionRule } from './extraction-rule.ts';
import { headingTypedRule } from './heading-typed.ts';
import { listTypedRule } from './list-typed.ts';
import { sentenceFirstPersonRule } from './sentence-first-person.ts';
import { valueUnitRule } from './value-unit.ts';

/** Every rule that reads statements from a text, the most specific first; of two with the same prior the earlier one wins. */
export const extractionRules: readonly ExtractionRule[] = Object.freeze([
  headingTypedRule,
  listTypedRule,
  valueUnitRule,
  sentenceFirstPersonRule,
]);
