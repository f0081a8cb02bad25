import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endsOfWord, isLiteral, readSearch } from '#domain/input/search.ts';

describe('a search is read', () => {
  test.for([
    ['words, the longest compared first', 'Tide Gauges', ['gauges', 'tide']],
    ['what is excluded is not looked for by likeness', 'gauge -harbour -"north quay"', ['gauge']],
    ['an unclosed exclusion runs to the end', 'gauge -"north quay', ['gauge']],
    ['a hyphen within a word excludes nothing', 'tide-gauge', ['gauge', 'tide']],
    ['each word once, four at most', 'a1b two two three four five six', ['three', 'four', 'five', 'a1b']],
    ['short words are not compared', 'of it', []],
    ['every script has words', 'Østerø и Ян', ['østerø']],
    ['a pattern is no letter', '100% _x\\y', ['100']],
  ] as const)('%s', ([, text, alike]) => {
    expect(readSearch(text)).toEqual({ words: text, alike });
  });

  test.for([
    ['tide gauge', false],
    ['tide-gauge', false],
    ['tide or gauge', false],
    ['"tide gauge"', true],
    ['tide -gauge', true],
    ['-"tide gauge" pier', true],
  ] as const)('%s names a phrase or words to leave out: %s', ([text, is]) => {
    expect(isLiteral(text)).toBe(is);
  });

  test.for([
    ['a word of letters without spaces is a phrase of pairs', '潮位計', '"潮位 位計"'],
    ['one such letter stays', '潮', '"潮"'],
    ['beside other words', 'gauge 潮位計 or 東京', 'gauge "潮位 位計" or "東京"'],
    ['excluded', '潮位 -東京都', '"潮位" -"東京 京都"'],
    ['a phrase', '"東京都 の gauge"', '"東京 京都 都 の gauge"'],
    ['with marks between', '東京、大阪', '"東京 京 、 大阪"'],
    ['an open phrase', '"潮位計', '"潮位 位計"'],
    ['Hangul, whose words take endings', '서울에서', '"서울 울에 에서"'],
  ] as const)('in pairs of letters: %s', ([, text, words]) => {
    expect(readSearch(text).words).toBe(words);
  });

  test.for([
    ['empty', ''],
    ['white space', ' \t\n\u00a0'],
    ['operators alone', '"" - | & ! ( ) :* <->'],
    ['a sign without letters', '🌊'],
    ['NUL', 'tide\0gauge'],
    ['half a surrogate pair', 'tide\ud83c'],
    ['too long', 'x'.repeat(1_001)],
  ] as const)('and refused: %s', ([, text]) => {
    expect(() => readSearch(text)).toThrow(expect.objectContaining({ code: 'input.invalid' }));
  });
});

describe('the ends of a word', () => {
  test.for([
    ['jon', 'jon', 'jon'],
    ['smyth', 'smy', 'yth'],
    ['kowalcyk', 'kow', 'cyk'],
    ['calibraton', 'cal', 'ton'],
    ['calibratoins', 'calib', 'toins'],
  ] as const)('%s', ([word, beginning, ending]) => {
    expect(endsOfWord(word)).toEqual({ beginning, ending });
  });

  test('one letter that is wrong leaves one of them as it is, from six letters on', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 6, maxLength: 20 });
    fc.assert(
      fc.property(letters, fc.nat(), (word, at) => {
        const place = at % word.length;
        const wrong = `${word.slice(0, place)}z${word.slice(place + 1)}`;
        const { beginning, ending } = endsOfWord(wrong);
        expect(word.startsWith(beginning) || word.endsWith(ending)).toBe(true);
      }),
    );
  });
});
