import type { Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { haveSameValues } from '#domain/contradictions/heuristic/same-values.ts';
import type { OrderedTokens } from '#domain/contradictions/heuristic/word-order.ts';
import { verbs } from '#domain/contradictions/heuristic/words.ts';

const isWithin = (order: OrderedTokens, tokens: readonly Token[], part: 'subject' | 'object'): boolean =>
  tokens.every((token) => {
    const isSubject = order.tokens.indexOf(token) < order.subjectLength;
    return part === 'subject' ? isSubject : !isSubject && !verbs.has(token.lemma);
  });

/** One says it of some alone, and the other of others. */
export const exclusivityRule: ClauseRule = (a, b, { ofA, ofB, shared, isOnePlace, orderA, orderB }) => {
  const part = a.only ?? b.only;
  if (part === null || a.negations + b.negations > 0 || a.isVague || b.isVague || a.isPast !== b.isPast)
    return null;
  if (a.isConditional || b.isConditional || shared.length < 2 || !haveSameValues(a, b)) return null;
  const [restricted, ofOther] = a.only === null ? [ofB, ofA] : [ofA, ofB];
  const [other, orderOfOther] = a.only === null ? [a, orderA] : [b, orderB];
  // `The quay is opened` and `we open the quay` may be said of the same ones.
  const namesOthers = ofOther.length > 0 || orderOfOther.subjectLength > 0 || other.isOfEverybody;
  if (restricted.length === 0 || !namesOthers) return null;
  if (part === 'object' && (!isOnePlace || restricted[0]?.before !== ofOther[0]?.before)) return null;
  if (!isWithin(orderA, ofA, part) || !isWithin(orderB, ofB, part)) return null;
  return { severity: 'HARD', explanation: 'One says it of some alone, and the other of others.' };
};
