import { modelRule } from './model-statements.ts';
import { extractionRuleIds } from './rules/extraction-rule.ts';

/** The rule of a statement that a service recorded without naming one. */
export const recordedRule = 'extraction.recorded';

/** Every rule that an item can have: those that read a text, a model's, and that of recorded statements. */
export const candidateRules: readonly string[] = [...extractionRuleIds, modelRule, recordedRule];
