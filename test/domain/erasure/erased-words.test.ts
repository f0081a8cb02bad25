import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  erasedWordingsOf,
  fillerFor,
  fillInSource,
  holdsFiller,
  jsonWithoutErased,
  longestRuns,
  spellingsIn,
  type WordingKey,
  withoutErased,
} from '#domain/erasure/erased-words.ts';
import { readingsOf } from '#domain/labels/policy/wording-in-text.ts';
import { propertyRuns, sampleOf } from '#test/support/property-runs.ts';

const key: WordingKey = {
  digest: (characters) => createHmac('sha256', 'a key').update(characters).digest('hex'),
  factor: 0x5bd1e995 | 1,
};
const wording = 'We keep the keys at Quarrick’s.';

describe('the letters by which texts are chosen', () => {
  /** Letters as the database compares them (`textsThatMayHold`). */
  const inDatabase = (text: string): string =>
    text
      .normalize('NFKD')
      .replaceAll('ı', 'i')
      .replace(/[ßẞ]/g, 'ss')
      .toLowerCase()
      .replace(/[^a-z]/g, '');

  test('are those of the comparison, whatever character stands in a text', () => {
    const differs = (codes: readonly number[]): boolean => {
      const text = `xxxxxx${codes.map((code) => `${String.fromCodePoint(code)}xxxxxx`).join('')}`;
      const [reading] = readingsOf(text);
      return (reading?.text ?? '').replace(/[^a-z]/g, '') !== inDatabase(text);
    };
    // A thousand characters at a time, and one by one where these differ. Latin stands in the first of them.
    const firsts = Array.from({ length: 17 * 64 }, (_, block) => block * 0x400);
    const differ = [...firsts.slice(0, 16), ...sampleOf(firsts.slice(16), 16)]
      .filter((first) => first < 0xd800 || first > 0xdfff)
      .map((first) => Array.from({ length: 0x400 }, (_, at) => first + at))
      .filter(differs)
      .map((codes) => codes.find((code) => differs([code])) ?? codes);
    expect(differ).toEqual([]);
  });

  test('are the longest run of a wording, once, and none of one in other letters', () => {
    expect(longestRuns([wording, wording.toUpperCase(), 'Мы держим ключи у причала.'])).toEqual([
      'wekeepthekeysatq',
      '',
    ]);
  });
});

describe('a wording is known again', () => {
  test.for([
    ['as it stands', `Then: ${wording} So be it.`, true],
    ['in other case and white space', `THEN: WE KEEP\n  THE KEYS AT QUARRICK’S`, true],
    ['under marks', '- We **keep** the _keys_ at Quarrick’s', true],
    ['with invisible characters', 'We ke\u200bep the keys at Quarrick’s.', true],
    ['at the very end', 'x We keep the keys at Quarrick’s', true],
    ['not where a letter differs', 'We keep the keys at Quarrock’s.', false],
    ['not in a part of it', 'We keep the keys', false],
  ] as const)('%s', ([, text, found]) => {
    const masked = withoutErased(text, erasedWordingsOf([wording], key), key);
    expect(holdsFiller(masked)).toBe(found);
    expect(masked.length).toBe(text.length);
    expect(masked === text).toBe(!found);
    // Removal by spellings removes the same text.
    const spelled = spellingsIn([text], [wording]).reduce(
      (rest, spelling) => rest.replaceAll(spelling, fillerFor(spelling)),
      text,
    );
    expect(spelled).toBe(masked);
  });

  test('in every text and key of a JSON value, which loses nothing else', () => {
    const erased = erasedWordingsOf([wording], key);
    const filled = fillerFor(wording);
    expect(jsonWithoutErased({ a: [wording, 1, null], b: { c: 'other' } }, erased, key)).toEqual({
      a: [filled, 1, null],
      b: { c: 'other' },
    });
    expect(
      jsonWithoutErased({ [wording]: 1, [wording.toUpperCase()]: [{ [wording]: 2 }] }, erased, key),
    ).toEqual({
      [filled]: 1,
      [`${filled} `]: [{ [filled]: 2 }],
    });
  });

  test('but not a short one, which would be found everywhere', () => {
    expect(erasedWordingsOf(['Yes.', 'It is so.'], key)).toEqual([]);
    expect(spellingsIn(['Yes. It is so.'], ['Yes.', 'It is so.'])).toEqual([]);
  });

  test('wherever it stands among others of other lengths, and nothing else is taken', () => {
    const words = fc.stringMatching(/^[a-z ]{0,40}$/);
    fc.assert(
      fc.property(words, words, words, (before, between, after) => {
        const others = ['The tide gauge is read at noon.', 'The mast is painted in spring, again.'];
        const text = `${before} ${wording} ${between} ${others[0]} ${after}`;
        const masked = withoutErased(text, erasedWordingsOf([wording, ...others], key), key);
        expect(masked).toBe(
          `${before} ${fillerFor(wording)} ${between} ${fillerFor(others[0] ?? '')} ${after}`,
        );
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });
});

describe('the spellings of a wording', () => {
  const wording = 'The harbour closes at noon';

  test('are those of the texts and its own, each once, the longest first', () => {
    const texts = ['THE  HARBOUR closes at noon.', 'the harbour closes at noon', 'Nothing of it.'];
    expect(spellingsIn(texts, [wording])).toEqual([
      'THE  HARBOUR closes at noon',
      'The harbour closes at noon',
      'the harbour closes at noon',
    ]);
  });

  test('leave out a wording that is too short to be looked for', () => {
    expect(spellingsIn(['At noon.'], ['noon'])).toEqual([]);
  });

  test('have what contains another before it', () => {
    const longer = `${wording} and at dusk`;
    expect(spellingsIn([], [wording, longer])).toEqual([longer, wording]);
    expect(spellingsIn([], [longer, wording])).toEqual([longer, wording]);
  });
});

describe('a source whose words were erased', () => {
  /** A source whose readable text is its own, but for the escapes that are given as one letter each. */
  const read = (source: string, escapes: readonly string[] = []) => {
    let text = '';
    const offsets: number[] = [];
    for (let at = 0; at < source.length; ) {
      const letter = escapes.find((one) => source.startsWith(one, at));
      text += letter === undefined ? source.charAt(at) : 'ä';
      offsets.push(at);
      at += letter?.length ?? 1;
    }
    return { text, offsets };
  };
  const filledAt = (text: string, words: string) => text.replace(words, '█'.repeat(words.length));

  test.for([
    ['letters', 'Greet Anna now', [], 'Anna', 'Greet ████ now'],
    ['digits and letters of two units', 'Room 12 \u{10330}!', [], '12 \u{10330}', 'Room ██ ██!'],
    ['an escape of JSON, whole', '"K\\u00e4se"', ['\\u00e4'], 'Käse', '"█████████"'],
    ['a reference, whole', 'K&auml;se', ['&auml;'], 'Käse', '█████████'],
    ['what lies beside it stays', '**An**na &amp; co', [], '**An**na', '**██**██ &amp; co'],
  ] as const)('has the filler in the place of %s', ([, source, escapes, words, filled]) => {
    const readable = read(source, escapes);
    expect(fillInSource(source, readable, filledAt(readable.text, words))).toBe(filled);
  });

  test('is as it was where nothing was erased', () => {
    const source = 'Greet Anna now';
    expect(fillInSource(source, read(source), source)).toBe(source);
  });
});
