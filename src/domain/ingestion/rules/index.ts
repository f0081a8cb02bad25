import { actionOwnedRule } from './action-owned.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { headingTypedRule } from './heading-typed.ts';
import { listTypedRule } from './list-typed.ts';
import { personFactRule } from './person-fact.ts';
import { requirementNumberedRule } from './requirement-numbered.ts';
import { resolutionMarkedRule } from './resolution-marked.ts';
import { sectionStatedRule } from './section-stated.ts';
import { sentenceDeclaredRule } from './sentence-declared.ts';
import { sentenceFirstPersonRule } from './sentence-first-person.ts';
import { sentenceNormativeRule } from './sentence-normative.ts';
import { tableStatedRule } from './table-stated.ts';
import { valueUnitRule } from './value-unit.ts';

/** Every rule that reads statements from a text, the most specific first; of two with the same prior the earlier one wins. */
export const extractionRules: readonly ExtractionRule[] = Object.freeze([
  headingTypedRule,
  listTypedRule,
  valueUnitRule,
  sentenceFirstPersonRule,
  requirementNumberedRule,
  resolutionMarkedRule,
  actionOwnedRule,
  sectionStatedRule,
  tableStatedRule,
  sentenceNormativeRule,
  personFactRule,
  sentenceDeclaredRule,
]);
