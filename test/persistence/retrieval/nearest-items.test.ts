import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highest } from '#domain/retrieval/highest.ts';
import { nearestItems, nearestOfEach } from '#persistence/retrieval/nearest-items.ts';

/** Items whose cosine falls with their number, among which one in `share` is seen; what was asked about, in pieces. */
const look = async (count: number, share: number) => {
  const ids = Array.from({ length: count }, (_, at) => `mem_${at}`);
  const values = Float32Array.from(ids, (_, at) => 1 - at / count);
  const asked: number[] = [];
  const nearest = await nearestItems({ ids, values, of: () => null }, async (some) => {
    asked.push(some.length);
    return some.filter((id) => Number(id.slice('mem_'.length)) % share === 0);
  });
  return { nearest, asked };
};

const everySo = (share: number, count: number) =>
  Array.from({ length: count }, (_, at) => `mem_${share * at}`);

test.for([
  ['all are seen', 100_000, 1, 300, [600]],
  [
    'one in a hundred is seen: about as many are asked about as it takes, in two pieces',
    100_000,
    100,
    300,
    [600, 37_200],
  ],
  ['one in a thousand: no item is asked about twice', 100_000, 1_000, 100, [600, 37_800, 61_600]],
  ['fewer than are ranked', 250, 1, 250, [250]],
  ['none', 0, 1, 0, [0]],
] as const)('the 300 nearest that are seen, nearest first: %s', async ([, count, share, found, pieces]) => {
  const { nearest, asked } = await look(count, share);
  expect(nearest).toEqual(everySo(share, found));
  expect(asked).toEqual(pieces);
});

test('an item without a vector is near nothing', async () => {
  const values = Float32Array.of(0.5, Number.NEGATIVE_INFINITY, -0.5);
  const nearest = await nearestItems({ ids: ['a', 'b', 'c'], values, of: () => null }, async (ids) => ids);
  expect(nearest).toEqual(['a', 'c']);
});

test('of several texts together: the same as of each alone, in as many look-ups as the one that takes most', async () => {
  const score = fc.integer({ min: -50, max: 50 });
  const scope = fc.record({
    scores: fc
      .array(score, { minLength: 1_200, maxLength: 2_500 })
      .map((scores) => Float32Array.from(scores)),
    share: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(scope, { minLength: 1, maxLength: 4 }), async (scopes) => {
      const idsOf = (which: number) => Array.from(scopes[which]?.scores ?? [], (_, at) => `${which} ${at}`);
      const isSeen = (id: string) => {
        const [which, at] = id.split(' ').map(Number);
        return (at ?? 0) % (scopes[which ?? 0]?.share ?? 1) === 0;
      };
      let lookUps = 0;
      const together = await nearestOfEach(
        scopes.length,
        async (open, most) =>
          open.map((which) =>
            highest(scopes[which]?.scores ?? new Float32Array(), most).map((at) => `${which} ${at}`),
          ),
        async (nearest) => {
          lookUps += 1;
          return nearest.map((ids) => ids.filter(isSeen));
        },
      );
      const ofEach: number[] = [];
      for (const [which, { scores }] of scopes.entries()) {
        let alone = 0;
        const found = await nearestItems(
          { ids: idsOf(which), values: scores, of: () => null },
          async (ids) => {
            alone += 1;
            return ids.filter(isSeen);
          },
        );
        expect(together[which]).toEqual(found);
        ofEach.push(alone);
      }
      expect(lookUps).toBe(Math.max(...ofEach));
    }),
    { numRuns: 20 },
  );
});
