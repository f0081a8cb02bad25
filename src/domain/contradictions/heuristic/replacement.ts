import { lemmaOf } from '#domain/contradictions/heuristic/lemmas.ts';
import type { Clause } from '#domain/contradictions/heuristic/read-clauses.ts';
import { fillers, negators, prepositions, verbs } from '#domain/contradictions/heuristic/words.ts';

/** Something that a sentence says is no longer used, as lemmas, and what took its place. */
export interface Replacement {
  readonly gone: readonly string[];
  readonly successor: readonly string[];
  /** Former purpose, as far as the sentence says. */
  readonly matter: readonly string[];
}

const name =
  '(?:(?:the|our|a|an) )?(?<gone>[\\p{L}\\p{N}][\\p{L}\\p{N}.+#-]*(?: [\\p{L}\\p{N}][\\p{L}\\p{N}.+#-]*){0,2}?)';
const next =
  '(?:(?:the|our|a|an) )?(?<successor>[\\p{L}\\p{N}][\\p{L}\\p{N}.+#-]*(?: [\\p{L}\\p{N}][\\p{L}\\p{N}.+#-]*){0,2}?)';
const end = '(?= for\\b| as\\b| in\\b| on\\b| to\\b| at\\b| since\\b| because\\b|[,;.]|$)';
const matter = '(?: (?:for|as|in|on) (?<matter>[^,;.]{2,60}))?';
const patterns: readonly RegExp[] = [
  `\\b(?:replaced|replaces|replace|swapped|substituted) ${name} (?:with|by|for) ${next}${end}${matter}`,
  `^${name} (?:is|was|has been|have been|are|were|will be) (?:replaced|superseded) (?:with|by) ${next}${end}${matter}`,
  `^${name} (?:is|was|has been|have been|are|were) (?:dropped|abandoned|retired|discarded|given up) (?:in favou?r of|for) ${next}${end}${matter}`,
  `\\b(?:migrated?|moved?|switched|switch|changed|transitioned|converted)(?: [\\p{L}\\p{N} ]{1,40})? from ${name} to ${next}${end}${matter}`,
  `\\b(?:dropped|abandoned|retired|ditched|deprecated) ${name} (?:in favou?r of|for) ${next}${end}${matter}`,
  `\\b(?:use|uses|chose|adopted|using) ${next} (?:instead of|rather than|in place of|over) ${name}${end}${matter}`,
].map((pattern) => new RegExp(pattern, 'u'));

const lemmasIn = (text: string | undefined): string[] =>
  (text?.match(/[\p{L}\p{N}][\p{L}\p{N}.+#-]*(?<![.-])/gu) ?? [])
    .filter((word) => !fillers.has(word) && !prepositions.has(word))
    .map(lemmaOf);

/** Most sentences have none of these, and are not searched for more. */
const cue =
  /replac|swapp|substitut|supersed|dropped|abandon|retire|discard|given up|migrat|move|switch|change|transition|convert|ditched|deprecat|instead of|rather than|in place of| over /;

/** Reads which things replaced which, from lower-case sentences. */
export const readReplacements = (sentences: readonly string[]): Replacement[] =>
  sentences.flatMap((sentence) => {
    for (const pattern of cue.test(sentence) ? patterns : []) {
      const groups = pattern.exec(sentence)?.groups;
      const gone = lemmasIn(groups?.gone);
      const isNamed = !/^(?:this|that|these|those|it|them|something|anything)\b/.test(
        groups?.successor ?? '',
      );
      if (groups && gone.length > 0 && isNamed)
        return [{ gone, successor: lemmasIn(groups.successor), matter: lemmasIn(groups.matter) }];
    }
    return [];
  });

const isAffirmed = (clause: Clause): boolean =>
  clause.negations === 0 &&
  !clause.isVague &&
  !clause.isPast &&
  !clause.isConditional &&
  clause.modality !== 'can' &&
  clause.modality !== 'may';

/** True when a clause says that a replaced thing is in use. */
export const isContradictedBy = (clause: Clause, { gone, successor, matter: uses }: Replacement): boolean => {
  if (!isAffirmed(clause)) return false;
  const lemmas = clause.written.tokens.map(({ lemma }) => lemma);
  if (!gone.every((lemma) => lemmas.includes(lemma)) || successor.every((lemma) => lemmas.includes(lemma)))
    return false;
  const rest = lemmas.filter((lemma) => !gone.includes(lemma) && !verbs.has(lemma) && !negators.has(lemma));
  const matters = uses.filter((lemma) => !verbs.has(lemma));
  const { tokens, subjectLength } = clause.written;
  const place = tokens.findIndex(({ lemma }) => lemma === gone[0]);
  // It says nothing but that it is used, or it says so of the same matter.
  if (matters.length > 0 && rest.length > 0) return matters.some((lemma) => rest.includes(lemma));
  return lemmas.includes('use') || (place >= subjectLength && rest.length <= 3);
};
