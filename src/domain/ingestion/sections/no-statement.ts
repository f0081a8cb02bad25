/** Text that fills a template's place, or leaves its matter open. */
export const isPlaceholder = (text: string): boolean =>
  /^\W*(?:TB[ACD]|TODO|N\/?A|none|lorem ipsum|\[?(?:insert|describe|your|fill in|replace this|optional)\b[^.]*\]|to be (?:defined|determined|decided|done|written|confirmed))\b/i.test(
    text,
  ) ||
  unfilled.test(text) ||
  /\b(?:yet|still) to be (?:made|decided|determined|confirmed|agreed)\b|\b(?:replace|delete|remove) (?:anything in italics|this (?:section|text|line|paragraph))\b/i.test(
    text,
  );

/** `{title of the decision}`, `<your reason>`: the place of a template that nobody filled in. */
const unfilled =
  /\{\p{L}[^{}:="]* [^{}:="]*\}|^\W*\{[^{}:="]+\}\W*$|(?<![\p{L}\p{N}])<\p{L}[\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+)+>/u;

/** Text that illustrates what stands before it. */
export const isIllustration = (text: string): boolean =>
  /^\W*(?:for (?:instance|example)|(?:an |some )?examples?\b|e\.?g\b|imagine|suppose|consider (?:the|a|an|this)\b|let['’]s (?:say|look|consider|assume)|say,|say (?:you|your|that|we)\b|see (?:the|also|below|above|\p{Lu}|https?|`)|the following (?:example|code|snippet|table|figure|diagram))/iu.test(
    text,
  );

/** Text about the record itself, not about its matter. */
export const isAboutRecord = (text: string): boolean =>
  /^(?:this|the) (?:adr|record|document|page|pep|proposal|rfc|section|chapter|guide|file|list|table|post|article|report|note)s? (?:outlines?|describes?|documents?|records?|explains?|provides?|contains?|covers?|discuss(?:es)?|details?|lists?|summari[sz]es?|presents?|shows?|uses|assumes|is (?:about|intended|for|meant|organi[sz]ed|divided|structured|to|based on)|has (?:several|two|three|four|five)|follows)\b/i.test(
    text,
  ) ||
  saysHow.test(text) ||
  purpose.test(text) ||
  describedElsewhere.test(text);
const saysHow =
  /^this (?:policy|charter|handbook|runbook|readme|guide|page|document) (?:tells?|says|sets out|explains|describes) (?:you\b|how|what|who|when|why)/i;
const purpose =
  /^(?:the )?(?:main )?(?:purpose|goal|aim|intent|intention|scope) of (?:\p{L}+ing )?(?:this|the) (?:\p{L}+ )?(?:adr|record|document|page|pep|proposal|rfc|section|guide|report|policy|draft|design|specification|standard)\b|^(?:the|this) (?:diagram|figure|table|list|graph|picture|example|snippet)s? (?:below|above)\b|^here (?:is|are)\b/iu;
const describedElsewhere =
  /\bis (?:essentially |largely |exactly |basically )?as (?:described|outlined|explained|discussed)\b/i;

const pointers = [
  /\bcan (?:also )?be (?:found|read|viewed|downloaded|watched) (?:here|at|in|on|under|below)\b/i,
  /^you (?:can|may) (?:also )?(?:find|read more|see|view|watch)\b/i,
  /^(?:please )?(?:check out|feel free|follow along|take a look|have a look|stay tuned|head (?:over )?to|refer to)\b/i,
  /\b(?:more|further|additional|technical) (?:information|details?|help|background)\b.{0,60}\b(?:check|see|visit|read|refer|page|available)\b/i,
  /^for (?:an? |the |full |more |further |additional )*(?:more|further|details|help|information|overview|documentation|background|resources|\p{L}+ resources)\b.{0,160}, (?:please )?(?:see|check|visit|read|refer to)\b/iu,
  /\bfor (?:(?:contact|more|further|additional) )+(?:information|details)\.?$/i,
  /\bis (?:also )?available (?:as an? (?:pull request|patch|gist|pdf)|here)\b/i,
  /\bfor (?:questions|feedback)\b/i,
  /^(?:please )?(?:watch|view|read|see|join) (?:the |our )?(?:recording|video|slides|demo|call)\b/i,
  /\b(?:is|are) (?:defined|specified|described|documented|explained|taken) (?:in|from) .{0,60}(?:https?:|section \d)/i,
];

const endsInAddress = /(?:^| )(?:[-–—:(]|here) ?https?:\S+$/i;

/** Text that only says where to look, or whom to ask. */
export const isPointer = (text: string): boolean =>
  pointers.some((form) => form.test(text)) || (text.includes('http') && endsInAddress.test(text));

const reportsTalk =
  /\b(?:gave|did|had|presented|delivered|showed) (?:us )?(?:an?|the|their|his|her|our) (?:[\p{L}-]+ ){0,3}(?:demo|demonstration|presentation|talk|update|overview|walk-?through|recap|introduction|intro)\b|\b(?:talked|spoke) (?:about|through)\b|^there (?:was|were) (?:an? |some |much )?(?:\p{L}+ )?(?:discussions?|debates?|talk|questions?)\b|\b(?:is|are) looking for (?:people|help|volunteers|feedback)\b/iu;
/** `[ada] Term limits`, `Discuss the tides`: who brings up what. */
const agenda = /^\[[\p{L}\p{N} ,/&@.-]+\] ?(?=[^\s([])|^(?:discuss|review|revisit|recap|talk about) /iu;

/** True for meeting talk, such as demonstrations, requests and agenda items: it states nothing. */
export const isTalk = (text: string): boolean => reportsTalk.test(text) || agenda.test(text);

/** Thanks and apologies. */
export const isCourtesy = (text: string): boolean =>
  /^(?:(?:many|special|big) )?(?:thanks|thank you|welcome|congratulations|(?:we|I) (?:are (?:very |truly |deeply )?sorry|apologi[sz]e))\b|\b(?:is|are|would be) (?:much |greatly |very )?appreciated\b/i.test(
    text,
  );
