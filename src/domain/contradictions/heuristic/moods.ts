/** Modality of a sentence: required, advised, possible, allowed or left open; null for a plain statement. */
export type Modality = 'must' | 'should' | 'can' | 'may' | 'optional' | null;

interface Predicate {
  readonly pattern: RegExp;
  readonly modality: Modality;
  readonly isDenied: boolean;
  readonly isEnding?: true;
}

const end = '(?= |[.!]?$)';
/** `X is required`, `X is forbidden`, `X was discontinued`: what the sentence says of X is in its last words. */
const predicates: readonly Predicate[] = [
  {
    pattern: new RegExp(
      ` (?:is|are|be) (?:strictly |always |explicitly )?(?:prohibited|forbidden|disallowed|banned|blocked|denied|refused|not (?:allowed|permitted|acceptable|tolerated))${end}`,
    ),
    modality: 'must',
    isDenied: true,
  },
  {
    pattern: new RegExp(` (?:is|are|be) (?:explicitly |always )?(?:allowed|permitted|acceptable)${end}`),
    modality: 'can',
    isDenied: false,
  },
  {
    pattern: new RegExp(
      ` (?:is|are) (?:entirely |purely )?(?:optional|voluntary|not (?:required|mandatory|obligatory|compulsory|needed|necessary))${end}`,
    ),
    modality: 'optional',
    isDenied: false,
  },
  {
    pattern: new RegExp(
      ` (?:is|are) (?:always |strictly )?(?:required|mandatory|obligatory|compulsory|needed|necessary)${end}`,
    ),
    modality: 'must',
    isDenied: false,
  },
  {
    pattern:
      /^(?:we |the (?:team|project|policy) )(?:strictly )?(?:forbids?|prohibits?|disallows?|bans?|do not (?:allow|permit)) /,
    modality: 'must',
    isDenied: true,
  },
  { pattern: /^(?:we |the (?:team|project|policy) )(?:allows?|permits?) /, modality: 'can', isDenied: false },
  { pattern: /^we (?:always )?(?:require|demand) /, modality: 'must', isDenied: false },
  {
    pattern: new RegExp(
      ` (?:has been|have been|was|were|is being|will be|is|are) (?:discontinued|shut down|dropped|decommissioned|retired|abolished|withdrawn|phased out|scrapped|disabled|removed|gone)${end}| (?:has|have) disappeared${end}`,
    ),
    modality: null,
    isDenied: true,
    isEnding: true,
  },
  {
    pattern: new RegExp(` (?:is|are) (?:enabled|available|in use|in operation|in place)${end}`),
    modality: null,
    isDenied: false,
  },
];

const sinceWhen =
  / (?:in|on|since|last|as of|at the end of) (?:(?:early|late|mid|spring|summer|autumn|winter|q[1-4]) )?(?:\d|january|february|march|april|may|june|july|august|september|october|november|december|week|month|year|spring|summer|autumn|winter|then|q[1-4])\b[^,]*$/;

/** A sentence with what it says of its action taken out of it. */
export interface Mood {
  readonly sentence: string;
  readonly modality: Modality;
  readonly negations: number;
  readonly isAsked: boolean;
  readonly isEnding: boolean;
  /** True when the remaining words name what is required, allowed or ended. */
  readonly isNominal: boolean;
}

const verbModals: readonly (readonly ['must' | 'should' | 'can' | 'may', RegExp])[] = [
  ['must', /\bmust\b/],
  ['should', /\bshould\b/],
  ['can', /\bcan\b/],
  // Not the month.
  ['may', /(?<!(?:\d|\dst|\dnd|\drd|\dth|\b(?:in|by|until|of|since|before|after)) )\bmay\b(?! \d)/],
];

const asItStands = { negations: 0, isAsked: false, isEnding: false, isNominal: false };
const verbMood = (sentence: string): Mood => {
  const open = sentence.replace(/\bneednot\b/g, ' ');
  if (open !== sentence) return { ...asItStands, sentence: open, modality: 'optional' };
  const modality = verbModals.find(([, pattern]) => pattern.test(sentence))?.[0];
  return { ...asItStands, sentence, modality: modality ?? null };
};

/** A sentence as its verb says it, and, where it says it of a thing that it is asked or allowed, as that. */
export const moodsOf = (sentence: string): readonly Mood[] => {
  const plain = verbMood(sentence);
  const found = predicates.find(({ pattern }) => pattern.test(sentence));
  if (!found) return [plain];
  const { pattern, modality, isDenied, isEnding = false } = found;
  const left = sentence.replace(pattern, ' ').trim();
  // Since when it is gone changes nothing.
  const rest = isEnding ? left.replace(sinceWhen, '') : left;
  return [
    plain,
    {
      sentence: rest,
      modality,
      negations: isDenied ? 1 : 0,
      isAsked: modality !== null,
      isEnding,
      isNominal: true,
    },
  ];
};
