/** What is said in a round-about way, as it is said plainly. In order; each is tried once over a sentence. */
const expansions: readonly (readonly [RegExp, string])[] = [
  [/[’‘]/g, "'"],
  [/[*_`"“”]/g, ''],
  [/\b(?:can't|cannot)\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/\bshan't\b/g, 'shall not'],
  [/n't\b/g, ' not'],
  [/\bi'm\b/g, 'i am'],
  [/\b(we|they|you)'re\b/g, '$1 are'],
  [/\bwe've\b/g, 'we have'],
  [/\bwe'll\b/g, 'we will'],
  // To some alone.
  [/\bno ?one\b/g, 'nobody'],
  [/^(?:nobody|none) (?:but|except|other than) /, 'only '],
  [
    /^(.+?) (?:is|are) (?:restricted|limited|reserved|confined) (?:to|for) ([^\d]+?)([.!]?)$/,
    'only $2 can $1$3',
  ],
  [
    /^(?:nobody|no \w+) (?:outside|beyond|besides|apart from) (?:of )?(.+?) (?=(?:can|may|must|has|have|is|are|gets|sees|reads|writes) )/,
    'only $1 ',
  ],
  // Denials at a distance.
  [/\bno longer\b(?! than)/g, 'not'],
  [/\b(?:under no circumstances|in no case|at no time|by no means|on no account|nowhere)\b,?/g, 'never'],
  [/\bit is not the case that\b/g, 'not'],
  [/\bwe (?:do not|did not) (?:think|believe|agree) (?:that )?/g, 'not '],
  [/(?:\b(?:has|have|is|are) )?\b(?:stopped|ceased|quit|discontinued) (?=\w+ing\b)/g, 'not '],
  [/\b(?:dropped|removed|ended|discontinued) (?:the )?support (?:for|of)\b/g, 'not support'],
  [/\b(?:lacks|lack)\b/g, 'not have'],
  [/\bnone of (?:the|our)\b/g, 'no'],
  [/\b(?:refuses?|fails?) to\b/g, 'not'],
  [/\b(?:refrain|abstain) from\b/g, 'must not'],
  [/,? any (?:more|longer)\b|,? anymore\b/g, ''],
  [/\b(?:needs?|requires?) no\b/g, 'not'],
  [/\b(?:has|have) given up (?=\w+ing\b)/g, 'not '],
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
    /^(?:support|maintenance) (?:for|of) (.+?) (?:has been|have been|was|is|will be) (?:dropped|removed|discontinued|ended|withdrawn)/,
    'not support $1',
  ],
  [
    / (is|are|be|remains?|stays?) un(encrypted|compressed|signed|supported|verified|authenticated|protected|versioned|tested|reviewed|monitored|restricted|limited|validated|documented|maintained|cached|indexed|logged|approved|published)\b/g,
    ' $1 not $2',
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
    /\b(?:the )?(?:end|beginning|start|middle) of (?=(?:january|february|march|april|may|june|july|august|september|october|november|december|q[1-4])\b)/g,
    '',
  ],
  [
    /\b(?:mid|early|late)[ -](?=(?:january|february|march|april|may|june|july|august|september|october|november|december|q[1-4])\b)/g,
    '',
  ],
  [/^(.+?ion(?: of .+?)?) (?:is|are) (?:done|performed|handled|carried out|taken care of) by /, '$1 by '],
  // What is left open.
  [/\b(?:does|do|did|is|are) not (?:have|need|required|obliged) to\b/g, 'neednot'],
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
  [/\ba single\b/g, 'one'],
  [/\b(?:has|have|need|needs|ought) to\b/g, 'must'],
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
  [/\b(is|are|be|remains?|stays?|defaults to|set to) on(?= by default| at all times|[.,;]?$)/g, '$1 enabled'],
  [
    /\b(is|are|be|remains?|stays?|defaults to|set to) off(?= by default| at all times|[.,;]?$)/g,
    '$1 disabled',
  ],
  // Phrases that stand for a word.
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
  [/(?<!\b(?:is|are|be|been|was|were) )\bused to\b/g, 'formerly'],
  [/\b(?:is|are|was|were|has been|have been) (?:chosen|adopted|selected|picked)\b/g, 'is used'],
  [/\b(?:chose|chosen|adopted|selected|picked|introduced)\b/g, 'use'],
];

const deciders = '(?:we|i|the (?:team|group|committee|project|board|wg|community|sig))';
const preambles: readonly RegExp[] = [
  /^(?:[-*+•]|\d+[.)]) +/,
  /^\[?(?:decision|fact|requirement|constraint|resolution|resolved|agreed|action|note|update|policy|rule|req-\d+|[a-z]{2,5}-\d+)\]?[:.] */,
  /^(?:as of (?:now|today),? |from now on,? |going forward,? |henceforth,? |therefore,? |so,? |effective immediately,? |note that |please note that |for now,? )/,
  new RegExp(
    `^${deciders} (?:have |has )?(?:also )?(?:unanimously )?(?:decided|agreed|concluded|resolved|voted|committed)(?: that| to| on)? `,
  ),
  /^it (?:was|is|has been) (?:unanimously )?(?:decided|agreed|resolved)(?: that| to)? /,
  /^the (?:decision|consensus|agreement|conclusion) (?:is|was)(?: that| to)? /,
];

/** A reason, a purpose or a remark after the statement itself. */
const tails =
  /,? (?:because|since (?:it|they|this|we|that)|so that|so as to|in order to|due to|which means|meaning that|as (?:it|they|this|we) )\b.*$|, (?:which|where|as|so|since|allowing|enabling|making|thus|thereby)\b.*$/;

/** A lower-case sentence without preambles and remarks, in plainer words. Linear in its length. */
export const expandSentence = (sentence: string): string => {
  let plain = sentence;
  for (const [pattern, replacement] of expansions) plain = plain.replace(pattern, replacement);
  for (const preamble of preambles) plain = plain.replace(preamble, '');
  const cut = plain.replace(tails, '');
  return (cut.length >= 12 ? cut : plain).replaceAll(/\s{2,}/g, ' ').trim();
};
