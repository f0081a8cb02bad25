import type { ClauseFinding } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { expandSentence } from './expand-sentence.ts';
import { isSameValue, kindOfValue } from './kinds-of-value.ts';
import { lemmaOf } from './lemmas.ts';
import { determiners, fillers, genericHeads, hedges, negators, prepositions } from './words.ts';

/** What a sentence says is used, or where something is kept, done or sent: one value for one matter. */
export interface Slot {
  /** The lemmas of what it is for, sorted. */
  readonly matter: string;
  /** The words of the value, lower-case. */
  readonly value: readonly string[];
  /** What the value is a name of; null where no table has it. */
  readonly kind: string | null;
  /** What is done with the matter there; null: it is only said to be used. */
  readonly deed: string | null;
  /** By which word the value is joined to it: `in`, `to`, `with`; null as `deed`. */
  readonly way: string | null;
}

const sameWays: Readonly<Record<string, string>> = {
  into: 'in',
  using: 'with',
  through: 'with',
  via: 'with',
};
/** Of two places one may lie in the other. */
const places: ReadonlySet<string | null> = new Set(['city', 'country', 'continent', 'cloud region', 'cloud']);

/** Deeds of which each says what the others say: a thing is in one place. */
const deeds: readonly (readonly [string, RegExp])[] = [
  ['keep', /^(?:stor|keep|kept|hold|held|sav|track|manag|handl|archiv|persist|live|sit)/],
  ['make', /^(?:generat|build|built|creat|mak|made|render|print)/],
  ['send', /^(?:upload|push|send|sent|deliver|publish|go)/],
  ['run', /^(?:run|ran|host|deploy|serv)/],
];
const deedOf = (verb: string | undefined): string | null =>
  verb === undefined ? null : (deeds.find(([, pattern]) => pattern.test(verb))?.[0] ?? lemmaOf(verb));

const words = '[\\p{L}\\p{N}][\\p{L}\\p{N}.+#/-]*(?: [\\p{L}\\p{N}][\\p{L}\\p{N}.+#/-]*)';
const matter = `(?<matter>${words}{0,4})`;
const value = `(?<value>${words}{0,2})`;
const deed =
  '(?<deed>(?:stor|keep|kept|hold|held|sav|generat|build|built|creat|mak|made|upload|push|send|sent|deliver|publish|track|manag|handl|writ|log|run|ran|host|deploy|serv|process|render|record|collect|monitor|authenticat|bundl|packag|test|lint|format|encod|encrypt|hash|schedul|queu|archiv|persist|cach|index|review|translat|print)\\p{Ll}*)';
const way = '(?<way>in|into|on|with|through|via|to|from|over|using|as)';
const doer = '(?:we|they|the team|the project|all services|services|the services)';
const patterns = [
  `^${doer} (?:use|uses) ${value} (?:for|as) (?:the |our )?${matter}$`,
  `^(?:for|as) (?:the |our )?${matter},? ${doer} (?:use|uses) ${value}$`,
  `^(?:the |our |all )?${matter} (?:is|are) ${deed} ${way} ${value}$`,
  `^(?:the |our |all )?${matter} (?<deed>runs?|lives?|goes|go|sits?) ${way} ${value}$`,
  `^${doer} ${deed} (?:the |our |all )?${matter} ${way} ${value}$`,
  `^(?:the |our )?${matter} (?:is|are) ${value}(?: with [^,]+)?$`,
].map((pattern) => new RegExp(pattern, 'u'));

/** A sentence with one of these says less, or more, than what is used. */
const unclear =
  /\b(?:only|also|and|or|both|if|when|unless|was|were|until|since|either|additionally|used to)\b/;
const heads = new Set(['stack', 'tool', 'solution', 'platform', 'engine', 'library', 'backend'].map(lemmaOf));

const matterOf = (text: string): string =>
  [
    ...new Set(
      text
        .split(' ')
        .filter((word) => !fillers.has(word) && !determiners.has(word) && !prepositions.has(word))
        .map(lemmaOf)
        .filter((lemma) => !genericHeads.has(lemma) && !heads.has(lemma)),
    ),
  ]
    .sort()
    .join(' ');

/** It is written with a capital within the sentence. */
const isName = (word: string, sentence: string): boolean => {
  const at = sentence.toLowerCase().indexOf(` ${word}`);
  return at !== -1 && /\p{Lu}/u.test(sentence.slice(at + 1, at + 1 + word.length));
};

/** The slots that the sentences of a statement fill. */
export const readSlots = (sentences: readonly string[]): Slot[] =>
  sentences.flatMap((sentence): Slot[] => {
    const plain = expandSentence(sentence.toLowerCase()).replace(/[.!]$/, '');
    const all = plain.split(/[ ,]+/);
    if (unclear.test(plain) || all.some((word) => negators.has(word) || hedges.has(word))) return [];
    for (const pattern of patterns) {
      const groups = pattern.exec(plain)?.groups;
      const filled = (groups?.value ?? '').split(' ').filter((word) => !determiners.has(word));
      const of = matterOf(groups?.matter ?? '');
      const kind = filled.map(kindOfValue).find((found) => found !== null) ?? null;
      if (of === '' || filled.length === 0) continue;
      if (kind !== null || filled.every((word) => isName(word, sentence)))
        return [
          {
            matter: of,
            value: filled,
            kind,
            deed: deedOf(groups?.deed),
            way: sameWays[groups?.way ?? ''] ?? groups?.way ?? null,
          },
        ];
    }
    return [];
  });

const areSame = (one: Slot, other: Slot): boolean =>
  one.value.some((word) => other.value.some((found) => isSameValue(word, found)));

/** They fill one slot with two values, in whatever words. */
export const slotDifference = (ones: readonly Slot[], others: readonly Slot[]): ClauseFinding | null => {
  for (const one of ones)
    for (const other of others) {
      if (one.matter !== other.matter || areSame(one, other)) continue;
      const isOneKind = one.kind !== null && one.kind === other.kind;
      const isOnePlace =
        one.deed !== null && one.deed === other.deed && one.way === other.way && !places.has(one.kind);
      if (one.deed !== null && other.deed !== null && (one.deed !== other.deed || one.way !== other.way))
        continue;
      // Of two kinds both may be used; what no table has may be of any kind.
      if (!isOneKind && !isOnePlace && one.kind !== null && other.kind !== null) continue;
      return {
        severity: isOneKind ? 'HARD' : 'SOFT',
        explanation: `They name different values: ${one.value.join(' ')}, and ${other.value.join(' ')}.`,
      };
    }
  return null;
};
