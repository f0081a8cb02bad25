import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeContent } from '#domain/ingestion/normalize-content.ts';
import { maskWordings, policyMask } from '#domain/labels/policy/mask.ts';
import { findWordings, forgetWordings } from '#domain/labels/policy/wording-in-text.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { cpuMilliseconds, propertyRuns, testSize } from '#test/support/property-runs.ts';

const M = policyMask;
const mask = (text: string, ...wordings: string[]) =>
  maskWordings(text, [{ start: null, end: null, wordings }]);

describe('a wording is found however it is spelled', () => {
  test.for<[string, string, string]>([
    ['emphasis', '## Decision: The *buoy* __must__ `keep` the beacon.', `## Decision: ${M}`],
    ['emphasis around it', '**The buoy must keep the beacon.**', `**${M}**`],
    ['struck-out words', 'The ~~old~~ buoy must ~never~ keep the beacon', M],
    ['a link', 'See: The [buoy](https://x.y/(z) "T") must keep the [beacon][1].', `See: ${M}`],
    ['its words as the title of a link', '[x](y "The buoy must keep the beacon")', `[x](y "${M}")`],
    ['an image, a comment, a footnote, tags', 'The ![a](b)buoy<!-- c --> must[^1] <b>keep</b> the beacon', M],
    ['escapes and references', 'The \\buoy mu&#115;t k&#x65;ep&nbsp;the beacon', M],
    ['references by name', 'The b&UnderBar;uoy must keep the&ensp;beacon', M],
    ['a name that is no reference', 'a=1&TheBuoyMustKeepTheBeacon;', `a=1&${M};`],
    ['lines of a quote', '> The buoy\n> must keep\r\n> the beacon.', `> ${M}`],
    ['full-width letters', 'Ｔhe ｂuoy must keep the ｂeacon．', M],
    ['other case', 'THE BUOY MUST KEEP THE BEACON', M],
    ['invisible characters', 'The bu\u200boy mu\u00adst \u202ekeep\u202c the bea\u2060con', M],
    ['other spaces', 'The\u00a0buoy\u3000must \t keep\n\nthe\u0085beacon', M],
    ['other punctuation at its end', 'The buoy must keep the beacon?!', `${M}?!`],
    ['no more than it', 'a The buoy must keep the beacon. b', `a ${M} b`],
    ['another', 'The buoy must keep the deacon.', 'The buoy must keep the deacon.'],
  ])('%s', ([, text, expected]) => {
    expect(mask(text, 'The buoy must keep the beacon.')).toBe(expected);
  });

  test.for<[string, string, string]>([
    ['a ligature', 'The final answer is no', 'The ﬁnal answer is no'],
    ['an accent apart', 'Le café est fermé', 'Le cafe\u0301 est ferme\u0301'],
    ['accents in another order', 'The q\u0323\u0307 is kept', 'The q\u0307\u0323 is kept'],
    ['Hangul in parts', '부표는 등대를 지켜야 한다 항상', '부표는 등대를 지켜야 한다 항상'.normalize('NFD')],
    ['a sigma', 'ο σταθμός μένει', 'Ο ΣΤΑΘΜΌΣ ΜΈΝΕΙ'],
    ['a letter of two', 'Die Straße bleibt', 'DIE STRASSE BLEIBT'],
    ['a list read as a statement', 'Steps: moor it; light it', 'Steps:\n\n- moor it\n- light it'],
    ['marks that are its own', 'set buoy_key_a to x', 'set buoykeya to x'],
  ])('%s, and the other way round', ([, one, other]) => {
    expect([mask(one, other), mask(other, one)]).toEqual([M, M]);
  });

  test.for([['Nora Quist'], ['* * * * * * * *'], ['a***********'], ['[a](https://example.com/long)']])(
    'too few letters are not looked for: %s',
    ([wording]) => {
      expect(findWordings('Nora Quist * * * * * * * * and a', [wording ?? ''])).toEqual([]);
    },
  );
});

describe('a wording is looked for where it is long enough', () => {
  test.for<[what: string, wording: string, text: string, isFound: boolean]>([
    ['twelve characters are enough', 'buoys at sea', 'buoys at sea', true],
    ['eleven are looked for by their span alone', 'buoy at sea', 'buoy at sea', false],
    ['blanks around it do not count', '  buoy at sea  ', 'buoy at sea', false],
    ['blanks in a row count as one', 'buoy  at  sea', 'buoy at sea', false],
    ['six letters among its marks are enough', 'a-- -- b-- --', 'a-- -- b-- --', true],
    ['five are too few', 'a * * * b * * c * d * e', 'a b c d e', false],
    ['as it is written, and as Markdown shows it', 'The [buoy](https://x.y) is lit', 'The buoy is lit', true],
    [
      'a link’s address as it is written',
      'see (https://x.y/key-of-ada) there',
      'see (https://x.y/key-of-ada) there',
      true,
    ],
  ])('%s', ([, wording, text, isFound]) => {
    expect(findWordings(text, [wording]).length > 0).toBe(isFound);
  });

  test('twice in a process, before and after it forgets its words, it is found alike', () => {
    const wordings = ['The buoy is lit at night', 'Der Leuchtturm brennt nachts'];
    const text = 'Note: the BUOY is lit at night. Der *Leuchtturm* brennt nachts!';
    const found = () => findWordings(text, wordings).map(({ start, end }) => text.slice(start, end));
    const expected = ['the BUOY is lit at night', 'Der *Leuchtturm* brennt nachts'];
    expect(found()).toEqual(expected);
    expect(found()).toEqual(expected);
    forgetWordings();
    expect(found()).toEqual(expected);
  });

  test('of many wordings, one after the other, each is found only where it stands', () => {
    const numbered = (at: number) => `The buoy of row ${at} is lit`;
    for (let at = 0; at < 12; at += 1) {
      expect(findWordings(numbered(at), [numbered(at)])).toHaveLength(1);
      expect(findWordings(numbered(at), [numbered(at + 1)])).toEqual([]);
    }
  });
});

const word = fc.stringMatching(/^[a-zé]{3,9}$/);
const sentence = fc.array(word, { minLength: 5, maxLength: 9 }).map((words) => words.join(' '));
const wide = (letter: string) =>
  letter >= 'a' && letter <= 'z' ? String.fromCodePoint(letter.charCodeAt(0) + 0xfee0) : letter;
const dressings: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => letter,
  wide,
  (letter) => letter.toUpperCase(),
  (letter) => letter.normalize('NFD'),
  (letter) => `*${letter}`,
  (letter) => `${letter}**`,
  (letter) => `${letter}_`,
  (letter) => `\`${letter}`,
  (letter) => `[${letter}](https://x.y/z)`,
  (letter) => `\\${letter}`,
  (letter) => `${letter}\u200b`,
  (letter) => `${letter}\u00ad`,
  (letter) => (letter === ' ' ? ' \n\t ' : letter),
  (letter) => (letter === ' ' ? '\u3000' : letter),
  (letter) => `&#${letter.codePointAt(0)};`,
];

describe('a wording', () => {
  test('is masked in whatever dress', () => {
    const dressed = sentence.chain((wording) =>
      fc
        .array(fc.constantFrom(...dressings), { minLength: wording.length, maxLength: wording.length })
        .map((by) => ({ wording, text: Array.from(wording, (letter, at) => by[at]?.(letter)).join('') })),
    );
    fc.assert(
      fc.property(dressed, ({ wording, text }) => {
        const masked = mask(`Before 1: ${text} 2 after`, wording);
        expect(masked.startsWith('Before 1: ')).toBe(true);
        expect(masked.endsWith(' 2 after')).toBe(true);
        const left = masked.replace(M, '').slice('Before 1: '.length, -' 2 after'.length);
        // Marks that open before its first letter, or close after its last one.
        expect(left).toMatch(/^[*\\`[]{0,2}(?:(?:[*_\u200b\u00ad]|\u0301){0,2}|\]\(https:\/\/x\.y\/z\))$/u);
      }),
    );
  });

  test('leaves a text as it is where it is not said', () => {
    fc.assert(
      fc.property(sentence, fc.string({ unit: 'grapheme', maxLength: 200 }), (wording, text) => {
        const foreign = text.replaceAll(/[a-z]/giu, '');
        expect(mask(foreign, `quay ${wording}`)).toBe(foreign);
      }),
    );
  });

  test('is found in all that counts as the same statement', () => {
    const unit = fc.oneof(
      fc.constantFrom(
        'a',
        'B',
        ' ',
        '*',
        '.',
        ';',
        'ﬁ',
        'Σ',
        'ς',
        'ß',
        'İ',
        '\u0301',
        '\u0323',
        '\u200d',
        '％',
      ),
      anyCharacter,
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
        const said = `the buoy must${units.join('')}keep`;
        expect(mask(said, normalizeContent(said))).toContain(M);
        expect(mask(normalizeContent(said), said)).toContain(M);
      }),
      { numRuns: propertyRuns(2_000, 40) },
    );
  });

  test('is found whichever single letter the statement was made plain in', () => {
    const missed: string[] = [];
    // Every code point in the long run, else every seventh.
    const codePointStep = testSize(10) === 10 ? 1 : 7;
    for (let point = 0; point <= 0x10ffff; point += codePointStep) {
      const said = `the buoy must${String.fromCodePoint(point)}keep`;
      const same = normalizeContent(said);
      if (same !== said && !(mask(said, same).includes(M) && mask(same, said).includes(M)))
        missed.push(point.toString(16));
    }
    expect(missed).toEqual([]);
  });

  test.for(['](', '<!--', '![', '~ ', '<a', 'é', 'e\u0301', ' ', '\n- ', '[x](y) ', '&#', 'aab'])(
    'is looked for in linear time: %j',
    (piece) => {
      const text = piece.repeat(Math.ceil(testSize(500_000) / piece.length));
      expect(cpuMilliseconds(() => mask(text, 'The buoy must keep the beacon.'))).toBeLessThan(5_000);
    },
  );
});
