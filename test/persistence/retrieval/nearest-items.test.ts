import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highest } from '#domain/retrieval/highest.ts';
import { mostLookedUp, nearestItems, nearestOfEach } from '#persistence/retrieval/nearest-items.ts';

/** Cosines of items by their id. */
const cosinesOf = (items: ReadonlyMap<string, number>) => ({
  ids: [...items.keys()],
  values: Float32Array.from(items.values()),
  of: (id: string) => items.get(id) ?? null,
});

/** Looks for the nearest of items of which some are seen; those that were looked up, in pieces. */
const look = async (items: ReadonlyMap<string, number>, isSeen: (id: string) => boolean) => {
  const pieces: number[] = [];
  const own = [...items.keys()].filter(isSeen);
  const found = await nearestItems(
    cosinesOf(items),
    async (some) => {
      pieces.push(some.length);
      return some.filter(isSeen);
    },
    async () => (own.length > mostLookedUp ? null : own),
  );
  return { ids: found, pieces };
};

const falling = (count: number) =>
  new Map(Array.from({ length: count }, (_, at) => [`mem_${at}`, 1 - at / count]));
const numberOf = (id: string): number => Number(id.slice('mem_'.length));
const everySo = (share: number, count: number) =>
  Array.from({ length: count }, (_, at) => `mem_${share * at}`);

test.for([
  ['all are seen', 100_000, 1, 300, [600]],
  [
    'one in thirty is seen: as many are looked up as it takes, in two pieces',
    100_000,
    30,
    300,
    [600, 10_800],
  ],
  ['one in a thousand: those that are seen are looked up, and no other', 100_000, 1_000, 100, [600, 100]],
  ['nothing is seen', 100_000, 0, 0, [600, 0]],
  ['fewer than are ranked', 250, 1, 250, [250]],
  ['none', 0, 1, 0, [0]],
] as const)('the 300 nearest that are seen, nearest first: %s', async ([, count, share, found, pieces]) => {
  const nearest = await look(falling(count), (id) => numberOf(id) % share === 0);
  expect(nearest.ids).toEqual(everySo(share, found));
  expect(nearest.pieces).toEqual(pieces);
});

test('where few of the nearest are seen, and many others are, the nearest are looked up on', async () => {
  const isSeen = (id: string) => numberOf(id) % 100 === 0 || numberOf(id) > 50_000;
  const { ids, pieces } = await look(falling(100_000), isSeen);
  expect(ids).toEqual(everySo(100, 300));
  expect(pieces).toEqual([600, mostLookedUp, mostLookedUp]);
});

test.for([400, 25_000])(
  'however many are hidden beside %i, and however near, the same are found',
  async (count) => {
    const seen = new Map(Array.from({ length: count }, (_, at) => [`mem_${at}`, 0.5 - at / count]));
    const among = async (hidden: number, cosine: number) => {
      const others = Array.from({ length: hidden }, (_, at) => [`hidden_${at}`, cosine + at / 1e6] as const);
      return (await look(new Map([...others, ...seen]), (id) => seen.has(id))).ids;
    };
    const alone = await among(0, 0);
    expect(alone).toEqual(everySo(1, 300));
    for (const hidden of [500, 5_000, 2 * mostLookedUp])
      for (const cosine of [0.9, 0.3, -0.9]) expect(await among(hidden, cosine)).toEqual(alone);
  },
);

test('an item without a vector is near nothing', async () => {
  const items = new Map([
    ['a', 0.5],
    ['b', Number.NEGATIVE_INFINITY],
    ['c', -0.5],
  ]);
  expect((await look(items, () => true)).ids).toEqual(['a', 'c']);
});

test('of several texts together: the same as of each alone', async () => {
  const scope = fc.record({
    count: fc.integer({ min: 1_200, max: 2_500 }),
    factor: fc.integer({ min: 1, max: 2_502 }),
    share: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(scope, { minLength: 1, maxLength: 4 }), async (drawn) => {
      const scopes = drawn.map(({ count, factor, share }, which) => {
        // A prime: all are different.
        const items = new Map(
          Array.from({ length: count }, (_, at) => [`${which} ${at}`, (at * factor) % 2_503]),
        );
        return { items, isSeen: (id: string) => Number(id.split(' ')[1]) % share === 0 };
      });
      const isSeen = (id: string) => scopes[Number(id.split(' ')[0])]?.isSeen(id) === true;
      const itemsOf = (which: number) => scopes[which]?.items ?? new Map<string, number>();
      const together = await nearestOfEach(
        {
          count: scopes.length,
          nearestOf: async (open, most) =>
            open.map((which) => {
              const { ids, values } = cosinesOf(itemsOf(which));
              return highest(values, most).map((at) => ids[at] ?? '');
            }),
          cosineOf: (which, id) => itemsOf(which).get(id) ?? null,
        },
        {
          seenOf: async (lists) => lists.map((ids) => ids.filter(isSeen)),
          ownOf: async (which) => [...itemsOf(which).keys()].filter(isSeen),
        },
      );
      const alone = [];
      for (const { items, isSeen: seen } of scopes) alone.push(await look(items, seen));
      expect(together).toEqual(alone.map(({ ids }) => ids));
    }),
    { numRuns: 20 },
  );
});
