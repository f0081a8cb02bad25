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
    ['pairs of letters that overlap, as one', ['東京都の門'], '東京都', '[東京都]の門'],
    ['one letter of a script without spaces', ['潮 and 汐'], '潮', '[潮] and 汐'],
    ['by its beginning, where it stands nowhere', ['Kowalski came.'], 'Kowalczyk', '[Kowalski] came.'],
    ['no short word by likeness', ['An oak.'], 'ox', 'An oak.'],
    ['any of the words, by likeness', ['Ask Kowalski.'], 'quetzal Kowalczyk', 'Ask [Kowalski].'],
    ['parts of a path', ['docs/adr/0007-tide-gauge.md'], 'gauge', 'docs/adr/0007-tide-[gauge].md'],
  ] as const)('%s', ([, texts, search, wanted]) => {
    expect(marked(texts, search)).toBe(wanted);
  });

  test('a long text is cut around them, at spaces', () => {
    const shown = marked([long], 'tide mole');
    expect(shown).toMatch(/^…\S.*The \[tide\] gauge was moved to the \[mole\]\. .*\S…$/);
    expect(shown.length).toBeLessThan(300);
  });

  const words = (count: number, one = 'other') => Array.from({ length: count }, () => one).join(' ');

  test('a text of one excerpt is shown whole, and a longer one with the mark of what is left out', () => {
    const whole = `${words(39)} gauges`;
    expect(whole).toHaveLength(240);
    expect(marked([whole], 'gauge')).toBe(`${words(39)} [gauges]`);
    expect(marked([`${whole} ${words(20)}`], 'quetzal')).toBe(`${words(39)} gauges…`);
    expect(marked([`  ${whole}`], 'gauge')).toMatch(/^…other .*\[gauges\]$/);
  });

  test('where most of them stand together, of equals the first', () => {
    const far = words(80);
    expect(marked([`The gauge. ${far} A tide gauge here. ${far}`], 'tide gauge')).toMatch(
      /^…other .*A \[tide\] \[gauge\] here\. other.*…$/,
    );
    expect(marked([`A gauge one. ${far} A gauge two. ${far}`], 'gauge')).toMatch(/^A \[gauge\] one\. other/);
  });

  test('with some forty characters before the first of them', () => {
    const [before = ''] = marked([`${words(80)} gauge ${words(80)}`], 'gauge').split('[');
    expect(before.length).toBeGreaterThan(30);
    expect(before.length).toBeLessThanOrEqual(42);
    expect(before).toMatch(/^…other other .* $/);
  });

  test('a run without spaces is cut within it, and no letter of two units', () => {
    const run = '\u{10330}'.repeat(400);
    const { text } = excerptOf([`x${run}`], 'quetzal');
    expect(text.isWellFormed()).toBe(true);
    expect(text).toMatch(/^x\u{10330}+…$/u);
    expect(text.length).toBeGreaterThanOrEqual(240);
  });

  test('in the first eighty thousand characters alone', () => {
    const text = `${words(14_000)} gauge`;
    expect(text.length).toBeGreaterThan(80_000);
    expect(excerptOf([text], 'gauge').spans).toEqual([]);
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
