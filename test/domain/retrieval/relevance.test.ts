import { describe, expect, test } from 'vitest';
import {
  answeringOf,
  hasTerms,
  mostRelevant,
  relevanceOf,
  type Searched,
} from '#domain/retrieval/relevance.ts';
import { createTermReader } from '#domain/retrieval/terms.ts';

const termsOf = createTermReader();

describe('the terms of a text', () => {
  test.for([
    ['words lose their endings, and stop words are left out', 'The gauges were painted', ['gaug', 'paint']],
    [
      'code is found whole and by its parts',
      'call readGauge(tide_level)',
      ['call', 'read', 'gaug', 'readgauge', 'tide', 'level', 'tide_level'],
    ],
    ['a version keeps its numbers', 'PostgreSQL 17.2', ['postgr', 'sql', 'postgresql', '17', '2', '17.2']],
    ['pairs of letters stand for words where none are parted', '潮位計', ['潮位', '位計']],
    ['wide letters are ordinary ones', 'ＡＢＣ', ['abc']],
    ['a name in the possessive is the name', 'Ada’s and Ada', ['ada', 'ada']],
  ] as const)('%s', ([, text, terms]) => {
    expect(termsOf(text)).toEqual(terms);
  });

  test('a task of stop words has none', () => {
    expect(hasTerms('What is it?')).toBe(false);
    expect(hasTerms('What is a gauge?')).toBe(true);
  });
});

describe('the relevance of texts for a task', () => {
  const text = (id: string, words: string, source: string | null = null, place = 0): Searched => ({
    id,
    words,
    source,
    place,
  });
  const relevances = (texts: readonly Searched[], task: string) =>
    new Map(relevanceOf(texts, task).map((value, at) => [texts[at]?.id, value]));

  test('is BM25 with a saturation of 1.2 and three quarters by length, as worked out by hand', () => {
    const texts = ['gauge gauge mole', 'gauge', 'tide pier quay mole', 'buoy buoy'].map((words, at) =>
      text(`m${at}`, words),
    );
    expect(relevanceOf(texts, 'gauge mole')).toEqual([
      expect.closeTo(1.543046, 6),
      expect.closeTo(0.918629, 6),
      expect.closeTo(0.556542, 6),
      0,
    ]);
  });

  test('texts without a term have none, and fail nothing', () => {
    expect(relevanceOf([text('a', ''), text('b', 'the')], 'gauge')).toEqual([0, 0]);
  });

  test('the most relevant come best first, with all that are as good as the last', () => {
    const texts = [
      text('a', 'gauge mole'),
      text('b', 'gauge gauge mole mole'),
      text('c', 'tide'),
      text('d', 'gauge mole'),
    ];
    const chosen = (most: number) => mostRelevant(texts, 'gauge mole', most).map(({ id }) => id);
    expect(chosen(1)).toEqual(['b']);
    expect(chosen(2)).toEqual(['b', 'a', 'd']);
    expect(chosen(4)).toEqual(['b', 'a', 'd', 'c']);
    expect(chosen(9)).toEqual(['b', 'a', 'd', 'c']);
  });

  test('what lifts a text counts beside its words', () => {
    const texts = [text('a', 'gauge'), text('b', 'tide'), text('c', 'pier')];
    const lifted = mostRelevant(texts, 'gauge', 1, (relevance) => {
      expect(relevance).toEqual(relevanceOf(texts, 'gauge'));
      return [null, 9, -1];
    });
    expect(lifted.map(({ id }) => id)).toEqual(['b']);
  });

  test('a rare word weighs more than one that many texts hold', () => {
    const found = relevances(
      [text('a', 'gauge one'), text('b', 'gauge two'), text('c', 'gauge three'), text('d', 'lamp four')],
      'gauge lamp',
    );
    expect(found.get('d')).toBeGreaterThan(found.get('a') ?? 0);
    expect(found.get('a')).toBe(found.get('b'));
  });

  test.for([
    ['all of it', 'lamp oil', 1],
    ['nothing of it', 'quetzal', 0],
    ['no term at all', 'what is it', 0],
  ] as const)('the best text holds of a task: %s', ([, task, share]) => {
    expect(answeringOf([text('a', 'lamp oil'), text('b', 'gauge one')], task).share).toBe(share);
  });

  test('a frequent word is less of a task than a rare one, counted among all texts', () => {
    const gauges = ['one', 'two', 'three', 'four', 'five', 'six'].map((words) =>
      text(words, `gauge ${words}`),
    );
    const frequent = answeringOf(gauges, 'gauge quetzal').share;
    expect(frequent).toBeLessThan(0.1);
    expect(answeringOf(gauges, 'six quetzal').share).toBeGreaterThan(0.3);
    expect(answeringOf(gauges, 'gauge quetzal', 1_000).share).toBeGreaterThan(frequent);
  });

  test('a short text is before a long one that says the word as often', () => {
    const found = relevances([text('a', 'lamp'), text('b', `lamp ${'oil '.repeat(40)}`)], 'lamp');
    expect(found.get('a')).toBeGreaterThan(found.get('b') ?? 0);
  });

  test('what stands within two places in the same source is lifted, by half of the best', () => {
    const found = relevances(
      [
        text('a', 'the answer', 'talk', 4),
        text('b', 'nothing', 'talk', 3),
        text('c', 'which lamp', 'talk', 2),
        text('d', 'too far', 'talk', 9),
        text('e', 'elsewhere', 'other', 3),
      ],
      'lamp',
    );
    expect(found.get('a')).toBe((found.get('c') ?? 0) / 2);
    expect(found.get('b')).toBe((found.get('c') ?? 0) / 2);
    expect(found.get('d')).toBe(0);
    expect(found.get('e')).toBe(0);
  });

  test('the order of what comes in does not matter', () => {
    const texts = Array.from({ length: 30 }, (_, at) =>
      text(
        `t${at}`,
        `${['lamp', 'gauge', 'pier'][at % 3]} ${at}`,
        at % 2 ? 'one' : 'two',
        Math.floor(at / 4),
      ),
    );
    const found = relevances(texts, 'lamp pier 7');
    expect(relevances(texts.toReversed(), 'lamp pier 7')).toEqual(new Map([...found].reverse()));
  });

  test('a word far behind in a long text counts unless all texts have over a million characters', () => {
    const long = text('long', `${'oil '.repeat(20_000)}lamp`);
    const others = Array.from({ length: 1_000 }, (_, at) => text(`t${at}`, 'pier '.repeat(250)));
    expect(relevances([long, ...others.slice(0, 500)], 'lamp').get('long')).toBeGreaterThan(0);
    expect(relevances([long, ...others], 'lamp').get('long')).toBe(0);
  });

  test('of no text there is none', () => {
    expect(relevanceOf([], 'lamp')).toEqual([]);
  });
});
