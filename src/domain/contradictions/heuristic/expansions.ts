const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
/** A date or a time of day is next. */
const aMoment = `(?=(?:the )?(?:\\d|${months}|monday|tuesday|wednesday|thursday|friday|saturday|sunday|q[1-4]|noon|midnight|week \\d))`;
const ofMoment = (words: string): RegExp => new RegExp(`\\b(?:${words}) ${aMoment}`, 'g');

/**
 * What is said in a round-about way, as it is said plainly, in order. `short`: it may match where no word begins as one of its
 * own longer words does.
 */
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
  [/^(\w+ing .+?) (?:is|are) (?:up to|left to) (.+?)([.!]?)$/, '$2 neednot $1$3'],
  [/^it is not (?:up to|for) (.+?) to (?=\w)/, '$1 must not '],
  [/^(.+?) (?:needs?|requires?) no (\w+(?:al|ion|ment|ance)) (?:by|from|of) (.+?)([.!]?)$/, '$3 not $2 $1$4'],
  [/^(.+?) leaves? (?:out (.+?)|(.+?) out)([.!]?)$/, '$1 omits $2$3$4'],
  [/\b(?:is|are) not (?:meant|intended|designed|supposed) (?:for (?=\w+ing\b)|to (?=\w))/g, 'must not '],
  [/\b(?:is|are) (?:kept|prevented|stopped|blocked|precluded|excluded) from (?=\w+ing\b)/g, 'must not '],
  [/\b(?:does|do) without (?=\w+ing\b)/g, 'not '],
  [/\bnever gets? to\b/g, 'never'],
  [/\b(?:is|are) (?:withheld|concealed|shielded) from\b/g, 'is hidden from'],
  [/\b(open|closed) to (?:the (?:general )?public|every(?:one|body)|any(?:one|body)|all)\b/g, '$1 publicly'],
  [/^access to (.+?) (?=(?:requires?|needs?) )/, '$1 '],
  [/\bshares? (?=(?:the |its |our )?[\w ]{2,40}'s )/g, 'uses '],
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
  [/\b(is|are) (?:not|never) to be\b/g, 'must not be'],
  [/\b(is|are) to be\b/g, 'must be'],
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
  [/\bwe (?:do not|did not) (?:think|believe|agree) (?:that )?/g, 'not '],
  [/(?:\b(?:has|have|is|are) )?\b(?:stopped|ceased|quit|discontinued) (?=\w+ing\b)/g, 'not '],
  [/\b(?:dropped|removed|ended|discontinued) (?:the )?support (?:for|of)\b/g, 'not support'],
  [/\b(?:lacks|lack)\b/g, 'not have'],
  [/\bnone of (?:the|our)\b/g, 'no'],
  [/\b(?:is|are) against the (?:rules?|law|policy|regulations)\b/g, 'is prohibited'],
  [/\b(?:is|are) (?:illegal|unlawful|out of the question|taboo)\b/g, 'is prohibited'],
  [/\b(?:is|are) (?:left out of|omitted from|absent from|missing from|kept out of)\b/g, 'is not included in'],
  [/\b(?:is|are|be) given (?=[^,]{3,30}[.!]?$)/g, 'have '],
  [
    /\b(?:is|are) (?:automatically )?(?:deleted|destroyed|removed|erased|purged|discarded|wiped|shredded) after (?=(?:at most )?(?:\d|one|two|three|four|five|six|seven|ten|twelve)\b)/g,
    'are kept for ',
  ],
  [/\b(?:refuses?|fails?) to\b/g, 'not'],
  [/\b(?:refrains?|abstains?) from\b/g, 'must not'],
  [/\b(?:has |have )?ceased to (?!be\b)/g, 'not '],
  [/\b(?:disregards?|bypass(?:es)?|circumvents?)\b/g, 'ignores'],
  [/\b(?:works?|runs?|functions?|operates?) without (?:an? |any )?/g, 'not require '],
  [/\bunless (?:the |an? )?(.+?) (?:is|are|has been|have been) (\w+)(?=[.,!]?$)/, 'without $2 $1'],
  [/\bunless (?:there (?:is|are) )?(?:an? |the )?(?=[\p{L} -]{3,30}[.!]?$)/u, 'without '],
  [/\b(?:is|are) (?:independent of|not dependent on)\b/g, 'not depend on'],
  [/\b(?:stands? still|is idle|are idle|rests)\b/g, 'not work'],
  [/\b(?:whenever|while|as long as)\b/g, 'when'],
  [
    /\b(?:times? out|lapses?|expires?|ends?|logs? out|is closed|are closed) after (?=\d|one\b|two\b|half\b|an? )/g,
    'expires after ',
  ],
  [/\b(?:is|are) valid for (?=\d|one\b|two\b|an? )/g, 'expires after '],
  [
    /\b(?:can|may) be (?:used|accessed|reached|read|called|opened|run|installed|visited|entered) without (?:an? |any )?/g,
    'not require ',
  ],
  [/,? any (?:more|longer)\b|,? anymore\b/g, ''],
  [/\b(?:needs?|requires?) no\b/g, 'not'],
  [/\b(?:has|have) given up (?=\w+ing\b)/g, 'not '],
  [
    /^(?:the |our )?\w+ (?:that|which) (\w+(?:ed|s)) (.+?) (?:was|were|has been|have been|is|are) (?:removed|dropped|taken|deleted|gone) (?:from|out of|in) (.+?)([.!]?)$/,
    '$3 not $1 $2$4',
  ],
  [
    /^(.+?) (?:that|which) (\w+(?:ed|s)) (.+?) (?:was|were|has been|have been|is|are) (?:removed|dropped|retired|abolished|deleted|shut down|gone)\b.*$/,
    '$1 not $2 $3',
  ],
  [
    /^(?:support|maintenance) (?:for|of) (.+?) (?:ends|expires|stops) (?:in|on|at) /,
    '$1 is supported until ',
  ],
  [/\bceased? to be\b/g, 'is not'],
  [/ (?:has|have) (?:ended|ceased|stopped|been (?:discontinued|stopped|ended))(?=[.!]?$)/g, ' not'],
  [
    /^(?:support|maintenance) (?:for|of) (.+?) (?:has been|have been|was|is|will be) (?:dropped|removed|discontinued|ended|withdrawn)(?: from)?/,
    'not support $1',
  ],
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
    /,? (?:instead of|rather than|in place of) [\p{L}\p{N}.+#-]+(?: [\p{L}\p{N}.+#-]+){0,2}?(?= for\b| as\b| to\b| in\b| on\b|[,.;]|$)/gu,
    '',
  ],
  [/\bonly (?=(?:one|two|three|four|five|\d+)\b)/g, ''],
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
    ofMoment(
      'must be (?:in|submitted|received|handed in|filed|delivered|sent|complete|completed|finished|done) (?:by|before|until)',
    ),
    'is due by ',
  ],
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
  // What is left open.
  [/\b(?:does|do|did|is|are) not (?:have|need|required|obliged) to\b/g, 'neednot', 'short'],
  [/\bneed not\b/g, 'neednot'],
  [/\bthere is no (?:need|requirement|obligation) (?:to|for)\b/g, 'neednot'],
  // What is asked.
  [
    /^it is (?:strictly |explicitly )?(?:forbidden|prohibited|not (?:allowed|permitted)) (?:for (.+?) )?to /,
    '$1 must not ',
  ],
  [/^it is (?:impossible|not possible) (?:for (.+?) )?to /, '$1 can not '],
  [
    /^it is (?:always )?(?:required|mandatory|compulsory|necessary|obligatory) (?:for (.+?) )?to /,
    '$1 must ',
  ],
  [/^it is (?:possible|allowed|permitted) (?:for (.+?) )?to /, '$1 can '],
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
  [/\b(?:is|are) (not )?(?:writable|editable|modifiable)\b/g, 'can $1be modified'],
  [
    /^(?:an? |the )?([\p{L} -]{3,40}?) of (\d+ [\p{L}%]+|\d+ ?%) (?:is|are) (?:enough|sufficient|accepted|acceptable|allowed|fine)([.!]?)$/u,
    '$1 must have at least $2$3',
  ],
  [/\bneeds? (?=(?:at least|at most|no more than|\d))/g, 'must have '],
  [/\bin the background\b/g, 'asynchronously'],
  [/\ba single\b/g, 'one'],
  [/\b(?:has|have|need|needs|ought) to\b/g, 'must', 'short'],
  [/\b(?:is|are) (?:strictly |always |absolutely )?(?:required|obliged|expected|supposed) to\b/g, 'must'],
  [/\bshall\b/g, 'must'],
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
  [/\b(?:turns|switches) on\b/g, 'enables'],
  [/\b(?:turn|switch) on\b/g, 'enable'],
  [/\b(?:turned|switched) off\b/g, 'disabled'],
  [/\b(?:turns|switches) off\b/g, 'disables'],
  [/\b(?:turn|switch) off\b/g, 'disable'],
  [/\bdeactivat(ed|es|e|ing)\b/g, 'disabl$1'],
  [/\bactivat(ed|es|e|ing)\b/g, 'enabl$1'],
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
  // Phrases that stand for a word.
  [
    /\b(?:continually|around the clock|24\/7|(?:at|for) all hours|day and night|non-?stop|without (?:an? )?(?:break|interruption|pause))\b/g,
    'continuously',
  ],
  [/\bonce every\b/g, 'every'],
  [/\bin charge of\b/g, 'responsible for'],
  [/\bat least once\b/g, ''],
  [/\b(?:with |to )?(?:each other|one another)\b/g, ''],
  [/\b(?:took|takes?|taking) place\b/g, 'happen'],
  [/\bcarried out\b/g, 'performed'],
  [/\bby default\b/g, 'default'],
  [/\bin plain ?text\b/g, 'plaintext'],
  [/\bsource of truth\b/g, 'truth'],
  [/\b(?:settled|settle|settling|standardi[sz]ed?|standardi[sz]ing) on\b/g, 'use'],
  [/\b(?:opted|opt|opting) for\b/g, 'use'],
  [/\b(?:went|go|going) with\b/g, 'use'],
  [/\brel(?:y|ies) on\b/g, 'use'],
  [/\bmakes? use of\b/g, 'use'],
  [/(?<!\b(?:is|are|be|been|was|were) )\bused to\b/g, 'not'],
  [/\b(?:is|are|was|were|has been|have been) (?:chosen|adopted|selected|picked)\b/g, 'is used'],
  [/\b(?:chose|chosen|adopted|selected|picked|introduced)\b/g, 'use'],
];
