import { isHedged, isQuestion } from './clause.ts';

/** Possibility; `MAY` in capitals grants, and `may not` forbids: they are rules. */
const possible = /\b(?:may(?! (?:not|only)\b)|[Mm]ight|[Cc]ould|[Ww]ould)\b/;
const intended =
  /\b(?:we should|(?:plan|intend|hope|want|expect|aim|consider|propose|suggest)(?:s|ing)?|considered|proposed|suggested|(?:should|to) be (?:evaluated|investigated|discussed|explored)|tentative(?:ly)?|provisional(?:ly)?)\b/i;
const putOff =
  /\b(?:defer(?:s|red|ring)?|postpon(?:e|es|ed|ing)|re-?visit(?:s|ed|ing)?|reconsider(?:s|ed|ing)?|on hold|for now|for the time being|at the moment|temporar(?:y|ily)|not yet|undecided|later|in the future|(?:leave|left|keep|kept|remains?|still) open|to be (?:defined|determined|decided|confirmed|agreed))\b/i;
const conditional =
  /^(?:(?:only|even) )?(?:if|unless|in case|should (?:the|an?|we|it|this|that|they))\b|[^,;] (?<!\b(?:as|even) )(?:if|unless)\b|\b(?:provided(?: that)?|as long as|assuming(?: that)?|depending on|subject to|pending)\b/i;
/** `We have not seen any loss`: a report, where nothing is decided. */
const reports = /^(?:we|I)(?:['’]ve| have) (?:\p{L}+ ){0,2}\p{L}+(?:ed|en|wn)\b/iu;
const decides =
  /\b(?:decided|chosen|agreed|adopted|selected|opted|settled|picked|accepted|rejected|approved|resolved|switched|moved|replaced|dropped|will|shall|must)\b/i;

/** True when a text does not settle its matter: it is hedged, put off, asked, tied to a condition, or only reports. */
export const isUnsettled = (text: string): boolean =>
  isHedged(text) ||
  isQuestion(text) ||
  [possible, intended, putOff, conditional].some((form) => form.test(text)) ||
  (reports.test(text) && !decides.test(text));
