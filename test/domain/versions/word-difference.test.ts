import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Segment, wordDifference } from '#domain/versions/word-difference.ts';

const without = (operation: Segment['operation'], segments: readonly Segment[]) =>
  segments
    .filter((segment) => segment.operation !== operation)
    .map(({ text }) => text)
    .join('');

describe('a difference goes by words', () => {
  test.for([
    ['', '', []],
    ['at noon', 'at noon', [['EQUAL', 'at noon']]],
    ['', 'at noon', [['INSERT', 'at noon']]],
    ['at noon', '', [['DELETE', 'at noon']]],
    [
      'We will read the gauges at noon.',
      'We will read all gauges at dusk.',
      [
        ['EQUAL', 'We will read '],
        ['DELETE', 'the'],
        ['INSERT', 'all'],
        ['EQUAL', ' gauges at '],
        ['DELETE', 'noon'],
        ['INSERT', 'dusk'],
        ['EQUAL', '.'],
      ],
    ],
  ] as const)('from %j to %j', ([from, to, expected]) => {
    expect(wordDifference(from, to).map(({ operation, text }) => [operation, text])).toEqual(expected);
  });

  test('both texts can be read out of it, character by character', () => {
    const text = fc
      .array(fc.constantFrom('at', 'noon', ' ', '  ', '\n', '.', '😀', 'é', '\ud83d', '4.8'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (from, to) => {
        const segments = wordDifference(from, to);
        expect(without('INSERT', segments)).toBe(from);
        expect(without('DELETE', segments)).toBe(to);
      }),
    );
  });

  test.for(['', '😀', 'a 😀'])(
    'of long texts it goes from the first that differs to the last: %j',
    (edge) => {
      const words = (word: string) => Array.from({ length: 1_100 }, (_, at) => `${word}${at}`).join(' ');
      const [from, to] = [`${edge}😁${words('a')}x😂${edge}`, `${edge}😀${words('b')}y😅${edge}`];
      expect(wordDifference(from, to).map(({ operation, text }) => [operation, text])).toEqual(
        [
          ['EQUAL', edge],
          ['DELETE', `😁${words('a')}x😂`],
          ['INSERT', `😀${words('b')}y😅`],
          ['EQUAL', edge],
        ].filter(([, text]) => text !== ''),
      );
    },
  );

  test('of long texts that have little in common it is one piece, and whole', () => {
    const long = (word: string) =>
      `# Head\n\n${Array.from({ length: 60_000 }, (_, at) => `${word}${at}`).join(' ')}\n\nEnd 😀`;
    const [from, to] = [long('a'), long('b')];
    const segments = wordDifference(from, to);
    expect(segments.length).toBeLessThan(10);
    expect(without('INSERT', segments)).toBe(from);
    expect(without('DELETE', segments)).toBe(to);
  });
});
