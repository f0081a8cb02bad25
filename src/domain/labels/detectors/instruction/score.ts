import { lexicon, unspaced } from './concepts.ts';
import { viewsOf } from './views.ts';
import { base, weights } from './weights.ts';

const lexical = Object.keys(lexicon) as readonly (keyof typeof lexicon)[];

/** Structure around words, in lower case: where text for machines stands, and how calls and roles are written. */
const structure: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'carrier',
    /<!--|\/\*|^\s{0,8}\/\/ |\b(?:alt|title|aria-label|content|value|placeholder)\s?=\s?["']|display:\s?none|hidden|font-size:\s?[01]|color:\s?white|<noscript|<desc>|<summary>|\[\/\/\]: #|\]\([^()]{0,200} "|"""|^[a-z-]{1,30}: |footnote/mu,
  ],
  ['picture', /!\[[^\]]{0,80}\]\([^)\s]{0,200}[?&=]/u],
  [
    'call syntax',
    /[a-z]{1,40}[_.][a-z_]{1,40}\(|"(?:tool|function|tool_calls?|tool_use)"|"arguments"|<invoke|tool: /u,
  ],
  [
    'role mark',
    /(?:^|["=] ?)(?:system|assistant|human|ai|developer)(?: message)?\s?:|"role"\s?:\s?"(?:system|assistant|developer)|role: (?:system|developer|assistant)|\[\/?(?:system|inst|sys)\]|<\|[a-z_]{1,24}\|>|<\/?(?:system|assistant|user)>|<<sys>>|<start_of_turn>|#{2,4} (?:system|instruction|response|human|assistant):|end of (?:[a-z]{1,20} ){0,3}(?:data|context|document|prompt|input)/mu,
  ],
  [
    'addressed agent',
    /(?:^|[^\p{L} ]\s{0,3}|\b(?:for|to|if an?|any|all|hey|dear) )(?:(?:the|any|all|language|automated|reviewing|reading|code) ){0,4}(?:ais?|llms?|models?|assistants?|agents?|bots?|copilots?|summari[sz]ers?|crawlers?|readers)(?: [a-z]{1,20}){0,3}\s{0,2}[:,(]|(?:agent|ai|llm|bot)[-_ ]?(?:instructions|only)/mu,
  ],
  ['quotation', /["“«][^"”»]{4,200}["”»]/u],
];
/** Notions of a text: those of the lexicon, then its structure. Their indices count in the weights. */
const notions: readonly string[] = [...lexical, ...structure.map(([name]) => name)];

interface Ending {
  readonly rest: readonly string[];
  readonly notion: number;
}
/** Phrases by their first word; and by the stem of their first word, where that has any ending. */
const byWord = new Map<string, Ending[]>();
const byStem = new Map<string, Ending[]>();
let shortestStem = 9;
let longestStem = 1;
const token = /[\p{L}\p{M}\p{N}_]+(?:'(?:t|s|re|ve|ll|m|d)(?![\p{L}\p{N}]))?|[^\s\p{L}\p{M}\p{N}_]/gu;
const matches = (word: string, pattern: string): boolean =>
  pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;

for (const [notion, name] of lexical.entries())
  for (const phrase of lexicon[name].split(',').map((written) => written.trim())) {
    const [first = '', ...rest] =
      phrase
        .match(/\*|[^\s*]+\*?/gu)
        ?.flatMap((part) => (part.endsWith('*') ? [part] : (part.match(token) ?? []))) ?? [];
    const isStem = first.endsWith('*');
    const key = isStem ? first.slice(0, -1) : first;
    const map = isStem ? byStem : byWord;
    map.set(key, [...(map.get(key) ?? []), { rest, notion }]);
    if (isStem) {
      shortestStem = Math.min(shortestStem, key.length);
      longestStem = Math.max(longestStem, key.length);
    }
  }
const withoutSpaces = Object.entries(unspaced).map(
  ([name, source]) => [lexical.indexOf(name as keyof typeof lexicon), new RegExp(source, 'u')] as const,
);
const unspacedScript = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u;
const sentenceEnd = /^[.!?:;,>"(*\n-]$/u;
const courtesy = new Set(['please', 'kindly', 'now', 'just', 'and', 'then', 'so', 'also']);
/** Tokens within which two notions are near. */
const nearness = 3;

/** Ways in which notions make a feature: one alone, one that begins a clause, two that meet, two that are near in order. */
const joints = ['', '^', '&', '>'] as const;
type Joint = (typeof joints)[number];
const count = notions.length;
const numberOf = (joint: Joint, one: number, other: number): number =>
  (joints.indexOf(joint) * count + one) * count + other;

/** `drop & orders`: a feature as the weights name it. */
export const nameOf = (feature: number): string => {
  const [one = '', other = ''] = [notions[Math.floor(feature / count) % count], notions[feature % count]];
  const joint = joints[Math.floor(feature / (count * count))] ?? '';
  return joint === '' || joint === '^' ? `${joint}${one}` : `${one} ${joint} ${other}`;
};

/** Features of a passage as it is written, and as it reads when disguises are undone. */
export const featuresOf = (passage: string): ReadonlySet<number> => {
  const features = new Set<number>();
  const met = new Set<number>();
  for (const view of viewsOf(passage)) {
    const text = view.text.toLowerCase();
    const places: [place: number, notion: number][] = [];
    const tokens = text.match(token) ?? [];
    let begins = true;
    for (const [place, word] of tokens.entries()) {
      const note = ({ rest, notion }: Ending): void => {
        if (!rest.every((pattern, index) => matches(tokens[place + 1 + index] ?? '', pattern))) return;
        places.push([place, notion]);
        met.add(notion);
        if (begins) features.add(numberOf('^', notion, notion));
      };
      byWord.get(word)?.forEach(note);
      for (let length = shortestStem; length <= Math.min(longestStem, word.length); length += 1)
        byStem.get(word.slice(0, length))?.forEach(note);
      begins = sentenceEnd.test(word) || (begins && courtesy.has(word));
    }
    for (const [index, [place, notion]] of places.entries())
      for (let next = index + 1; next < places.length; next += 1) {
        const [other, second] = places[next] ?? [0, 0];
        if (other - place > nearness) break;
        if (second !== notion) features.add(numberOf('>', notion, second));
      }
    if (unspacedScript.test(text))
      for (const [notion, pattern] of withoutSpaces) if (pattern.test(text)) met.add(notion);
    for (const [index, [, pattern]] of structure.entries())
      if (pattern.test(text)) met.add(lexical.length + index);
  }
  const all = [...met].toSorted((one, other) => one - other);
  for (const [index, notion] of all.entries()) {
    features.add(numberOf('', notion, notion));
    for (const other of all.slice(index + 1)) features.add(numberOf('&', notion, other));
  }
  return features;
};

const table = new Float64Array(joints.length * count * count);
const weightOf = new Map(
  weights.split(',').map((term) => {
    const at = term.lastIndexOf(' ');
    return [term.slice(0, at).trim(), Number(term.slice(at))] as const;
  }),
);
for (const feature of table.keys()) table[feature] = weightOf.get(nameOf(feature)) ?? 0;

/** Log-odds that a passage addresses its reader as an agent. */
export const scoreOf = (passage: string): number => {
  let score = base;
  for (const feature of featuresOf(passage)) score += table[feature] ?? 0;
  return score;
};
