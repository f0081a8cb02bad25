const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** They carry no content, or too little to tell one statement from another. */
export const fillers =
  set(`a an the this these our your my i we you us me am is are be been being was were had has have do does did
  will would to of in on at for by as so very really now currently already always ever exactly simply just also too still
  please therefore hence thus new`);

export const negators = set('not no never neither nor none nobody nothing');

/** What comes before a predicate. */
export const copulas = set(
  'is are be been was were remain remains stay stays becomes become kept turned switched set marked considered fully always',
);
/** What may follow one. */
export const prepositions = set('in on at for by to with from during under over after before of and as');

/** Where one of these stands, a sentence says too little, or too much, for its words alone to be compared. */
export const hedges =
  set(`may might could perhaps maybe possibly probably sometimes often usually generally typically occasionally mostly
  normally rarely seldom some many most few several certain other another different either or but except unless yet necessarily
  which who whose whom where whether although though because hopefully almost partly partially half mainly`);
/** And these make it depend on something. */
export const conditions = set(
  'if when whenever while until once before after unless since during only that than',
);
/** What they are about stands elsewhere. */
export const pointers = set('it they he she its their his her this that these those there here such');
/** Something that has one date; of others there may be many. */
export const once =
  set(`deadline due launch release live start begin end expire close open schedule scheduled plan planned effective born
  founded found ship deliver delivery freeze migration cutover standup meeting review backup retro deploy run hold held maintenance
  freeze go switch retire retired decommissioned arrive kickoff`);
/** A tension rather than an impossibility. */
export const soft = set('should prefer avoid like dislike recommend favour favor');

/** Words that say the same, each as its first. */
const synonymGroups = [
  'keep retain store',
  'kept retained stored',
  'deleted removed',
  'used utilised utilized',
  'allowed permitted',
  'mass weight',
  'speed velocity',
  'must shall',
  'delete remove',
  'price cost',
  'maximum max',
  'minimum min',
  'database db',
  'repository repo',
  'configuration config',
  'every each',
  'production prod',
  'use utilise utilize',
  'allow permit',
  'forbid prohibit ban',
];
export const synonyms: ReadonlyMap<string, string> = new Map(
  synonymGroups.flatMap((group) => {
    const [first = '', ...others] = group.split(' ');
    return others.map((other) => [other, first] as const);
  }),
);

const pairs = (text: string): [string, string][] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((pair): [string, string][] => {
      const [one = '', other = ''] = pair.split('/');
      return [
        [`${one} ${other}`, 'x'],
        [`${other} ${one}`, 'x'],
      ];
    });

/** What somebody does with something, as stems: opposite wherever they stand. */
const oppositeDeeds = new Map(
  pairs(`allow/forbid allow/deny allow/block accept/reject enable/disable prefer/avoid like/dislike include/exclude
    trust/distrust approve/reject increase/decrease require/forbid encrypt/decrypt grant/revoke`),
);
/** What something is: opposite where it is said of it, and not where it tells one thing from another. */
const oppositeStates = new Map(
  pairs(`enabled/disabled allowed/forbidden allowed/prohibited permitted/forbidden public/private synchronous/asynchronous
    required/optional mandatory/optional open/closed on/off true/false internal/external manual/automatic stateful/stateless
    mutable/immutable accepted/rejected included/excluded active/inactive valid/invalid complete/incomplete
    compatible/incompatible supported/unsupported safe/unsafe possible/impossible reversible/irreversible
    deprecated/recommended free/paid online/offline centralised/decentralised centralized/decentralized
    blocking/nonblocking locked/unlocked present/absent full/empty correct/incorrect sufficient/insufficient
    consistent/inconsistent visible/hidden permanent/temporary legal/illegal available/unavailable`),
);
const negated = /^(?:un(?=\w+(?:ed|able|ible|safe|stable|known|reliable)$)|non-?)/;

export const areOppositeDeeds = (one: string, other: string): boolean => oppositeDeeds.has(`${one} ${other}`);
export const areOppositeStates = (one: string, other: string): boolean =>
  oppositeStates.has(`${one} ${other}`) ||
  (negated.test(one) && one.replace(negated, '') === other) ||
  (negated.test(other) && other.replace(negated, '') === one);

/** A word without the ending of its number or person; a past stays one. */
export const stemOf = (word: string): string => {
  const bare = word.replace(/'s?$/, '');
  const stem =
    bare.length > 4 && bare.endsWith('ies')
      ? `${bare.slice(0, -3)}y`
      : /(?:ss|us|is)$/.test(bare) || bare.length < 4
        ? bare
        : /(?:sh|ch|x|z|ss)es$/.test(bare)
          ? bare.slice(0, -2)
          : bare.replace(/s$/, '');
  return synonyms.get(stem) ?? stem;
};
