import { characterReference } from '#domain/labels/character-reference.ts';
import type { Span } from '#domain/labels/folded-text.ts';
import { maskJson, maskSpans } from '#domain/labels/policy/mask.ts';
import { findWordings, readingsOf, readingsOfWording } from '#domain/labels/policy/wording-in-text.ts';

/** Text that replaces the words of an erased item. */
export const erasedMark = '[erased]';

const fillCharacter = '█';

/** Filler for erased words, code unit by code unit; line breaks stay. */
export const fillerFor = (words: string): string => words.replaceAll(/[^\n]/g, fillCharacter);

/** True for a text in which words were erased: it states nothing. */
export const holdsFiller = (text: string): boolean => text.includes(fillCharacter);

/** Every spelling in which wordings stand in texts, each once, the longest first: what contains another is replaced before it. */
export const spellingsIn = (texts: readonly string[], wordings: readonly string[]): string[] => {
  const found = texts.flatMap((text) =>
    findWordings(text, wordings).map(({ start, end }) => text.slice(start, end)),
  );
  const whole = wordings.filter((wording) => readingsOfWording(wording).length > 0);
  return [...new Set([...found, ...whole])].sort(
    (one, other) => other.length - one.length || (one < other ? -1 : 1),
  );
};

/** Longer runs find no fewer texts. */
const longestRun = 16;

/**
 * The longest run of the letters a to z of each wording that is looked for elsewhere, as texts are compared: a text in which no such run
 * stands, whatever stands between its letters, does not hold the wording. Empty for a wording without such letters.
 */
export const longestRuns = (wordings: readonly string[]): string[] => [
  ...new Set(
    wordings
      .flatMap(readingsOfWording)
      .map(({ characters }) =>
        (characters.match(/[a-z]+/g) ?? [])
          .reduce((longest, run) => (run.length > longest.length ? run : longest), '')
          .slice(0, longestRun),
      ),
  ),
];

/** A wording that was erased, as it is known again. */
export interface ErasedWording {
  /** UTF-16 code units as texts are compared. */
  readonly length: number;
  readonly mark: number;
  readonly ending: string;
  readonly digest: string;
}

/** Key of erased wordings: `digest` is a keyed hash, `factor` an odd number derived from the same key. */
export interface WordingKey {
  readonly digest: (characters: string) => string;
  readonly factor: number;
}

/** A checksum of the code units, modulo 2^32, which the next unit moves on. */
const markOf = (characters: string, factor: number): number => {
  let mark = 0;
  for (let at = 0; at < characters.length; at += 1)
    mark = (Math.imul(mark, factor) + characters.charCodeAt(at)) | 0;
  return mark;
};

/** Fingerprints kept of erased wordings. */
export const erasedWordingsOf = (wordings: readonly string[], key: WordingKey): ErasedWording[] => {
  const readings = wordings.flatMap(readingsOfWording);
  return [...new Map(readings.map((reading) => [reading.characters + reading.ending, reading])).values()].map(
    ({ characters, ending }) => ({
      length: characters.length,
      mark: markOf(characters, key.factor),
      ending,
      digest: key.digest(characters),
    }),
  );
};

/** Erased wordings of one length, by their marks. */
type ByMark = ReadonlyMap<number, readonly ErasedWording[]>;

const spansOfLength = (folded: string, length: number, byMark: ByMark, key: WordingKey): Span[] => {
  const spans: Span[] = [];
  if (folded.length < length) return spans;
  let highest = 1;
  for (let power = 1; power < length; power += 1) highest = Math.imul(highest, key.factor);
  let mark = markOf(folded.slice(0, length), key.factor);
  for (let at = 0; ; at += 1) {
    const alike = byMark.get(mark);
    if (alike !== undefined) {
      const digest = key.digest(folded.slice(at, at + length));
      const found = alike.find((wording) => wording.digest === digest);
      const end = at + length;
      if (found)
        spans.push({
          start: at,
          end: folded.startsWith(found.ending, end) ? end + found.ending.length : end,
        });
    }
    if (at + length >= folded.length) return spans;
    mark = Math.imul(mark - Math.imul(folded.charCodeAt(at), highest), key.factor);
    mark = (mark + folded.charCodeAt(at + length)) | 0;
  }
};

/** A text with the filler in the place of every wording that was erased. Linear in the text, for each length of wordings. */
export const withoutErased = (text: string, erased: readonly ErasedWording[], key: WordingKey): string => {
  if (erased.length === 0) return text;
  const lengths = [...Map.groupBy(erased, ({ length }) => length)].map(
    ([length, wordings]) => [length, Map.groupBy(wordings, ({ mark }) => mark)] as const,
  );
  const spans = readingsOf(text).flatMap(({ text: folded, original }) =>
    lengths.flatMap(([length, byMark]) => spansOfLength(folded, length, byMark, key).map(original)),
  );
  return spans.length === 0 ? text : maskSpans(text, spans, fillerFor);
};

/** Characters that words are made of. Others of a readable text may stand where its format has marks of its own. */
const ofWords = /[\p{L}\p{M}\p{N}\uD800-\uDFFF]/u;
/** An escape of JSON, of which the whole would say which letter it was. */
const jsonEscape = /\\u[\da-fA-F]{4}/y;
const reference = characterReference('y');

/** Finds the end of the letter that begins at an offset of a source: behind its escape, or one code unit further. */
const endOfLetter = (source: string, at: number): number => {
  for (const form of [jsonEscape, reference]) {
    form.lastIndex = at;
    if (form.test(source)) return form.lastIndex;
  }
  return at + 1;
};

/**
 * A source in whose readable text erased words were filled, with the filler where each of their letters stands in the source, its escape
 * included. Marks of the format stay, so that it is read as before.
 */
export const fillInSource = (
  source: string,
  { text, offsets }: { readonly text: string; readonly offsets: readonly number[] },
  filled: string,
): string => {
  if (filled === text) return source;
  const units = source.split('');
  for (let at = 0; at < text.length; at += 1)
    if (filled[at] !== text[at] && ofWords.test(text[at] ?? '')) {
      const start = offsets[at] ?? 0;
      units.fill(fillCharacter, start, endOfLetter(source, start));
    }
  return units.join('');
};

/** Like `withoutErased`, for every text and key of a JSON value. */
export const jsonWithoutErased = (
  value: unknown,
  erased: readonly ErasedWording[],
  key: WordingKey,
): unknown => {
  const fill = (text: string): string => withoutErased(text, erased, key);
  return erased.length === 0 ? value : maskJson(value, fill, fill);
};
