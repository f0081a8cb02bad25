import { type Expansion, expansions } from '#domain/contradictions/heuristic/expansions.ts';

/** Words that stand in nearly every sentence: that they are there says nothing of a pattern. */
const common = new Set(
  'the are for not has can any was our may have been were will and but did does with this that'.split(' '),
);

/**
 * The first three characters of the words of a pattern, of which one begins a word wherever it matches; none: the
 * pattern has to be tried.
 */
const cuesOf = ([pattern, , reach]: Expansion): readonly string[] =>
  reach === 'short'
    ? []
    : (
        pattern.source
          .replaceAll(/\(\?<?[!=](?:[^()]|\([^()]*\))*\)/g, ' ')
          .replaceAll(/\\p\{L\}|\\./g, ' ')
          .replaceAll(/.\?/g, '')
          .match(/[a-z]{3,}/g) ?? []
      ).flatMap((word) => (common.has(word) ? [] : [word.slice(0, 3)]));

const expansionsOf = new Map<string, number[]>();
const always: number[] = [];
const none: readonly number[] = [];
for (const [at, expansion] of expansions.entries()) {
  const cues = new Set(cuesOf(expansion));
  if (cues.size === 0) always.push(at);
  for (const cue of cues) expansionsOf.set(cue, [...(expansionsOf.get(cue) ?? []), at]);
}

/** Selects the few expansions whose words occur in the sentence. */
const mayMatch = (sentence: string): Uint8Array => {
  const may = new Uint8Array(expansions.length);
  for (const at of always) may[at] = 1;
  let isWithin = false;
  for (let at = 0; at < sentence.length; at += 1) {
    const code = sentence.charCodeAt(at);
    const isLetter = code >= 97 && code <= 122;
    if (isLetter && !isWithin)
      for (const place of expansionsOf.get(sentence.slice(at, at + 3)) ?? none) may[place] = 1;
    isWithin = isLetter;
  }
  return may;
};

/** A sentence with each expansion tried once over it. */
export const withExpansions = (sentence: string): string => {
  let plain = sentence;
  let may = mayMatch(plain);
  for (const [at, [pattern, replacement]] of expansions.entries()) {
    if (may[at] === 0) continue;
    const next = plain.replace(pattern, replacement);
    if (next !== plain) may = mayMatch(next);
    plain = next;
  }
  return plain;
};

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

/** A lower-case sentence without preambles, in plainer words. Linear in its length. */
export const expandSentence = (sentence: string): string => {
  let plain = withExpansions(sentence);
  for (const preamble of preambles) plain = plain.replace(preamble, '');
  return plain.replaceAll(/\s{2,}/g, ' ').trim();
};
