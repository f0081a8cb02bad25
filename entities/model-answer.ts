import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { forgettablePolicies } from './policies.ts';

/**
 * An answer of a language model about one section, so that it is not asked twice. Found by a keyed hash of the section, and
 * sealed with a key that follows from the section: nobody reads it who has not the text, and nobody at all once that is erased.
 */
export const ModelAnswerTable = defineEntity({
  name: 'ModelAnswer',
  tableName: 'model_answers',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    /** Keyed hash of the model, the version of the prompt, the visibility and the section. */
    answerKey: p.text().primary(),
    sealed: p.text(),
    answeredAt: instant(),
  },
  indexes: [{ name: 'model_answers_answered_index', properties: ['answeredAt'] }],
  policies: forgettablePolicies('model_answers'),
});
