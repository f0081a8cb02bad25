import { describe, expect, test } from 'vitest';
import { namesAskedFor, refusalOfUnknown } from '#domain/input/unknown-names.ts';

describe('names that a filter asks for', () => {
  test.for([
    ['a text itself', 'list.typed', ['list.typed']],
    ['eq and in', { eq: 'a', in: ['b', 'c'] }, ['a', 'b', 'c']],
    ['null members state nothing', { eq: null, in: null }, []],
    ['what is excluded, or only a part, may be missing', { not: ['a'], contains: 'b' }, []],
  ] as const)('%s', ([, asked, names]) => {
    expect(namesAskedFor(asked)).toEqual(names);
  });
});

describe('a name that nothing has is refused with the nearest ones', () => {
  test.for([
    ['all are known', 'label', ['pii.email'], ['pii.email', 'pii.phone'], null],
    ['none is asked for', 'label', [], [], null],
    [
      'a typing error',
      'label',
      ['pii.email', 'pii.emial'],
      ['pii.email', 'secret.token'],
      'Nothing that you can see has the label "pii.emial", and no detector suggests it. Nearest: pii.email.',
    ],
    [
      'another case is another name',
      'domain',
      ['Paint'],
      ['paint'],
      'Nothing that you can see is of the domain "Paint". Nearest: paint.',
    ],
    [
      'nothing is near',
      'audience',
      ['zz'],
      ['engineering'],
      'Nothing that you can see is for the group "zz", which is none of yours.',
    ],
    [
      'a rule',
      'rule',
      ['lst.typed'],
      ['list.typed'],
      'No rule of extraction is called "lst.typed". Nearest: list.typed.',
    ],
  ] as const)('%s', ([, vocabulary, asked, known, message]) => {
    expect(refusalOfUnknown(vocabulary, asked, known)).toBe(message);
  });

  test('a long text is quoted in part', () => {
    expect(refusalOfUnknown('label', ['x'.repeat(100_000)], [])?.length).toBeLessThan(200);
  });
});
