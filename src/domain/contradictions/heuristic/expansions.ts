const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
/** A date or a time of day is next. */
const aMoment = `(?=(?:the )?(?:\\d|${months}|monday|tuesday|wednesday|thursday|friday|saturday|sunday|q[1-4]|noon|midnight|week \\d))`;
const ofMoment = (words: string): RegExp => new RegExp(`\\b(?:${words}) ${aMoment}`, 'g');

/** Wordy expressions and their plain forms, in order. `short`: may match where no word begins like one of its own longer words. */
export type Expansion = readonly [pattern: RegExp, plain: string, reach?: 'short'];
export const expansions: readonly Expansion[] = [
  [/[’‘]/g, "'"],
  [/[*_`"“”]/g, ''],
  [/\b(?:can't|cannot)\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/\bshan't\b/g, 'shall not'],
  [/n't\b/g, ' not'],
  [/\bi'm\b/g, 'i am'],
  [/\b(we|they|you)'re\b/g, '$1 are', 'short'],
  [/\bwe've\b/g, 'we have'],
  [/\bwe'll\b/g, 'we will'],
  // To some alone.
  [/\bno ?one\b/g, 'nobody', 'short'],
  [/^(?:nobody|none) (?:but|except|other than) /, 'only '],
  [
    /^(.+?) (?:is|are) (?:restricted|limited|reserved|confined) (?:to|for) ([^\d]+?)([.!]?)$/,
    'only $2 can $1$3',
  ],
  [
    /^(?:nobody|no \w+) (?:outside|beyond|besides|apart from) (?:of )?(.+?) (?=(?:can|may|must|has|have|is|are|gets|sees|reads|writes) )/,
    'only $1 ',
  ],
  [/^(.+?) (?:is|are) what (we|they|the team) (.+?)([.!]?)$/, '$2 $3 $1$4'],
  [/^(.+?) (?:is|are) (?:meant )?for ([^\d,]+?) (?:only|alone|exclusively)([.!]?)$/, 'only $2 can use $1$3'],
  // Denials at a distance.
  [
    /^(\w+ing .+?) (?:is|are) (?:ruled out|not an option|out of the question|off the table)(?: for (.+?))?([.!]?)$/,
    '$2 must not $1$3',
  ],
  [/^it is not (?:up to|for) (.+?) to (?=\w)/, '$1 must not '],
  [/^(.+?) (?:needs?|requires?) no (\w+(?:al|ion|ment|ance)) (?:by|from|of) (.+?)([.!]?)$/, '$3 not $2 $1$4'],
  [/^(.+?) leaves? (?:out (.+?)|(.+?) out)([.!]?)$/, '$1 omits $2$3$4'],
  [/\b(?:is|are) not (?:meant|intended|designed|supposed) (?:for (?=\w+ing\b)|to (?=\w))/g, 'must not '],
  [/\b(?:is|are) (?:kept|prevented|stopped|blocked|precluded|excluded) from (?=\w+ing\b)/g, 'must not '],
  [/\b(?:does|do) without (?=\w+ing\b)/g, 'not '],
  [/\b(open|closed) to (?:the (?:general )?public|every(?:one|body)|any(?:one|body)|all)\b/g, '$1 publicly'],
  [/^access to (.+?) (?=(?:requires?|needs?) )/, '$1 '],
  [/\b(?:forever|indefinitely)\b/g, 'without end'],
  [
    / (is|are|be) (?:stored|kept|sent|transmitted|transferred|saved|written) in (?:(?:plain|clear) ?text|the clear)\b/g,
    ' $1 not encrypted',
  ],
  [
    /^(\w+ing .+?) is not something (?:that )?(.+?) (?:(?:is|are) allowed to do|may do|can do|must do|does|do)([.!]?)$/,
    '$2 must not $1$3',
  ],
  [/^(\w+ing .+?) is something (?:that )?(.+?) never (?:does|do)([.!]?)$/, '$2 never $1$3'],
  [/^(.+?) (?:is|are) (?:off[- ]limits|closed) (?:to|for) (.+?)([.!]?)$/, '$2 can not use $1$3'],
  [/^(.+?) (?:is|are) (?:exempt|excluded) from (.+?)([.!]?)$/, '$2 not $1$3'],
  [/\bno longer\b(?! than)/g, 'not'],
  [
    /,? (?:under any circumstances?|in any (?:case|way|form)|at any time|by any means|whatsoever|at all|ever)(?=[.,;!]?$)/g,
    '',
  ],
  [
    /\b(?:(?:under|in) no circumstances?|in no (?:case|event|way)|at no (?:time|point)|by no means|on no (?:account|condition|occasion)|nowhere)\b,?/g,
    'never',
  ],
  [/^never (?:may|can|must|shall|should|will|does|do|is|are) /, 'never must '],
  [/\bit is not the case that\b/g, 'not'],
  [/(?:\b(?:has|have|is|are) )?\b(?:stopped|ceased|quit|discontinued) (?=\w+ing\b)/g, 'not '],
  [/\b(?:lacks|lack)\b/g, 'not have'],
  [/\b(?:is|are) (?:left out of|omitted from|absent from|missing from|kept out of)\b/g, 'is not included in'],
  [/\b(?:refuses?|fails?) to\b/g, 'not'],
  [/\b(?:refrains?|abstains?) from\b/g, 'must not'],
  [/\b(?:has |have )?ceased to (?!be\b)/g, 'not '],
  [/\b(?:works?|runs?|functions?|operates?) without (?:an? |any )?/g, 'not require '],
  [/\bunless (?:the |an? )?(.+?) (?:is|are|has been|have been) (\w+)(?=[.,!]?$)/, 'without $2 $1'],
  [/\b(?:stands? still|is idle|are idle|rests)\b/g, 'not work'],
  [/\b(?:whenever|while|as long as)\b/g, 'when'],
  [/\b(?:is|are) valid for (?=\d|one\b|two\b|an? )/g, 'expires after '],
  [
    /\b(?:can|may) be (?:used|accessed|reached|read|called|opened|run|installed|visited|entered) without (?:an? |any )?/g,
    'not require ',
  ],
  [/,? any (?:more|longer)\b|,? anymore\b/g, ''],
  [/\b(?:has|have) given up (?=\w+ing\b)/g, 'not '],
  [
    /^(?:the |our )?\w+ (?:that|which) (\w+(?:ed|s)) (.+?) (?:was|were|has been|have been|is|are) (?:removed|dropped|taken|deleted|gone) (?:from|out of|in) (.+?)([.!]?)$/,
    '$3 not $1 $2$4',
  ],
  [
    /^(.+?) (?:that|which) (\w+(?:ed|s)) (.+?) (?:was|were|has been|have been|is|are) (?:removed|dropped|retired|abolished|deleted|shut down|gone)\b.*$/,
    '$1 not $2 $3',
  ],
  [/ (?:has|have) (?:ended|ceased|stopped|been (?:discontinued|stopped|ended))(?=[.!]?$)/g, ' not'],
  [
    / (is|are|be|remains?|stays?)(?: (?:stored|kept|sent|transmitted|transferred|saved|written|shipped))? un(encrypted|compressed|signed|supported|verified|authenticated|protected|versioned|tested|reviewed|monitored|restricted|limited|validated|documented|maintained|cached|indexed|logged|approved|published)\b/g,
    ' $1 not $2',
    'short',
  ],
  [/\bout of (service|order|use|operation)\b/g, 'not in $1'],
  [/\b(?:is|are|be) free (?:of|from)\b/g, 'not contain'],
  [/\b(?:have|has) no (?:authority|permission|right|rights|licen[cs]e|mandate) to\b/g, 'can not'],
  [/, (?:and |but )?not [^,.;]+/g, ''],
  [
    /\b(?:the )?(?:end|beginning|start|middle) of (?=(?:\d{4}\b|january|february|march|april|may|june|july|august|september|october|november|december|q[1-4])\b)/g,
    '',
  ],
  [
    /\b(?:mid|early|late)[ -](?=(?:january|february|march|april|may|june|july|august|september|october|november|december|q[1-4])\b)/g,
    '',
  ],
  [
    /^(.+?(?:ion|ment|val)s?(?: of .+?)?) (?:is|are) (?:done|performed|handled|carried out|taken care of) by (?!hand\b|an? (?:person|human)\b)/,
    '$1 by ',
  ],
  [
    /^(.+?(?:ion|ment|val)s?(?: of .+?)?) (?:is|are) not (?:done|performed|handled|carried out|taken care of|an? (?:task|duty|job|responsibility) of|the (?:task|duty|job|responsibility) of) (?:by )?/,
    'not $1 by ',
  ],
  // When it is, or ends.
  [
    ofMoment(
      '(?:has been|have been) (?:postponed|moved|rescheduled|deferred|delayed|put off|brought forward)(?: from .{3,30}?)? (?:to|until|till)',
    ),
    'is by ',
  ],
  [
    ofMoment(
      '(?:is|are|stays?|remains?) (?:open|valid|available|accepted|supported|maintained|in force|possible) (?:until|till|up to)',
    ),
    'ends by ',
  ],
  [ofMoment('(?:runs?|lasts?|applies|apply|stays?|remains?) (?:until|till)'), 'ends by '],
  [
    /\b(?:is|are) (?:taken|made|done|carried out|performed|run|created) (?=(?:hourly|daily|nightly|weekly|monthly|yearly|once|twice|every|each|several)\b)/g,
    'happen ',
  ],
  [
    /^there (?:is|are) one ([\p{L}-]+) (?=(?:a|an|per|every|each) (?:minute|hour|day|night|week|month|quarter|year)\b)/u,
    '$1 happens once ',
  ],
  [/\bcomes? out\b/g, 'happens'],
  [/\bby (?:hand|(?:an? )?(?:person|human|human being))\b/g, 'manually'],
  [
    /\b(is|are) (?:done|performed|made) (?=(?:fully |entirely |always )?(?:manually|automatically)\b)/g,
    '$1 ',
  ],
  // Left open.
  [/\bneed not\b/g, 'neednot'],
  // Required.
  [
    /^it is (?:strictly |explicitly )?(?:forbidden|prohibited|not (?:allowed|permitted)) (?:for (.+?) )?to /,
    '$1 must not ',
  ],
  [/^it is (?:impossible|not possible) (?:for (.+?) )?to /, '$1 can not '],
  [
    /^there (?:is|are) ((?:one|two|three|four|five|six|seven|eight|nine|ten|\d+) [^,]+?) in (the [\p{L}\p{N} -]{2,40}?)([.!]?)$/u,
    '$2 has $1$3',
  ],
  [/^there (?:is|are|will be) /, ''],
  [/^(.+?) (?:suffices?|(?:is|are) (?:enough|sufficient)) (?=to )/, '$1 is needed '],
  [/^(.+?) (?:is|are) (?:enough|sufficient) for (.+?)([.!]?)$/, '$2 needs $1$3'],
  [/\b(?:consists? of|comprises?|(?:is|are) (?:made up|composed) of)\b/g, 'has'],
  [/\b(?:has|have) room for\b/g, 'seats'],
  [/\b(?:owns? (?:its|their)|(?:has|have|uses?|gets?) (?:its|their) own)\b/g, 'has its own'],
  [/\bshares? (?:a single|a common|the same|one|an?) /g, 'not has its own '],
  [/\b(?:their|its|his|her) own\b/g, 'separate'],
  [/\b(is|are) read-only\b/g, 'can not be modified'],
  [
    /^(?:an? |the )?([\p{L} -]{3,40}?) of (\d+ [\p{L}%]+|\d+ ?%) (?:is|are) (?:enough|sufficient|accepted|acceptable|allowed|fine)([.!]?)$/u,
    '$1 must have at least $2$3',
  ],
  [/\bneeds? (?=(?:at least|at most|no more than|\d))/g, 'must have '],
  [/\bin the background\b/g, 'asynchronously'],
  [/\ba single\b/g, 'one'],
  [
    /\b(?:is|are|be) (?:strictly |explicitly )?(?:not (?:allowed|permitted|authori[sz]ed) to|(?:prohibited|forbidden|banned|barred) (?:from|to))\b/g,
    'must not',
  ],
  [
    /\b(?:is|are|be) (?:explicitly )?(?:allowed|permitted|authori[sz]ed|able|entitled|free|welcome) to\b/g,
    'can',
  ],
  // Switches.
  [/\b(?:turned|switched) on\b/g, 'enabled'],
  [/\b(?:turned|switched) off\b/g, 'disabled'],
  [/\bdeactivat(ed|es|e|ing)\b/g, 'disabl$1'],
  [
    /\b(is|are|be|remains?|stays?|defaults to|set to) on(?= by default| at all times|[.,;]?$)/g,
    '$1 enabled',
    'short',
  ],
  [
    /\b(is|are|be|remains?|stays?|defaults to|set to) off(?= by default| at all times|[.,;]?$)/g,
    '$1 disabled',
    'short',
  ],
  // A move says where somebody lives since.
  [
    /^(.+?) (?:has |have )?(?:moved|relocated) to (.+?)(?: (?:in|on|since|last|this) [^,]+?)?,? and (?:now )?(lives?|works?|is based|are based) there(?: now)?([.!]?)$/,
    '$1 $3 in $2$4',
  ],
  // Phrases that stand for a word.
  [
    /\b(?:continually|around the clock|24\/7|(?:at|for) all hours|day and night|non-?stop|without (?:an? )?(?:break|interruption|pause))\b/g,
    'continuously',
  ],
  [/\b(?:took|takes?|taking) place\b/g, 'happen'],
  [/(?<!\b(?:is|are|be|been|was|were) )\bused to\b/g, 'not'],
];
