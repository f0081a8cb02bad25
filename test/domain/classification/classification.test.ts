import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createClassifier,
  type DomainEntry,
  fillIn,
  reclassify,
  type StoredClassification,
  unclassified,
} from '#domain/classification/classification.ts';
import { readModelClassifications } from '#domain/classification/model-classification.ts';

const entry = (domain: string, keywords: readonly string[], tags: readonly string[] = []): DomainEntry => ({
  domain,
  keywords,
  tags,
});
const table = [
  entry('finance', ['churn', 'ARR', 'net revenue'], ['money']),
  entry('data', ['data pipeline churn', 'pipeline'], ['engineering', 'data']),
  entry('harbour', ['pier', 'Größe', '港口', 'c++', 'é'], []),
];
const classify = createClassifier(table);

describe('the longest keyword wins, of equals the first in the table', () => {
  test.for<[text: string, domain: string | null, tags: string[]]>([
    ['Churn rose in May.', 'finance', ['money']],
    ['churns are counted', null, []],
    ['We saw unchurn.', null, []],
    ['(churn)', 'finance', ['money']],
    ['churn_rate is a column', null, []],
    ['churn2', null, []],
    ['A data  pipeline\nchurn doc', 'data', ['data', 'engineering', 'money']],
    ['ＡＲＲ is reported quarterly', 'finance', ['money']],
    ['The arr and the pier', 'harbour', ['money']],
    ['die größe des Schiffs', 'harbour', []],
    ['die GRÖSSE', null, []],
    ['the 港口 is closed', 'harbour', []],
    ['the港口', null, []],
    ['We write C++.', 'harbour', []],
    ['cafe\u0301', null, []],
    ['', null, []],
  ])('%s', ([text, domain, tags]) => {
    expect(classify(text)).toEqual({ domain, tags });
  });

  test('of equals the first', () => {
    const both = createClassifier([entry('b', ['pier']), entry('a', ['mole'])]);
    expect(both('the mole and the pier').domain).toBe('b');
  });

  test('the longest, wherever it stands in the table', () => {
    const both = createClassifier([entry('a', ['pier']), entry('b', ['the north pier'])]);
    expect(both('the north pier is closed').domain).toBe('b');
    expect(both('the south pier is closed').domain).toBe('a');
  });

  test('white space counts once in a keyword too, and one without letters is none', () => {
    const folded = createClassifier([entry('a', [' north \t pier ']), entry('b', ['', '  '], ['none'])]);
    expect(folded('the north pier')).toEqual({ domain: 'a', tags: [] });
    expect(folded('the pier')).toEqual({ domain: null, tags: [] });
  });

  test.for([
    ['\u{10330}pier', null],
    ['\u{1f600}pier', 'a'],
    ['pier\u{10330}', null],
    ['pier\u{1f600}', 'a'],
    ['x\u{10331}', null],
    ['\u{10331}', 'b'],
    ['\u{10331}x', null],
    ['\u{1f600}\u{10331}\u{1f600}', 'b'],
  ] as const)('a character beside it that takes two units is a letter, or is none: %s', ([text, domain]) => {
    const borders = createClassifier([entry('a', ['pier']), entry('b', ['\u{10331}'])]);
    expect(borders(text).domain).toBe(domain);
  });

  test('an empty table says nothing', () => {
    expect(createClassifier([])('churn')).toEqual({ domain: null, tags: [] });
  });

  test('whatever the table and the text: the same answer twice, and a domain only of a keyword that is in it', () => {
    const word = fc.constantFrom('a', 'b', 'ab', 'a b', 'ä', 'ﬁ', '𝒳', '\u0301', '_', '1', ' ');
    const text = fc.array(word, { maxLength: 12 }).map((parts) => parts.join(''));
    const entries = fc.array(
      fc
        .tuple(fc.constantFrom('d1', 'd2'), fc.array(text, { maxLength: 3 }))
        .map(([d, k]) => entry(d, k, [d])),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(entries, text, (made, given) => {
        const found = createClassifier(made)(given);
        expect(createClassifier(made)(given)).toEqual(found);
        expect(found.tags.includes(found.domain ?? '')).toBe(found.domain !== null);
        const plain = (value: string) => value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
        const possible = made.filter(({ keywords }) =>
          keywords.some((keyword) => plain(keyword) !== '' && plain(given).includes(plain(keyword))),
        );
        expect(possible.map(({ domain }) => domain)).toEqual(expect.arrayContaining([...found.tags]));
      }),
    );
  });
});

describe('what a person set stays', () => {
  const derived = { domain: 'finance', tags: ['money'] };
  test.for<[rule: string, stored: StoredClassification, then: StoredClassification]>([
    ['what nobody set is derived', unclassified, { ...derived, domainDerived: true, tagsDerived: true }],
    [
      'a domain that a person set stays, and the tags are derived',
      { ...unclassified, domain: 'harbour' },
      { domain: 'harbour', domainDerived: false, tags: ['money'], tagsDerived: true },
    ],
    [
      'tags that a person set stay, and the domain is derived',
      { ...unclassified, tags: ['mine'] },
      { domain: 'finance', domainDerived: true, tags: ['mine'], tagsDerived: false },
    ],
    [
      'what was derived is derived anew',
      { domain: 'harbour', domainDerived: true, tags: ['old'], tagsDerived: true },
      { ...derived, domainDerived: true, tagsDerived: true },
    ],
  ])('%s', ([, stored, then]) => {
    expect(reclassify(stored, derived)).toEqual(then);
  });

  test('what was derived and is not there any more is gone', () => {
    const stored = { ...derived, domainDerived: true, tagsDerived: true };
    expect(reclassify(stored, { domain: null, tags: [] })).toEqual(unclassified);
  });
});

test('a model fills only what is empty, as derived where it named something', () => {
  const named = { domain: 'finance', tags: ['money'] };
  const filled = { ...named, domainDerived: true, tagsDerived: true };
  const stored = { domain: 'harbour', tags: ['mine'], domainDerived: false, tagsDerived: false };
  expect(fillIn(unclassified, named)).toEqual(filled);
  expect(fillIn(stored, named)).toEqual(stored);
  expect(fillIn({ ...stored, tagsDerived: true }, named)).toEqual({ ...stored, tagsDerived: true });
  expect(fillIn({ ...stored, domainDerived: true }, named)).toEqual({ ...stored, domainDerived: true });
  expect(fillIn(unclassified, { domain: null, tags: [] })).toEqual(unclassified);
});

describe('what a model says is checked', () => {
  const offered = new Set(['mem_a', 'mem_b']);
  const read = (...named: unknown[]) =>
    Object.fromEntries(readModelClassifications(offered, ['Finance'], named));

  test.for<[rule: string, named: unknown, found: object]>([
    [
      'a name that is the table’s is spelled so',
      { memory: 'mem_a', domain: 'finance', tags: [] },
      { mem_a: { domain: 'Finance', tags: [] } },
    ],
    [
      'tags are sorted, without repeats, five at most',
      { memory: 'mem_a', domain: '', tags: ['b', 'a', 'b', 7, '', 'z'] },
      { mem_a: { domain: null, tags: ['a', 'b'] } },
    ],
    [
      'a name is one line',
      { memory: 'mem_a', domain: ' tide\n gauges ', tags: null },
      { mem_a: { domain: 'tide gauges', tags: [] } },
    ],
    [
      'a text is no name',
      { memory: 'mem_a', domain: 'x'.repeat(61), tags: [] },
      { mem_a: { domain: null, tags: [] } },
    ],
    [
      'a name with characters that nobody sees is none',
      { memory: 'mem_a', domain: 'tides\u200B', tags: ['gau\u2060ge', 'pier'] },
      { mem_a: { domain: null, tags: ['pier'] } },
    ],
    ['a memory that it was not asked about', { memory: 'mem_c', domain: 'x', tags: [] }, {}],
    ['no object', 'mem_a', {}],
    ['null', null, {}],
  ])('%s', ([, named, found]) => {
    expect(read(named)).toEqual(found);
  });

  test('the first word about a memory stands', () => {
    const said = (domain: string) => ({ memory: 'mem_a', domain, tags: [] });
    expect(read(said('one'), said('two'))).toEqual({ mem_a: { domain: 'one', tags: [] } });
  });

  test('it fills what is empty, and nothing else', () => {
    const named = { domain: 'named', tags: ['n'] };
    expect(fillIn(unclassified, named)).toEqual({ ...named, domainDerived: true, tagsDerived: true });
    const stored = { domain: 'stored', tags: ['h'], domainDerived: false, tagsDerived: true };
    expect(fillIn(stored, named)).toEqual(stored);
  });
});
