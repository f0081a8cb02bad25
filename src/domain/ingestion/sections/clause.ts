/** Verbs of technical and everyday records in their base form; how a text is told from a bare noun. */
const listedVerbs: ReadonlySet<string> = new Set(
  (
    'abort accept accompany achieve acknowledge act activate adapt add address adhere adjust adopt affect agree aim align allocate allow amend annotate announce answer append apply approve archive arrive ask ' +
    'assert assess assign assist assume attach attempt attend audit authenticate authorize avoid back balance base batch become begin behave believe belong block book bootstrap bound break bring broadcast browse build ' +
    'bump bundle buy bypass cache calculate call cancel capture carry catch cause change check choose cite claim clarify classify clean clear clone close coalesce collect combine come comment commit communicate ' +
    'compare compile complete comply compose compress compute conduct configure confirm conform connect consider consist consolidate consult consume contact contain continue contribute control convert coordinate copy correct cost count cover ' +
    'crash create cut debug decide declare decline decouple decrease deduplicate defer define delay delegate delete deliver demonstrate deny depend deploy deprecate derive describe design detect determine develop diagnose disable disallow discard ' +
    'disclose disconnect discourage discuss dispatch display do document download draft drain drop duplicate edit elect eliminate embed emit emphasize employ enable encode encounter encourage encrypt end endorse enforce enhance enroll ensure enter ' +
    'escalate escape establish estimate evaluate evict examine exceed exclude execute exercise exhaust exist exit expand expect expire explain explore export expose express extend extract face fail fall favor favour feature ' +
    'feed fetch file fill filter finalize find finish fit fix flag flush focus follow forbid force fork form format forward free freeze gain gate gather generate get give go govern grant group grow guarantee ' +
    'guard guide handle happen have help hide hit hold host identify ignore implement import improve include increase increment index indicate inform inherit initialize initiate inject insert inspect install instruct integrate intend interact introduce ' +
    'invalidate investigate invite invoke involve isolate issue iterate join keep kill know label land last launch lay lead leak learn leave let leverage limit link lint list listen live load locate lock log ' +
    'look lose lower maintain make manage mandate map mark match mean measure meet mention merge migrate minimize mirror mitigate mock modify monitor mount move mutate name need negotiate nest notify number observe obtain ' +
    'occur offer omit open operate opt optimize order organize outline output overlap override own pack package page parse participate pass patch pause pay perform permit persist pick pin place plan play point poll post ' +
    'power prefer prefix prepare present preserve press prevent print prioritize proceed process produce profile prohibit promote prompt propagate propose protect prove provide provision publish pull purge push put qualify query queue quote raise ' +
    'range rate reach read reboot rebuild recall receive recommend reconnect record recover redirect reduce refactor refer refine reflect refrain refresh refuse regenerate register reimplement reinstall reject relate release reload rely remain remember remind ' +
    'remove rename render reopen repeat replace replicate reply report represent reproduce request require rerun reserve reset reside resolve respect respond restart restore restrict result resume retain retire retrieve retry return reuse revert review ' +
    'revise revoke rewrite roll rotate round route run sample sanitize satisfy save saturate say scale scan schedule scope search secure see seek select send separate serialize serve set settle share ship should show shrink shut ' +
    'sign signal simplify simulate skip solve sort spawn specialize specify speed spend split sponsor stage stand start state stay stem step stick stop store stream strip strive structure submit subscribe succeed suffer suggest supersede supply ' +
    'support suppress surface survive suspend switch sync synchronize tag take talk target teach tell terminate test throttle throw time tolerate touch track transfer transform transition translate transmit treat trigger trim trip truncate trust try tune ' +
    'turn type undergo understand undo unify uninstall unit unlock update upgrade upload use utilize validate vary vendor verify version vote wait want warn watch weigh work wrap write yield ' +
    'click cordon decrypt demote detach downgrade evacuate navigate silence snapshot swap toggle ' +
    'bend blow boil burn carve charge climb cook cool cross cure dig dip dive dry eat drink drive drown dump fasten feel float fly fold freeze glow glue hang heat hire hurt kick lean leak lend lift melt mix nail paint plant pour practise pump rain ride ring rinse rise rub sail seal sell shake shine sing sink sit sleep slip smell smoke soak spill spin spray squeeze steer stir swim swing taste tie tow train travel visit wake walk wash wear weld whisper win wipe'
  ).split(' '),
);
/** `re-enable`, `unmount` and `redeploy` are verbs as `enable`, `mount` and `deploy` are. */
const baseVerbs: Pick<ReadonlySet<string>, 'has'> = {
  has: (word) => listedVerbs.has(word) || listedVerbs.has(word.replace(/^(?:re-?|un)(?=\p{Ll}{4})/u, '')),
};
/** Base forms that are more often nouns, or begin a title: alone they make no clause. */
const nouns: ReadonlySet<string> = new Set(
  'access act address aim answer attempt comment audit back balance base batch block book cache call cause change check claim commit control copy cost count cover crash debug delay design display document draft drop end exercise exit export face fail feature feed file filter fix flag focus force form format fork gain gate grant group guarantee guard guide handle help hit hold host import increase index issue join label land last launch lead leak limit link lint list load lock log look map mark match measure mention merge mirror mock monitor mount move name need number offer open order output overlap own pack package page patch pause pay pin place plan play point poll post power prefix present press process produce profile project prompt propose pull purge push query queue quote raise range rate reach read record refactor release repeat report request reserve reset result return review roll round route run sample scale scan schedule scope search secure separate set share ship show sign signal sort spawn split stage stand start state stay step store stream structure supply support surface switch sync tag target test time touch track transfer trigger trim trip trust try turn type unit update upgrade upload use vendor version vote wait want watch work'.split(
    ' ',
  ),
);

const finite =
  /(?:^|[^\p{L}])(?:is|are|was|were|am|be|been|isn't|aren't|wasn't|weren't|has|have|had|hasn't|haven't|does|do|did|doesn't|don't|didn't|will|won't|would|wouldn't|shall|should|shouldn't|can|can't|cannot|could|couldn't|may|might|must|mustn't|needs?|goes|went|came|made|took|gave|got|found|kept|left|lost|put|ran|said|saw|sent|set|led|built|chose|chosen|held|met|paid|broke|began|became|grew|fell|wrote|written|brought|caught|i'm|we're|they're|it's|that's|we'll|i'll|we've|i've|let's|sank|rose|drove|flew|drew|knew|threw|wore|tore|spoke|stole|froze|fought|taught|thought|bought|slept|spent|stood|understood|told|sold|felt|dealt|meant|rang|shook|shot|struck|stuck|won|ate|drank|slid|swam|woke)(?![\p{L}])/iu;

const stemOf = (word: string): string | null => {
  for (const [suffix, endings] of [
    ['ies', ['y']],
    ['ied', ['y']],
    ['es', ['', 'e']],
    ['s', ['']],
    ['ed', ['', 'e']],
  ] as const) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    for (const ending of endings) if (baseVerbs.has(stem + ending)) return stem + ending;
    if (suffix === 'ed' && stem.at(-1) === stem.at(-2) && baseVerbs.has(stem.slice(0, -1)))
      return stem.slice(0, -1);
  }
  return null;
};

/** Most texts are of this alphabet alone, and are read faster so. */
const ascii = /^[\0-\x7f]*$/;

/** The words of a text in lower case, a name with dots, slashes or dashes as one. */
export const wordsOf = (text: string): readonly string[] =>
  (ascii.test(text)
    ? text.toLowerCase().match(/[a-z0-9']+(?:[-./_][a-z0-9']+)*/g)
    : text
        .toLowerCase()
        .replaceAll('’', "'")
        .match(/[\p{L}\p{N}']+(?:[-./_][\p{L}\p{N}']+)*/gu)) ?? [];

/** How many words a text has; a name with dots, slashes or dashes is one. */
export const wordCount = (text: string): number => wordsOf(text).length;

const leading =
  /^(?:(?:and|so|also|always|never|only|then|first|next|finally|instead|either|please|just|simply|generally|usually|ideally|preferably|optionally|where possible|when possible|if possible|by default|in general|important|note|critical|required|tip|warning|rule)[:,]? +|do not +|don['’]t +)*/iu;

/** `CLI tests: `, `Errors: `: a few words that name the matter of what stands behind them. */
const label = /^[\p{Lu}\p{N}][^.:!?"“]{0,40}: (?=\S)/u;

/** A text without the label that it opens with. */
const withoutLabel = (text: string): string => text.slice(label.exec(text)?.[0].length ?? 0);

/** `When a change affects the API, `: the order comes behind it. */
const conditional =
  /^(?:if|when|whenever|before|after|for|in|to|once|unless|while|during|on|by|where|with|from|as|at|instead of|rather than|until|since|given|upon) [^,]{2,160}, (?:then )?/iu;

/** True when a text tells its reader to do something: it opens with a verb in its base form, or with `Do not`, `Never`, `Always`. */
export const isImperative = (text: string): boolean => {
  // `Go Code Review Comments` is a title.
  if (!/(?:^|\s)\p{Ll}/u.test(text)) return false;
  const condition = conditional.exec(text)?.[0] ?? '';
  if (condition !== '') return isImperative(text.slice(condition.length));
  const labelled = withoutLabel(text);
  if (labelled !== text) {
    // `Stop the workers: kubectl scale deploy/ingest`
    const ordered = text.slice(0, text.length - labelled.length - 2);
    return (
      isImperative(labelled) ||
      callsFor.test(labelled) ||
      (objectWords.has(wordsOf(ordered)[1] ?? '') && isImperative(ordered))
    );
  }
  const opened = leading.exec(text)?.[0] ?? '';
  const order = text.slice(opened.length, opened.length + 80);
  const [first = '', second = ''] = wordsOf(order);
  if (/^(?:do not|don['’]t|never|always|only) /iu.test(text)) return /^\p{Ll}{2,}$/u.test(first);
  if ((!baseVerbs.has(first) && first !== 'be') || (first === 'have' && second === 'to')) return false;
  if (
    first !== 'use' &&
    (names.test(order) || isThirdPerson(second) || (nouns.has(first) && namesPlural.test(order)))
  )
    return false;
  // `Use the logger` is an order; `Test plan` and `Build 7` name.
  return (
    !nouns.has(first) ||
    objectWords.has(second) ||
    usesName.test(order) ||
    (wordsOf(order).length >= 4 && /^\p{Lu}?\p{Ll}+ [^\p{Lu}]/u.test(order))
  );
};
/** `Balance is 7,310 euros`, `Support for proxies`, `Discuss (the forum), is public`: a noun at the head. */
const names =
  /^\p{L}+(?:,? \([^()]*\))?,? (?:is|are|was|were|has|had|will|can|could|should|must|may|does|did)(?![\p{L}'’])|^(?:support|need|plan|request|process|design) (?:for|of|is) |^design \p{L}+ed |^\p{L}+, (?:like|as|unlike) [^,]{2,80}, /iu;
/** `Debug containers are great`. */
const namesPlural =
  /^\p{L}+ \p{L}+s (?:is|are|was|were|has|have|had|will|can|could|should|must|may)(?![\p{L}'’])/iu;
/** `Discuss adheres to`: the word at the head names who does. */
const isThirdPerson = (word: string): boolean => {
  const stem = /[^s]s$/.test(word) ? stemOf(word) : null;
  return stem !== null && !nouns.has(stem);
};
/** `Errors: raise CLIError("…")`: behind a label, a verb in lower case before a name in code. */
const callsFor = /^(?:call|raise|return|pass|set|import|use|run) \p{L}+[(._]/u;
/** `Use TypeScript for all code`; `Use Case 7` names. */
const usesName = /^use (?!cases?\b)\S+ \p{Ll}+ /iu;
const objectWords: ReadonlySet<string> = new Set(
  'the a an all any each every your our its their this that these those it them only no not up out for to from with in on into at by as if when whether both new existing one two either'.split(
    ' ',
  ),
);

/** `Backups follow`, `whoever`, `names never contain`. */
const pluralBefore = /^(?:we|they|you|i|who|that|which|people|never|always|also|only|usually|\p{L}+[^s]s)$/u;
const pronoun = /^(?:we|they|you|i|he|she|it|who|nobody|everyone|somebody)$/;
const determiners: ReadonlySet<string> = new Set(
  'the a an its their all any each every no only from into'.split(' '),
);
/** After one of these a word in the third person is a noun: `the updates of`, `of tests`. */
const nounBefore: ReadonlySet<string> = new Set(
  'the a an its their our your my all any each every no some these those of for to in on at by with from and or'.split(
    ' ',
  ),
);
/** Before one of these too: `test updates for`. */
const nounAfter: ReadonlySet<string> = new Set(
  'of for in on at by with from and or to is are was were'.split(' '),
);

/** `This project uses uv.`, `Existing names stay.`: a text that ends as a sentence has its verb, though the word could be a noun. */
const hasVerbOfSentence = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    const [before = '', after = ''] = [words[at - 1], words[at + 1]];
    if (at === 0 || nounBefore.has(before)) return false;
    if (stemOf(word) !== null && /[^s]s$/.test(word)) return after !== '' && !nounAfter.has(after);
    return (
      baseVerbs.has(word) &&
      (pluralBefore.test(before) ||
        (!nouns.has(word) && words.slice(0, at).some((noun) => /[^s]s$/.test(noun))))
    );
  });

/** True when a text makes a statement: it holds a finite verb, or tells its reader to do something. */
export const isClause = (text: string): boolean => {
  if (finite.test(text.replaceAll('’', "'")) || isImperative(text)) return true;
  // `Go Code Review Comments` names; every word of it is a title's.
  if (!/(?:^|\s)\p{Ll}{4,}/u.test(text)) return false;
  const words = wordsOf(text);
  if (/\p{L}[.!]$/u.test(text) && hasVerbOfSentence(words)) return true;
  return words.some((word, at) => {
    if (at === 0) return false;
    if (baseVerbs.has(word) && pluralBefore.test(words[at - 1] ?? ''))
      return !nouns.has(word) || determiners.has(words[at + 1] ?? '') || objectWords.has(words[at + 1] ?? '');
    const stem = stemOf(word);
    if (stem !== null && pronoun.test(words[at - 1] ?? '')) return true;
    // `tests` and `updates` are nouns more often than not; `uses` and `requires` are not.
    const next = words[at + 1] ?? '';
    return (
      stem !== null &&
      (!nouns.has(stem) ||
        determiners.has(next) ||
        (at > 1 && words.length > at + 2 && objectWords.has(next)))
    );
  });
};

/** True when a text breaks off: it ends where more has to come, or leaves a bracket open. */
export const isCut = (text: string): boolean => {
  if (/(?:[:;,–—([{]|[^.]\.\.\.|…)$/u.test(text)) return true;
  if (
    /(?:^|[^\p{L}])(?:because|since|due to|such as|and|or|but|the|an?|namely|including|e\.g|i\.e|e\.g\.|i\.e\.)[.]?$/iu.test(
      text,
    )
  )
    return true;
  // `what they depend on.` is whole; without its full stop it may go on.
  if (
    /(?:^|[^\p{L}])(?:with|without|of|to|for|from|by|as|at|in|on|that|which|if|when|where|while|than|into)$/iu.test(
      text,
    ) &&
    !/\b(?:turned|logged|built|opted|signed|now|then|depend(?:s|ed)? up|reli(?:es|ed) up|carry|carried|carries|passed|move[sd]?|left|work(?:s|ed)|rel(?:y|ies)|focus(?:es)?|agree[sd]? ?)\W+(?:on|in|from|by|to)$/i.test(
      text,
    )
  )
    return true;
  if (/(?:^|[^\p{L}])(?:is|are|be|must|shall|should|will|not)$/iu.test(text)) return true;
  if (!/["“()]/.test(text)) return false;
  let open = 0;
  let quotes = 0;
  for (const sign of text) {
    if (sign === '(') open += 1;
    else if (sign === ')') open -= 1;
    else if (sign === '"') quotes += 1;
    if (open < 0 && !/^\W{0,3}\w{1,3}\)/.test(text)) return true;
  }
  return open > 0 || quotes % 2 === 1 || /^["“(][^"”)]*[”")][.,;]?$/u.test(text);
};

/** `Why not do both`, `Can we fix the spec`: a question whose mark was left out. */
const asks =
  /^(?:why (?:not|do|does|did|is|are|was|were|can['’]?t?|would|should|don['’]t|doesn['’]t|isn['’]t)|how (?:do|does|did|can|could|should|would|to|much|many|about|is|are|will)|what (?:if|is|are|was|will|would|should|do|does|did|about|happens|kind|else)|which \p{L}+ (?:do|does|is|are|should|will)|who (?:is|are|will|can|should|owns|wants)|where (?:is|are|do|does|should|will|can)|whether|(?:can|could|should|do|does|did|would|are|is|will|has|have) (?:we|you|they|it|there|this|that|anyone|anybody|someone|somebody|people|I))\b/iu;
/** A question that somebody answers in the same breath. */
const answered = /^[^.!?]{8,160}\? ./u;

export const isQuestion = (text: string): boolean =>
  text.includes('?')
    ? /\?["'”’)\]*]*$/u.test(text) || answered.test(text)
    : asks.test(withoutLabel(text)) && !/\p{L}\.$/u.test(text);

/** Behind one of these a word in the third person names: `requirements of`, `causes and effects`. */
const namesBehind: ReadonlySet<string> = new Set('of and or is are was were'.split(' '));

/** A verb or a modal in the place of the subject: `Forces an address on the endpoint`, `Will be alpha in 1.3`. An order is none. */
const verbFirst =
  /^(?:is|are|was|were|has|had|does|did|can|cannot|can['’]t|could|will|won['’]t|would|should|shouldn['’]t|must|isn['’]t|doesn['’]t|didn['’]t|have to|has to|needs? to|supposed to|going to|able to|based on|used (?:to|for|by)|currently|not (?:yet|currently))\b(?! (?:we|you|they|it|there|this|that|anyone|people|I)\b)/iu;

/** True when a text's subject is named elsewhere. */
export const lacksSubject = (text: string): boolean => {
  if (verbFirst.test(text)) return true;
  const [first = '', second = ''] = wordsOf(text.slice(0, 80));
  const stem = /[^s]s$/.test(first) ? stemOf(first) : null;
  if (stem === null || second === '') return false;
  // `Forces an address`, but `Tests run`, and `Releases of the gauge`.
  return determiners.has(second) || (!nouns.has(stem) && !namesBehind.has(second));
};

/** Words by which a speaker keeps a way out. */
export const isHedged = (text: string): boolean =>
  /\b(?:maybe|perhaps|probably|possibly|might|could be|not sure|unclear|seems?|appears? to|tends? to|I think|I guess|I believe|we think|we believe|likely|hopefully|eventually|at some point|some day|TB[ACD]|kind of|sort of|in theory)\b/i.test(
    text,
  );

const passive =
  /\b(?:is|are|be|been|being|gets?|has|have|can be|will be|must be)(?: (?:\p{L}+ly|not|also|then|only|never|always|been|now))* (?:\p{L}{2,}(?:ed|en)|made|sent|kept|led|run|caught|hit|told|felt|found|lost|spent)\b/giu;

/** True when a text reports a past event; a participle behind `is` or `has` does not. */
export const isPast = (text: string): boolean => past.test(text) && past.test(text.replace(passive, ' '));
const past =
  /\b(?:was|were|had|did|didn['’]t|wasn['’]t|weren['’]t|began|went|came|took|got|found|lost|broke|sent|led|ran|fell|became|caught|hit|kept|made|saw|said|sank|rose|drove|told|felt|stood|spent|\p{L}{2,}[^e\W]ed)\b/iu;
