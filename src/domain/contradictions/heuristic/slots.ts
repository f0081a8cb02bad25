import type { ClauseFinding } from '#domain/contradictions/heuristic/rules/clause-rule.ts';
import { isSameValue, kindOfValue } from './kinds-of-value.ts';
import { lemmaOf } from './lemmas.ts';
import type { ReadSentence } from './read-clauses.ts';
import { determiners, fillers, genericHeads, hedges, negators, prepositions } from './words.ts';

/** Tool, place or recipient that a sentence states: one value for one purpose. */
export interface Slot {
  /** The lemmas of what it is for, sorted. */
  readonly matter: string;
  /** The words of the value, lower-case. */
  readonly value: readonly string[];
  /** Kind of thing that the value names; null when no table has it. */
  readonly kind: string | null;
  /** Action on the object there; null when the sentence only says that it is used. */
  readonly action: string | null;
  /** By which word the value is joined to it: `in`, `to`, `with`; null as `action`. */
  readonly way: string | null;
}

const sameWays: Readonly<Record<string, string>> = {
  into: 'in',
  using: 'with',
  through: 'with',
  via: 'with',
};
/** One place may lie within another. */
const places: ReadonlySet<string | null> = new Set(['city', 'country', 'continent', 'cloud region', 'cloud']);
/** Kinds of which a thing may have several at once, except for single actions. */
const manifold: ReadonlySet<string | null> = new Set([
  ...places,
  'natural language',
  'delivery channel',
  'operating system',
  'data format',
  'severity',
  'currency',
  'role',
  'material',
  'colour',
]);

/** Actions of which each says what the others say: a thing is in one place. */
const actions: readonly (readonly [string, RegExp])[] = [
  ['keep', /^(?:stor|keep|kept|hold|held|sav|track|manag|handl|archiv|persist|live|sit)/],
  ['write', /^(?:writ|implement|develop|cod|programm)/],
  ['make', /^(?:generat|build|built|creat|mak|made|render|print)/],
  ['send', /^(?:upload|push|send|sent|deliver|publish|go)/],
  ['run', /^(?:run|ran|host|deploy|serv)/],
];
/** To go through something, to be handled by it or to run on it says no more than that it is used. */
const neutral =
  /^(?:us|handl|manag|process|orchestrat|power|operat|don|do|perform|tak|go|goes|run|ran|rely|base)/;
const actionOf = (verb: string | undefined, way: string | null): string | null =>
  verb === undefined || (neutral.test(verb) && /^(?:by|through|via|with|using)$/.test(way ?? ''))
    ? null
    : (actions.find(([, pattern]) => pattern.test(verb))?.[0] ?? lemmaOf(verb));

const words = '[\\p{L}\\p{N}][\\p{L}\\p{N}.+#/-]*(?: [\\p{L}\\p{N}][\\p{L}\\p{N}.+#/-]*)';
const matter = `(?<matter>${words}{0,4})`;
const value = `(?<value>${words}{0,2})`;
const valueBefore = `(?<value>${words}{0,2}?)`;
const action =
  '(?<action>(?:stor|keep|kept|hold|held|sav|generat|build|built|creat|mak|made|upload|push|send|sent|deliver|publish|track|manag|handl|writ|log|run|ran|host|deploy|serv|process|render|record|collect|monitor|authenticat|bundl|packag|test|lint|format|encod|encrypt|hash|schedul|queu|archiv|persist|cach|index|review|translat|print)\\p{Ll}*)';
/** Any action, for a value whose kind is known. */
const anyAction = '(?<action>\\p{Ll}{3,})';
const ways = 'by|in|into|on|through|via|to|from|over|using|as';
const way = `(?<way>with|${ways})`;
/** `hidden from managers` and `audited by Nomad` are no values; `Prometheus with Grafana` is one. */
const notAValue = new RegExp(` (?:${ways}) `);
const doer = '(?:we|they|the team|the project|all services|services|the services)';
const patterns = [
  `^${doer} (?:use|uses) ${value} (?:for|as) (?:the |our )?${matter}$`,
  `^(?:for|as) (?:the |our )?${matter},? ${doer} (?:use|uses) ${value}$`,
  `^(?:the |our |all )?${matter} (?:is|are) ${action} ${way} ${value}$`,
  `^(?:the |our |all )?${matter} (?<action>runs?|lives?|goes|go|sits?) ${way} ${value}$`,
  `^${doer} ${action} (?:the |our |all )?${matter} ${way} ${value}$`,
  `^(?:the |our )?${matter} (?:is|are) ${valueBefore}(?: with [^,]+)?$`,
].map((pattern) => new RegExp(pattern, 'u'));
/** Patterns for a value of known kind, with any action. */
const patternsOfKinds = [
  `^(?:the |our |all )?${matter} (?:is|are) ${anyAction} ${way} ${value}$`,
  `^(?:the |our |all )?${matter} (?<action>runs?|goe?s?|rely|relies|comes?) ${way} ${value}$`,
  `^${doer} ${anyAction} (?:the |our |all )?${matter} ${way} ${value}$`,
  `^(?<value>[\\p{L}\\p{N}][\\p{L}\\p{N}.+#/-]*) (?<action>\\p{Ll}{2,}s) (?:the |our |all )?${matter}$`,
  `^${value} (?:is|are) (?:the|our) ${matter}$`,
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

const capitalWithin = / \S*\p{Lu}/u;
/** It is written with a capital within the sentence. */
const isName = (word: string, sentence: string): boolean => {
  const at = sentence.toLowerCase().indexOf(` ${word}`);
  return at !== -1 && /\p{Lu}/u.test(sentence.slice(at + 1, at + 1 + word.length));
};

/** The slots that the sentences of a statement fill. */
export const readSlots = (sentences: readonly ReadSentence[]): Slot[] =>
  sentences.flatMap(({ written, plain: expanded }): Slot[] => {
    const plain = expanded.replace(/[.!]$/, '');
    const all = plain.split(/[ ,]+/);
    const hasKind = all.some((word) => kindOfValue(word) !== null);
    if (!hasKind && !capitalWithin.test(written)) return [];
    if (unclear.test(plain) || all.some((word) => negators.has(word) || hedges.has(word))) return [];
    const filledBy = (pattern: RegExp): Slot | null => {
      const groups = pattern.exec(plain)?.groups;
      const text = groups?.value ?? '';
      const filled = text.split(' ').filter((word) => word !== '' && !determiners.has(word));
      const way = groups?.way ?? (groups?.action === undefined ? null : 'by');
      const slot: Slot = {
        matter: matterOf(groups?.matter ?? ''),
        value: filled,
        kind: filled.map(kindOfValue).find((found) => found !== null) ?? null,
        action: actionOf(groups?.action, way),
        // The agent is before the verb, or behind `by`.
        way: way === null ? null : (sameWays[way] ?? way),
      };
      return slot.matter !== '' && filled.length > 0 && !notAValue.test(text) ? slot : null;
    };
    const isNamed = ({ kind, value }: Slot) => kind !== null || value.every((word) => isName(word, written));
    const isOfKind = ({ kind }: Slot) => kind !== null && !manifold.has(kind);
    const found = (of: readonly RegExp[], mayBe: (slot: Slot) => boolean): Slot[] => {
      for (const pattern of of) {
        const slot = filledBy(pattern);
        if (slot !== null && mayBe(slot)) return [slot];
      }
      return [];
    };
    const named = found(patterns, isNamed);
    return named.length > 0 || !hasKind ? named : found(patternsOfKinds, isOfKind);
  });

const areSame = (one: Slot, other: Slot): boolean =>
  one.value.some((word) => other.value.some((found) => isSameValue(word, found)));

/** They fill one slot with two values, in whatever words. */
export const slotDifference = (ones: readonly Slot[], others: readonly Slot[]): ClauseFinding | null => {
  for (const one of ones)
    for (const other of others) {
      if (one.matter !== other.matter || areSame(one, other)) continue;
      const saysHow = one.action !== null && other.action !== null;
      if (saysHow && (one.action !== other.action || one.way !== other.way)) continue;
      const isOneKind = one.kind !== null && one.kind === other.kind;
      const isOnePlace = saysHow && !(places.has(one.kind) && places.has(other.kind));
      // Two kinds can be used together; a value in no table may be of any kind.
      if (!isOneKind && !isOnePlace && one.kind !== null && other.kind !== null) continue;
      return {
        severity: isOneKind ? 'HARD' : 'SOFT',
        explanation: `They name different values: ${one.value.join(' ')}, and ${other.value.join(' ')}.`,
      };
    }
  return null;
};
