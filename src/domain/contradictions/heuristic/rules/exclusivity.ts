import type { Clause, Token } from '#domain/contradictions/heuristic/read-clauses.ts';
import type { ClauseRule } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { haveSameValues } from '#domain/contradictions/heuristic/same-values.ts';
import { verbs } from '#domain/contradictions/heuristic/words.ts';

const isWithin = (clause: Clause, tokens: readonly Token[], part: 'subject' | 'object'): boolean =>
  tokens.every((token) => {
    const isSubject = clause.tokens.indexOf(token) < clause.subjectLength;
    return part === 'subject' ? isSubject : !isSubject && !verbs.has(token.lemma);
  });

/** One says it of some alone, and the other of others. */
export const exclusivityRule: ClauseRule = (a, b, { ofA, ofB, shared }) => {
  const part = a.only ?? b.only;
  if (part === null || a.negations + b.negations > 0 || a.isVague || b.isVague || a.isPast !== b.isPast)
    return null;
  if (a.isConditional || b.isConditional || shared.length < 2 || !haveSameValues(a, b)) return null;
  const [restricted, ofOther] = a.only === null ? [ofB, ofA] : [ofA, ofB];
  // Of anybody: then the other names nobody.
  if (restricted.length === 0 || (part === 'object' && ofOther.length === 0)) return null;
  if (!isWithin(a, ofA, part) || !isWithin(b, ofB, part)) return null;
  return { severity: 'HARD', explanation: 'One says it of some alone, and the other of others.' };
};
