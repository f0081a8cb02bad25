const opened = new RegExp(
  String.raw`^(?:(?:however|but|and|so|thus|therefore|hence|then|also|additionally|in addition|moreover|furthermore|otherwise|instead|similarly|likewise|in this case|in that case|in such cases?|for this reason|to do (?:this|so)|if so|if not|consequently|as a result|as such|that said|nevertheless|still|yet|again|here|once|finally|in contrast|conversely|for that|first|second|third|firstly|secondly|lastly|note(?: that|,|:)|generally|usually|typically|normally|currently|eventually)\b,? ?)*` +
    String.raw`(?:(?:it|they|he|she|those|them|its|their|these|such|both|neither|this|that)\b(?! (?:(?:document|page|guide|file|repo(?:sitory)?|project|policy|proposal|pep|kep|kip|aip|rfc|adr|record|specification|spec|section|package|service|team|library|charter)\b|is (?:a|an|the) \p{L}+ (?:that|which|for)\b)))`,
  'iu',
);
const connected =
  /^(?:however|thus|hence|otherwise|in this case|in that case|in such cases?|for this reason|to do (?:this|so)|if so|if not|consequently|as such|that said|nevertheless|conversely|similarly|likewise|instead(?=,)|in (?:both|either|all|these|those|such) cases?)(?![\p{L}])/iu;

/** `Of these, only`, `After that, it`: a first phrase that only points back. */
const pointsBack =
  /^(?:of|after|before|besides|beyond|with|from|by|on|until|since|for|at|given|because of|due to|based on|in (?:the )?light of) (?:these|those|them|that|this|it|which)(?:, | (?:comes?|is|are|the|only|we|all)\b)/i;
/** `If they are away`, `When it fails`: a clause whose subject stands elsewhere. `If it is possible` has none. */
const conditionOfElsewhere =
  /^(?:even )?(?:if|when|whenever|once|after|before|while|until|unless|although|though|since|because|as long as|where) (?:they|he|she|it|this|these|those|any|none|either|neither|both)(?:['’]s|['’]re| (?!of (?!the above|them|these|those)(?:the|our|its|your|a)\b)(?:is|are|was|were|has|have|had|does|do|did|can|cannot|will|must|should|would|fails?|of (?:the above|them|these|those))\b)(?! (?:not )?(?:possible|necessary|needed|required|clear|unclear|important|useful|desirable|known|likely|easy|hard|safe|an? )\b)/i;
/** `If missing, …`: nothing says what. */
const conditionOfNothing =
  /^(?:if|when|unless) (?:so|not|missing|either|neither|true|false)(?:, | of the above)/i;
/** `The latter is abstract`, `All three parts are required`: what is counted or pointed at was named before. */
const namedBefore =
  /^(?:(?:if|when|as) )?(?:the (?:latter|former|above|aforementioned)\b|(?:either|neither|all|none|some|any|each|one|both) of (?:these|them|those|the above)\b|all (?:two|three|four|five|six) \p{L}+|the (?:\p{L}+ ){1,3}above\b(?! (?:the|an?|all|our|its|\d))|(?:with|for|in|from|by) the above\b|(?:including|especially|namely)\b|the (?:first|second|third|last) (?:one|option|alternative|approach|of (?:these|them)|\p{L}+ above)\b)/iu;
/** `Never flag this as an issue`, `Don't edit that file by hand`: an order about what it does not name. */
const ordersOfElsewhere =
  /^(?:(?:please|always|never|just|also|only|do not|don['’]t|do) )*(?!(?:if|when|see|like|for|with|of|to|in|on|at|by|from|let|help|make|makes?|keep|the|an?)\b)\p{L}{3,} (?:it|them|this|these|those|(?:that|those) (?!the |an? |this |there |all |any |it )\p{Ll}+)(?= (?:as|by|at|to|in|for|with|on|when|if|before|after|from|instead)\b|[.,;]|$)/iu;

/** `It is closed, however.`, `All of it should, therefore, be read`: said against or after something. */
const connectedWithin = /, (?:however|therefore|thus|hence),/i;
const connectedLast = /\b(?:however|though|as well)[.!]$/i;
/** So far a sentence is looked into for what connects it, and from its end on. */
const firstWords = 72;
const lastWords = 9;

const leanings = [
  opened,
  connected,
  pointsBack,
  conditionOfElsewhere,
  conditionOfNothing,
  namedBefore,
  ordersOfElsewhere,
];

/** True when a text refers to a sentence before it: `This means …`, `However, they …`, `If it fails, …`, `Of these, …`. */
export const isAnaphoric = (text: string): boolean =>
  leanings.some((form) => form.test(text)) ||
  connectedWithin.test(text.slice(0, firstWords)) ||
  connectedLast.test(text.slice(-lastWords));

/** `We will use option B`: a name that says nothing away from the list of options. */
export const namesOption = (text: string): boolean =>
  /\b(?:[Oo]ption|[Aa]lternative|[Aa]pproach|[Vv]ariant)s? ["'“‘]?(?:\d|[A-H])\b|["“](?:option|alternative|approach|variant|rule) \d/.test(
    text,
  );

/** The guardrail that fires when a statement refers to what stands before it in its source: alone it says less than it seems to. */
export const leansOnContext = 'leans_on_context';

const connector =
  /^(?:however|thus|hence|therefore|as such|consequently|additionally|in addition|moreover|furthermore|nevertheless|that said|as a result), /i;

/** How long a text's words of connection are (`As such, `), where what follows says itself what it is about; else 0. */
export const connectionLength = (text: string): number => {
  const length = connector.exec(text)?.[0].length ?? 0;
  return length > 0 && isAnaphoric(text) && !isAnaphoric(text.slice(length)) ? length : 0;
};
