import type { DocumentKind } from './records/document-facts.ts';
import { isStanding } from './records/record-status.ts';
import type { ExtractionRuleId } from './rules/extraction-rule.ts';
import { isClause, isHedged, isImperative, isPast, wordsOf } from './sections/clause.ts';
import { isAnaphoric } from './sections/leaning.ts';
import { bindsInCapitals, demandOf, demandsStrongly } from './sections/normative.ts';
import type { SectionFamily } from './sections/section-families.ts';
import type { StatementContext } from './statement-context.ts';

/** Terms of a score besides the rule, the kind of document and the family of the section. */
export const reviewTerms = [
  'DEMANDS',
  'INSISTS',
  'BINDS',
  'ORDERS',
  'PAST',
  'WILL',
  'NEGATES',
  'PASSIVE',
  'UNIVERSAL',
  'DECIDES',
  'CAUSES',
  'DOES',
  'EXISTS',
  'FIGURES',
  'CODE',
  'ACRONYM',
  'LINK',
  'EXCLAIMS',
  'OPENS_LOW',
  'OPENS_REASON',
  'OPENS_CONDITION',
  'OPENS_NAME',
  'ILLUSTRATES',
  'POINTS',
  'REPORTS',
  'FEELS',
  'VAGUE',
  'PEOPLE',
  'DEFERS',
  'SPEAKS_YOU',
  'UNTITLED',
  'COMPOSED',
  'COMPLETE',
  'FRAGMENT',
  'TINY',
  'SHORT',
  'LONG',
  'LEANING',
  'HEDGED',
  'NOT_STANDING',
] as const;
type ReviewTerm = (typeof reviewTerms)[number];

/** Weights of a logistic sum, in natural logarithms of odds. What is not named weighs nothing. */
export interface ReviewWeights {
  /** Base of every statement's score. */
  readonly base: number;
  readonly rules: Readonly<Partial<Record<ExtractionRuleId | 'llm.statement', number>>>;
  readonly documents: Readonly<Partial<Record<DocumentKind | 'conversation', number>>>;
  readonly sections: Readonly<Partial<Record<SectionFamily, number>>>;
  readonly terms: Readonly<Partial<Record<ReviewTerm, number>>>;
}

export interface ReviewFacts {
  readonly rule: string;
  readonly content: string;
  /** Null where nobody read it from a document. */
  readonly context: Omit<StatementContext, 'leadIn'> | null;
  readonly document: DocumentKind | 'conversation' | null;
  /** Purpose of the section. */
  readonly family: SectionFamily | null;
  /** How many parts of the text its content was composed of. */
  readonly spans: number;
}

export interface ReviewScore {
  /** How likely it is that a reviewer finds it worth keeping, from 0 to 1. */
  readonly score: number;
  /** Terms of the sum: the rule first, under its id, then document, section and the others. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
}

const tinyWords = 4;
const fewWords = 7;
const manyWords = 40;

/** Terms that one word decides, wherever it stands. */
const byWord: Readonly<Partial<Record<ReviewTerm, string>>> = {
  WILL: "will won't shall we'll i'll it'll",
  HEDGED: 'would could might',
  NEGATES:
    "cannot not no never without can't won't don't doesn't isn't aren't didn't wasn't shouldn't mustn't",
  DECIDES:
    'decided agree agreed chose chosen propose proposes proposed recommend recommends recommended adopt adopts adopted accept accepts accepted reject rejects rejected deprecate deprecates deprecated deprecation remove removes removed replace replaces replaced introduce introduces introduced add adds added',
  CAUSES: 'cause caused causes trigger triggered led resulted due failed exhausted misconfigured',
  DOES: 'use uses support supports provide provides allow allows return returns contain contains include includes require requires run runs store stores accept accepts handle handles define defines maintain maintains',
  ILLUSTRATES: 'example examples instance e.g i.e suppose imagine consider',
  POINTS:
    'see refer below above following link links linked here check read visit recording slides contact join reach section document page guide',
  REPORTS:
    'gave presented demoed showed shared talked discuss discussed discussion asked mentioned joined attended reviewed noted explained suggested said think thinks want wants wanted argue argues argued claim claims claimed question questions',
  FEELS:
    'sorry apologise apologize thank thanks happy excited unfortunately hopefully please welcome feel great nice love',
  VAGUE:
    'some many several lot lots various sometimes often usually generally typically mostly few very really quite just simply basically actually easy hard difficult simple better best good bad important useful interesting',
  PEOPLE: 'everyone everybody people lots folks devs guys',
  SPEAKS_YOU: 'you your',
};
/** Terms that the first word decides. */
const byOpening: Readonly<Partial<Record<ReviewTerm, string>>> = {
  OPENS_REASON:
    'good bad neutral because since although while as but and or so which that however though unlike given for in indeed of note another one some many',
  OPENS_CONDITION: 'if when unless whenever once after before',
};
const termByWord = (
  table: Readonly<Partial<Record<ReviewTerm, string>>>,
): ReadonlyMap<string, readonly ReviewTerm[]> => {
  const terms = new Map<string, ReviewTerm[]>();
  for (const term of reviewTerms)
    for (const word of table[term]?.split(' ') ?? []) terms.set(word, [...(terms.get(word) ?? []), term]);
  return terms;
};
const termsOfWord = termByWord(byWord);
const termsOfOpening = termByWord(byOpening);

/** Terms that a form of words decides. */
const byForm: readonly (readonly [ReviewTerm, RegExp])[] = [
  [
    'PASSIVE',
    /\b(?:is|are|gets?|be) (?:\p{L}+ly |not |also |then |only )?(?:\p{L}{2,}(?:ed|en)|kept|sent|built|done|made|set|shown|read|put|paid)\b/iu,
  ],
  [
    'UNIVERSAL',
    /^(?:all|every|each|any|no|nobody|none|only|anyone|everybody|everyone|both|most)\b|\b(?:within|at most|at least|no more than|no later than|no longer|never|always|per (?:day|week|month|hour|second|person|user|request)|only (?:when|if|after|before|by|with|on|for))\b/i,
  ],
  ['EXISTS', /^there (?:is|are|was|were)\b/i],
  ['FIGURES', /\d/],
  ['CODE', /[_()]|\w\.\w|\/\w/],
  ['ACRONYM', /\b[A-Z]{2,}\b/],
  ['DEFERS', /\b(?:in the future|at some point|maybe|might want|also consider|hope|some day)\b/i],
  ['LINK', /https?:|\[[^\][]+\]\(/],
  ['EXCLAIMS', /!/],
  ['OPENS_LOW', /^(?:\p{Ll}|\W)/u],
  ['OPENS_NAME', /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+ (?:\p{Ll}+ed|gave|is|has|will|to)\b/u],
  ['COMPLETE', /^[^\p{Ll}].*[.!]["'”’)]*$/u],
];

/** Every term that holds, in the order of the terms. */
const termsOf = ({ content, context, spans }: ReviewFacts): readonly ReviewTerm[] => {
  const words = wordsOf(content);
  const demand = demandOf(content);
  const holding = new Set<ReviewTerm>(words.flatMap((word) => termsOfWord.get(word) ?? []));
  for (const term of termsOfOpening.get(words[0] ?? '') ?? []) holding.add(term);
  for (const [term, form] of byForm) if (form.test(content)) holding.add(term);
  const others: readonly (readonly [ReviewTerm, boolean])[] = [
    ['DEMANDS', demand !== null],
    ['INSISTS', demand !== null && demandsStrongly(content)],
    ['BINDS', bindsInCapitals(content)],
    ['ORDERS', isImperative(content)],
    ['PAST', isPast(content)],
    ['UNTITLED', context === null || context.headingPath.length === 0],
    ['COMPOSED', spans > 1],
    ['FRAGMENT', !isClause(content)],
    ['TINY', words.length < tinyWords],
    ['SHORT', words.length >= tinyWords && words.length < fewWords],
    ['LONG', words.length > manyWords],
    ['LEANING', isAnaphoric(content)],
    ['HEDGED', isHedged(content)],
    ['NOT_STANDING', context !== null && !isStanding(context.recordStatus)],
  ];
  for (const [term, holds] of others) if (holds) holding.add(term);
  return reviewTerms.filter((term) => holding.has(term));
};

/** How likely it is that a reviewer finds a statement worth keeping, explained term by term. */
export const explainReviewScore = (facts: ReviewFacts, weights: ReviewWeights): ReviewScore => {
  const named: readonly (readonly [term: string, weight: number | undefined])[] = [
    [facts.rule, (weights.rules as Readonly<Record<string, number>>)[facts.rule]],
    [`document.${facts.document}`, facts.document === null ? undefined : weights.documents[facts.document]],
    [`section.${facts.family}`, facts.family === null ? undefined : weights.sections[facts.family]],
    ...termsOf(facts).map((term) => [term, weights.terms[term]] as const),
  ];
  const terms = named.flatMap(([term, weight]) => (weight === undefined ? [] : [{ term, weight }]));
  const sum = terms.reduce((total, { weight }) => total + weight, weights.base);
  return { score: 1 / (1 + Math.exp(-sum)), terms };
};
