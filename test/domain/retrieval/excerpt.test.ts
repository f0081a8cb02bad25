import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptOf } from '#domain/retrieval/excerpt.ts';

/** The excerpt with its spans in brackets. */
const marked = (texts: readonly string[], search: string): string => {
  const { text, spans } = excerptOf(texts, search);
  let shown = '';
  let at = 0;
  for (const { start, end } of spans) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return shown + text.slice(at);
};

const long = `${'We met in the harbour and spoke of other things. '.repeat(20)}The tide gauge was moved to the mole. ${'Nobody objected at all. '.repeat(20)}`;

describe('an excerpt marks the words that were looked for', () => {
  test.for([
    ['inflected', ['The gauges of the tide.'], 'tide gauge', 'The [gauges] of the [tide].'],
    ['in any case', ['GAUGE one.'], 'gauge', '[GAUGE] one.'],
    ['no word that is left out', ['The tide and the gauge.'], 'tide -gauge', 'The [tide] and the gauge.'],
    ['no word that every text has', ['The tide of the sea.'], 'the tide', 'The [tide] of the sea.'],
    ['in the first text that has any', ['Nothing here.', 'A buoy.'], 'buoy', 'A [buoy].'],
    ['alike, where it stands nowhere', ['Ask Maria Kowalczyk.'], 'Kowalcyk', 'Ask Maria [Kowalczyk].'],
    ['the beginning, where nothing is alike', ['Nothing here.', 'Nor here.'], 'quetzal', 'Nothing here.'],
    ['pairs of letters', ['潮位計を桟橋に移す。'], '桟橋', '潮位計を[桟橋]に移す。'],
    [
      'late in a text that has room',
      ['We measure the water level with downward-looking radar gauges.'],
      'gauge',
      'We measure the water level with downward-looking radar [gauges].',
    ],
    ['parts of a path', ['docs/adr/0007-tide-gauge.md'], 'gauge', 'docs/adr/0007-tide-[gauge].md'],
  ] as const)('%s', ([, texts, search, wanted]) => {
    expect(marked(texts, search)).toBe(wanted);
  });

  test('a long text is cut around them, at spaces', () => {
    const shown = marked([long], 'tide mole');
    expect(shown).toMatch(/^…\S.*The \[tide\] gauge was moved to the \[mole\]\. .*\S…$/);
    expect(shown.length).toBeLessThan(300);
  });

  test('spans ascend, lie within the text, and split no letter', () => {
    const letters = fc.string({ unit: 'grapheme', maxLength: 600 });
    fc.assert(
      fc.property(letters, letters, (text, search) => {
        const { text: shown, spans } = excerptOf([text], `${search} ${text.slice(300, 310)}`);
        let last = 0;
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(shown.length);
        if (text.isWellFormed()) expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});
