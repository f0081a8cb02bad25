import { isQuestion } from './clause.ts';

const end = String.raw`(?![\p{L}])`;
const start = String.raw`(?:^|[^\p{L}'’-])`;

/** RFC 2119 and RFC 8174: the words bind when they stand in capitals. `MAY` grants, and grants are rules too. */
const capitals = new RegExp(
  `${start}(?:MUST(?: NOT)?|SHALL(?: NOT)?|MAY|OPTIONAL|SHOULD(?: NOT)?|REQUIRED|(?:NOT )?RECOMMENDED|NEVER|ALWAYS|DO NOT|DON['’]T|FORBIDDEN|PROHIBITED|MANDATORY|CANNOT)${end}`,
  'u',
);
const forbids = new RegExp(
  `${start}(?:must not|must never|no \\p{L}+(?: \\p{L}+)? (?:may|can|must|shall|should|is|are)|nobody|no one|no longer|mustn['’]t|shall not|shall never|should not|should never|shouldn['’]t|cannot|can not|can never|may not|may only|can only|must only|should only|(?:is|are|will be) (?:strictly |explicitly |currently )?(?:rejected|refused|declined|forbidden|prohibited|disallowed|banned|not allowed|not permitted|never allowed|not supported|limited to|restricted to|discouraged)|at most|no more than|must be (?:at most|less than|under|below)|(?:not|never) (?:to )?exceed|maximum of|upper limit|up to a maximum)${end}`,
  'iu',
);
/** An order not to: it opens its clause. */
const dissuades =
  /(?:^|[,;:—–(] ?|- |(?:^|[,;] ?| )(?:and|so|but|then|please|also|or|instead|therefore) )(?:do not|don['’]t|never|avoid)(?![\p{L}])(?! (?:saw|had|was|were|did|got|came|went|\p{L}+ed)(?![\p{L}]))(?! (?:worry|hesitate|forget|panic|be (?:afraid|shy|discouraged)))/iu;
const demands = new RegExp(
  `${start}(?:must|shall|should|ought to|(?:is|are) (?:required|mandatory|obliged|expected|responsible|obligated|necessary|recommended)|(?:is|are) to be|requires? (?:that|the|a|an|at least|all|every|each|approval|explicit)|needs? to|(?:has|have) to|(?<!is |are |was |were )(?:always|only) (?:use|run|pass|set|call|be|when|if)|at least(?! until)|no (?:later|less|fewer) than|(?:it is|it's) (?:required|mandatory|important|essential|critical|necessary) (?:that|to))${end}`,
  'iu',
);
const opening =
  /^(?:do not|don['’]t|never|always|avoid|ensure|make sure|be sure to|only ever|remember to|under no circumstances|no \p{L}+ (?:may|must|shall|should))\b/iu;

/** Words of guesses, wishes, reports and thinking: no demand. */
const supposes =
  /\b(?:must|should|shall|need(?:s|ed)? to|ha[sd] to) (?:have (?:been |\p{L}+(?:ed|en|ne|wn|pt|nt|lt|de|id)\b)|(?:also |then )?make (?:\p{L}+ )?\p{L}+ (?:easier|harder|faster|better|simpler)|be (?:better|easier|faster|safer|simpler|enough|able to (?:see|imagine)|noted|obvious|clear|fine|easy|familiar|possible|enough|true|because|right|wrong|nice|interesting|a good|called out|pointed out|mentioned|surprised)|(?:probably|be)? ?(?:work|help|fix|suffice|look like|mean|see|now see|feel)\b|(?:decide|choose|figure out|discuss|think|consider|talk|find out|determine) )/iu;
const reports =
  /\b(?:if|whether|why|how|when|what|where|which|who)\b[^.;]{0,60}\b(?:we|I|they|it|you|one)\b (?:must|should|shall|need to|have to)|\b(?:(?:we|I|they|you|he|she) (?:don['’]t|do not|didn['’]t|did not|can['’]t|cannot|couldn['’]t|could not|won['’]t|never) (?!use|allow|accept|support|permit|store|log|expose|ship|merge|commit|guarantee|deploy|track|share|collect|rely|depend|break|block|require|enforce|provide|import|add))|\b(?:argue[ds]?|suggest(?:s|ed)?|ask(?:s|ed)?|said|says|felt|thinks?|thought|wonder(?:s|ed)?|believe[sd]?|claim(?:s|ed)?|propos(?:es?|ed)|question(?:s|ed)?|wants?|wanted|would like|hop(?:es?|ed|ing))\b[^.;]{0,60}\b(?:must|should|shall|need to|have to)\b|\b(?:I|we) (?:should|must|need to|have to) (?:really |probably |also )?(?:talk|discuss|think|figure|see|look|ask|check|meet|decide|consider)|\bwithout having to\b|\b(?:doesn['’]t|don['’]t|do not|does not|didn['’]t|no longer|not|never|rather than|instead of|avoid) (?:have|need|having|needing) to\b|\bnot (?:required|necessary|mandatory|expected)\b|\bno \p{L}+(?: \p{L}+)? (?:is|are) (?:needed|required|necessary)\b|\bno need to\b|\bit is expected that\b|\b(?:had to|has had to|used to)\b/iu;
const besides =
  /, (?:but|and|though) [^,.;]{2,60} (?:not|no longer) (?:required|necessary|mandatory)(?=[.;,]|$)/i;
const past =
  /\b(?:was|were|had been) (?:required|forbidden|prohibited|allowed|limited|not allowed|not supported|responsible|expected)\b/i;

/** The words of RFC 2119 in capitals: they bind wherever they stand. */
export const bindsInCapitals = (text: string): boolean => /[A-Z]{3}/.test(text) && capitals.test(text);

/** True when a text decides by its own words, whatever else it demands. */
export const decides = (text: string): boolean =>
  /\b(?:we|I) (?:have |therefore |also |all )?(?:decided|agreed|chose) (?:to|on|for|against|not to)\b|^(?:this|the) (?:pep|proposal|rfc|kep|aip|kip|adr) (?:proposes|recommends|suggests)\b/i.test(
    text,
  );

/** A text without any of these demands nothing. */
export const demandCue =
  /must|sh(?:all|ould)|need|requir|mandator|forb|nobody|no one|reject|refuse|declin|prohib|allow|permit|support|limit|restrict|disc|ban|never|always|avoid|not|n['’]t|may|can|at (?:most|least)|no (?:more|la|less|few)|exceed|max|ought|oblig|expect|respons|necess|recommend|ha(?:s|ve) to|be |ensure|make sure|important|essential|critical|only|remember/i;

export type Demand = 'forbids' | 'demands';

/** Demand of a sentence: `forbids` limits what may be done, `demands` requires something; null for none. */
export const demandOf = (given: string): Demand | null => {
  // A remark in brackets takes nothing back.
  const remarked = given.includes('(') ? given.replace(/ \([^()]{8,}\)/g, '') : given;
  if (!demandCue.test(remarked)) return null;
  // `…, but a proposal is not required`: what else it demands stands.
  const text = remarked.replace(besides, '');
  if (!demandCue.test(text) || isQuestion(text)) return null;
  if (bindsInCapitals(text))
    return /(?:NOT|N['’]T|NEVER|FORBIDDEN|PROHIBITED|CANNOT)(?![\p{L}])/u.test(text) ? 'forbids' : 'demands';
  const demand =
    forbids.test(text) || dissuades.test(text)
      ? 'forbids'
      : demands.test(text) || opening.test(text)
        ? 'demands'
        : null;
  return demand === null || supposes.test(text) || reports.test(text) || past.test(text) ? null : demand;
};

/** A demand in the words of a rule: capitals, `must`, `shall`, `never`, or an order. Weaker words only count where demands are expected. */
export const demandsStrongly = (text: string): boolean =>
  bindsInCapitals(text) ||
  opening.test(text) ||
  /(?:^|[^\p{L}])(?:must|shall|mustn['’]t|(?:is|are) (?:strictly |explicitly )?(?:required|mandatory|forbidden|prohibited|not allowed|not permitted))(?![\p{L}])/iu.test(
    text,
  );

/** True for the result of a remedy. */
export const isDone = (text: string): boolean =>
  /\b(?:is|are) (?:\p{L}+ )?again\b|\bnow\b|\bno longer\b/iu.test(text) && demandOf(text) === null;
