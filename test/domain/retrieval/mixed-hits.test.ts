import { describe, expect, test } from 'vitest';
import { mixedHits } from '#domain/retrieval/mixed-hits.ts';

const hit = (id: string, rank: number, cosine: number | null = null) => ({ id, rank, cosine });
const far = Array.from({ length: 20 }, (_, at) => hit(`far${at}`, 0, at % 2 === 0 ? 0.02 : -0.02));
const mix = (found: readonly ReturnType<typeof hit>[], meant: readonly ReturnType<typeof hit>[]) =>
  mixedHits(found, meant, { meaningWeight: 1, cosineOf: ({ cosine }) => cosine }).map(({ id }) => id);

describe('hits of a search by words and by meaning', () => {
  test.for([
    ['what holds the words comes before what only means them', [hit('a', 5)], [hit('b', 0, 0.9)], ['a', 'b']],
    ['meaning lifts what holds a common word', [hit('a', 1), hit('b', 1, 0.9)], [], ['b', 'a']],
    ['what means something else is left out', [hit('a', 5)], [hit('b', 0, -0.9)], ['a']],
    ['what has no vector is left out, unless it holds the words', [hit('a', 5)], [hit('b', 0)], ['a']],
    ['equals stand by their ids', [hit('a', 1), hit('b', 1)], [], ['b', 'a']],
    ['where nothing holds the words, meaning alone finds', [], [hit('b', 0, 0.9)], ['b']],
  ] as const)('%s', ([, found, meant, ids]) => {
    expect(mix(found, [...meant, ...far])).toEqual(ids);
  });

  test('without a vector the ranks are those of the words', () => {
    expect(mixedHits([hit('a', 2), hit('b', 3)], [], { meaningWeight: 1, cosineOf: () => null })).toEqual([
      { ...hit('b', 3), meaning: null },
      { ...hit('a', 2), meaning: null },
    ]);
  });
});
