/** Standings of a record in the words of the usual templates (Nygard, MADR, KEP, RFC, PEP). UNKNOWN: stated in words that are not known. */
export const recordStatuses = [
  'DRAFT',
  'PROPOSED',
  'ACCEPTED',
  'DEFERRED',
  'REJECTED',
  'DEPRECATED',
  'SUPERSEDED',
  'UNKNOWN',
] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/** The guardrail that fires when a record says a thing that is not accepted, or whose status is not known. */
export const notStanding = 'record_not_standing';

/** A record with any other status is not in force: a person has to look before it is believed. */
export const isStanding = (status: RecordStatus | null): boolean => status === null || status === 'ACCEPTED';

/** Words of a status in English, German, Spanish, French, Portuguese and Italian; the first status that knows a word has it. */
const spellings: readonly (readonly [RecordStatus, string])[] = [
  [
    'SUPERSEDED',
    'super[sc]eded|replaced|obsoleted|ersetzt|abgelöst|re[e]?mplazad[oa]|sustituid[oa]|remplacée?|substituíd[oa]|sostituit[oa]',
  ],
  [
    'DEPRECATED',
    'deprecated|retired|obsolete|historic(?:al)?|sunset|reverted|rolled back|revoked|rescinded|repealed|expired|inactive|archived|outdated|veraltet|überholt|aufgehoben|zurückgenommen|obsolet[oa]|revocad[oa]|derogad[oa]|obsolète|dépréciée?|caduque|descontinuad[oa]',
  ],
  [
    'REJECTED',
    "rejected|declined|refused|withdrawn|abandoned|cancell?ed|dropped|denied|vetoed|turned down|won'?t (?:do|fix|implement)|decided against|abgelehnt|verworfen|zurückgezogen|rechazad[oa]|descartad[oa]|retirad[oa]|rejetée?|refusée?|abandonnée?|retirée?|rejeitad[oa]|rifiutat[oa]|respint[oa]",
  ],
  [
    'DEFERRED',
    'deferred|postponed|stagnant|on hold|dormant|paused|zurückgestellt|verschoben|vertagt|aplazad[oa]|pospuest[oa]|reportée?|ajournée?|adiad[oa]|rinviat[oa]',
  ],
  [
    'ACCEPTED',
    'accepted|approved|adopted|active|final|implemented|implementable|implementing|decided|agreed|ratified|merged|released|completed?|done|stable|in force|in effect|living|akzeptiert|angenommen|beschlossen|genehmigt|entschieden|umgesetzt|in kraft|gültig|aceptad[oa]|aprobad[oa]|adoptad[oa]|acceptée?|approuvée?|adoptée?|validée?|en vigueur|aceit[oa]|aprovad[oa]|accettat[oa]|approvat[oa]',
  ],
  ['DRAFT', 'draft|wip|work in progress|entwurf|borrador|brouillon|rascunho|bozza'],
  [
    'PROPOSED',
    'proposed|proposal|provisional|pending|open|(?:under|in|for) (?:discuss(?:ion)?|review|consideration|vote)|discussion|discuss|review|voting|last call|rfc|request for comments?|idea|experimental|vorgeschlagen|vorschlag|in diskussion|offen|propuest[oa]|pendiente|proposée?|en discussion|en attente|propost[oa]|pendente',
  ],
];
/** Words of a status in Japanese and Chinese, which no space separates. */
const signs: readonly (readonly [RecordStatus, RegExp])[] = [
  ['SUPERSEDED', /取代|替代|置き換え|置換/],
  ['DEPRECATED', /廃止|非推奨|废弃|廢棄|弃用|棄用|作废|作廢|失效|撤销|撤銷|取り消し/],
  ['REJECTED', /却下|不採用|否決|否认|否决|拒绝|拒絕|驳回|駁回/],
  ['DEFERRED', /保留|延期|搁置|擱置|推迟|推遲|暂缓/],
  ['ACCEPTED', /承認|採用|採択|決定|承认|接受|采纳|採納|通过|通過|批准|生效|已决定/],
  ['DRAFT', /下書き|草案|草稿/],
  ['PROPOSED', /提案|提议|提議|审核中|審核中|讨论中|討論中|検討中|审议中/],
];

/** Words that may stand before that of a status in its clause: `It was later …`, `2020-01-02: not yet …`. */
const filler = String.raw`(?:(?:the|this|it|adr|rfc|record|decision|proposal|document|status|is|was|has|have|been|being|be|to|not|never|yet|still|awaiting|waiting|now|currently|since|then|later|subsequently|again|and|we|partially|fully|mostly|formally|on|in|by|as of|ist|wurde|nicht|noch|es|está|ha sido|no|aún|todavía|n'est|est|a été|pas|encore|\p{N}[\p{N}./:-]*)[^\p{L}\p{N}]+){0,6}`;
const opensWith = (words: string): RegExp =>
  new RegExp(String.raw`^[^\p{L}\p{N}]*${filler}(?:${words})(?!\p{L})`, 'iu');
const patterns = spellings.map(([status, words]) => [status, opensWith(words)] as const);
const noLonger = opensWith("no longer|not any ?more|nicht mehr|ya no|n'est plus");
const denial =
  /(?:^|[^\p{L}])(?:not|never|nicht|no|pas|to be|awaiting|waiting)(?!\p{L})|n't(?!\p{L})|未|不/iu;
const undecided = /(?:^|[^\p{L}])(?:yet|still|to be|awaiting|waiting|noch|todavía|aún|encore)(?!\p{L})|未/iu;

/** Status that one clause states; a denied status is another one: `not yet accepted` is proposed, `no longer accepted` is deprecated. */
const statusOfClause = (clause: string): RecordStatus | null => {
  if (noLonger.test(clause)) return 'DEPRECATED';
  const status =
    patterns.find(([, pattern]) => pattern.test(clause))?.[0] ??
    signs.find(([, pattern]) => pattern.test(clause))?.[0] ??
    null;
  if (status === null || !denial.test(clause)) return status;
  if (status === 'ACCEPTED') return undecided.test(clause) ? 'PROPOSED' : 'REJECTED';
  return /[未不]/u.test(clause) ? status : null;
};

const checked = /^[ \t]*(?:[-*+][ \t]+)?\[[xX✓✔]\][ \t]*(.+)$/gmu;
const anyBox = /^[ \t]*(?:[-*+][ \t]+)?\[[ xX✓✔]\]/mu;
const chosen = (text: string): string =>
  anyBox.test(text) ? [...text.matchAll(checked)].map(([, line = '']) => line).join('\n') : text;

const clausesOf = (text: string): readonly string[] =>
  text
    .split(/[.;,|/→⇒>()[\]\n]|\s[-–—]+>?\s|\b(?:then|but|and later|aber|pero|mais)\b/iu)
    .filter((clause) => /\p{L}/u.test(clause));

/** Paragraphs and items of a text, each as one line. */
const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n|\n(?=[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t])/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => /\p{L}|[✅❌]/u.test(paragraph));

/** A paragraph behind the first says where the record stands only in so few words. */
const longestNote = 80;

/**
 * The status that a record states in these words; null where they are empty or a template's place, UNKNOWN where they
 * state none that is known, or name several for somebody to choose. Of several the one furthest from being in force
 * holds: what was accepted and reverted does not stand.
 */
export const readStatusWords = (given: string): RecordStatus | null => {
  const text = given
    .slice(0, 600)
    .replace(/<!--[\s\S]*?(?:-->|$)|\{\{?[^{}]*\}?\}|~~[^~\n]*~~/g, ' ')
    .replace(/!?\[([^\][]+)\]\([^()\s]*\)/g, '$1')
    .replaceAll('’', "'");
  if (!/\p{L}/u.test(text)) return null;
  const [first = '', ...further] = paragraphsOf(chosen(text));
  const spoken = [first, ...further.filter((paragraph) => paragraph.length <= longestNote)];
  const found = spoken
    .flatMap((paragraph, at) => {
      const clauses = clausesOf(paragraph);
      return at === 0 ? clauses : clauses.slice(0, 1);
    })
    .flatMap((clause) => statusOfClause(clause) ?? []);
  const isChoice = new Set(found.filter((status) => status !== 'SUPERSEDED')).size >= 3;
  return isChoice ? 'UNKNOWN' : (spellings.find(([status]) => found.includes(status))?.[0] ?? 'UNKNOWN');
};
