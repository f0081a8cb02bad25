import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ManyPatterns } from '#domain/labels/policy/many-patterns.ts';
import { atOnce } from '#domain/slices.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

const find = (text: string, ...patterns: readonly string[]) =>
  atOnce(
    atOnce(ManyPatterns.of(patterns.map((characters) => ({ characters, ending: '' })))).findIn(text),
  ).map(({ start, end }) => text.slice(start, end));

describe('many patterns in one pass', () => {
  test.for<[string, readonly string[], readonly string[]]>([
    ['ushers', ['he', 'she', 'hers'], ['she', 'hers']],
    ['aaaa', ['aa'], ['aa', 'aa', 'aa']],
    ['漢字仮名', ['字仮', '仮'], ['字仮']],
    ['nothing', ['else'], []],
    ['nothing', [''], []],
  ])('in %s of %j: the longest that ends at each place', ([text, patterns, found]) => {
    expect(find(text, ...patterns)).toEqual(found);
  });

  test('what may follow a pattern belongs to it, the longest there is', () => {
    const patterns = [
      { characters: 'bcd', ending: '' },
      { characters: 'cd', ending: '.' },
      { characters: 'd', ending: '.!' },
    ];
    expect(atOnce(atOnce(ManyPatterns.of(patterns)).findIn('abcd.!'))).toEqual([{ start: 1, end: 6 }]);
  });

  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '語'), minLength: 1, maxLength: 6 });
  test('covers what looking for each covers', () => {
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 8 }),
        fc.array(letters, { maxLength: 30 }),
        (patterns, parts) => {
          const text = parts.join('');
          const covered = (spans: readonly { readonly start: number; readonly end: number }[]) =>
            [...text].map((_, at) => spans.some(({ start, end }) => start <= at && at < end));
          const each = patterns.flatMap((pattern) =>
            Array.from(text, (_, start) => ({ start, end: start + pattern.length })).filter(({ start }) =>
              text.startsWith(pattern, start),
            ),
          );
          const search = atOnce(ManyPatterns.of(patterns.map((characters) => ({ characters, ending: '' }))));
          expect(covered(atOnce(search.findIn(text)))).toEqual(covered(each));
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});
