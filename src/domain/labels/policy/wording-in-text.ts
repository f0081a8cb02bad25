import { characterReference, decodeReference } from '#domain/labels/character-reference.ts';
import { beginFolded, type FoldedText, foldCharacter, type Span } from '#domain/labels/folded-text.ts';
import { ManyPatterns, type Pattern } from '#domain/labels/policy/many-patterns.ts';
import { mayHoldMarkup, skipMarkup } from '#domain/labels/policy/markup.ts';
import { atOnce, type Sliced } from '#domain/slices.ts';

/** Shorter wordings are looked for by their span alone: they would be found everywhere (docs/rules.md §2, `TOO_SHORT`). */
const shortestWording = 12;
/** Letters that a sufficiently long wording keeps without marks and spaces. */
const minCharacters = 6;

/** Marks ignored in comparing texts; `;` joins the items of a list into a statement. */
const marks = '*_`~\\[];';
const space = /[\s\u0085]+/gu;
const asciiFolds: readonly string[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return marks.includes(character) || /\s/u.test(character) ? '' : character.toLowerCase();
});

/** A character with what is written over it, or hidden behind it. Bounded: marks are put in order in more than linear time. */
const cluster = /[\s\S][\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]{0,32}/uy;
/** By way of upper case: characters that have several lower cases, as sigma, are one. The capital of `ß` has no upper case but itself. */
const foldCase = (characters: string): string => characters.toLowerCase().toUpperCase().toLowerCase();
const foldClusterAnew = (characters: string): string => {
  const plain = Array.from(characters, foldCharacter).join('').normalize('NFKD');
  const folded = foldCase(plain).normalize('NFKD').replace(space, '');
  return Array.from(folded, (character) => (marks.includes(character) ? '' : character)).join('');
};

/** Characters that are folded in one slice. */
const slice = 16_384;

/** Cache of folded characters: at most one entry for each character of Unicode. */
const folds = new Map<string, string>();
const foldCluster = (characters: string): string => {
  const known = folds.get(characters);
  if (known !== undefined) return known;
  const folded = foldClusterAnew(characters);
  if (characters.length === 1) folds.set(characters, folded);
  return folded;
};

const reference = characterReference('y');

/**
 * A text as it is compared: `foldText`, and without case, white space and inline marks. `skip` says where what stands
 * at an offset ends, if it is markup that gives no words. Linear.
 */
function* foldWords(text: string, skip: (at: number) => number): Sliced<FoldedText> {
  const { add, folded } = beginFolded();
  let at = 0;
  let characters = 0;
  while (at < text.length) {
    characters += 1;
    if (characters % slice === 0) yield;
    const start = at;
    at = skip(start);
    if (at > start) continue;
    if (text[start] === '&') {
      reference.lastIndex = start;
      const written = reference.exec(text)?.[0] ?? '';
      const decoded = decodeReference(written);
      if (decoded !== null) {
        at = start + written.length;
        add(foldCluster(decoded), start, at);
        continue;
      }
    }
    const ascii = asciiFolds[text.charCodeAt(start)];
    if (ascii !== undefined && (start + 1 === text.length || text.charCodeAt(start + 1) < 128)) {
      at = start + 1;
      add(ascii, start, at);
      continue;
    }
    cluster.lastIndex = start;
    const group = cluster.exec(text)?.[0] ?? text.slice(start, start + 1);
    at = start + group.length;
    add(foldCluster(group), start, at);
  }
  return folded(text.length);
}

/** A text as it is written, and as Markdown reads it: what is a link's address to one is words to the other. */
function* foldingReadings(text: string): Sliced<readonly FoldedText[]> {
  const characters = yield* foldWords(text, (at) => at);
  if (!mayHoldMarkup(text)) return [characters];
  const words = yield* foldWords(text, skipMarkup(text));
  return words.text === characters.text ? [characters] : [characters, words];
}

/** Like `foldingReadings`, without pauses. */
export const readingsOf = (text: string): readonly FoldedText[] => atOnce(foldingReadings(text));

/** A statement counts as the same without the punctuation that ends it. */
const endOf = (folded: string): number => {
  let end = folded.length;
  while (end > 0 && '.,:!?、'.includes(folded[end - 1] ?? '')) end -= 1;
  return end;
};

/** A wording as texts are compared; `ending`: the punctuation that ends it, masked where it stands. */
export type ComparedWording = Pattern;

/** The texts of a page are many, and their wordings mostly the same. */
const known = new Map<string, readonly ComparedWording[]>();
const mostKnown = 2_000;

const foldWording = (wording: string): readonly ComparedWording[] => {
  if (wording.trim().replaceAll(space, ' ').length < shortestWording) return [];
  return readingsOf(wording)
    .map(({ text }) => ({ characters: text.slice(0, endOf(text)), ending: text.slice(endOf(text)) }))
    .filter(
      ({ characters }, reading) => characters.length >= (reading === 0 ? minCharacters : shortestWording),
    );
};

export const readingsOfWording = (wording: string): readonly ComparedWording[] => {
  const before = known.get(wording);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const readings = foldWording(wording);
  known.set(wording, readings);
  return readings;
};

/** The wordings of a source are looked for in each of its pieces. */
const searches = new Map<string, ManyPatterns>();
const mostSearches = 4;
/** Characters of the wordings of a search that is kept. */
const longestKept = 1_000_000;

/** For an erasure: keeps nothing of any wording in this process. */
export const forgetWordings = (): void => {
  known.clear();
  searches.clear();
};

function* searchOf(wordings: readonly string[]): Sliced<ManyPatterns | null> {
  const readings = new Map<string, ComparedWording>();
  let read = 0;
  for (const wording of wordings) {
    for (const each of readingsOfWording(wording)) readings.set(each.characters + each.ending, each);
    read += wording.length;
    if (read > slice) {
      read = 0;
      yield;
    }
  }
  return readings.size === 0 ? null : yield* ManyPatterns.of([...readings.values()]);
}

function* keptSearchOf(wordings: readonly string[]): Sliced<ManyPatterns | null> {
  const key = JSON.stringify(wordings);
  const before = searches.get(key);
  if (before !== undefined) return before;
  const search = yield* searchOf(wordings);
  if (search !== null && key.length <= longestKept) {
    if (searches.size >= mostSearches) searches.clear();
    searches.set(key, search);
  }
  return search;
}

/**
 * Finds wordings in a text regardless of compatibility forms, case, white space, invisible characters and Markdown
 * marks. Finds everything that the deduplication of statements treats as equal. Linear in the text and the wordings
 * together.
 */
export function* findingWordings(text: string, wordings: readonly string[]): Sliced<Span[]> {
  const search = yield* keptSearchOf(wordings);
  if (search === null) return [];
  const spans: Span[] = [];
  for (const { text: folded, original } of yield* foldingReadings(text))
    for (const match of yield* search.findIn(folded)) spans.push(original(match));
  return spans;
}

/** Like `findingWordings`, without pauses. */
export const findWordings = (text: string, wordings: readonly string[]): Span[] =>
  atOnce(findingWordings(text, wordings));
