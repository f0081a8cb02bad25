import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  bytesOfVector,
  comparing,
  comparingEach,
  cosineWith,
  type PackedVectors,
  setVector,
} from '#domain/retrieval/cosines.ts';
import { highest } from '#domain/retrieval/highest.ts';
import { unitVector } from '#domain/retrieval/unit-vector.ts';
import { atOnce } from '#domain/slices.ts';
import { seededChance } from '#test/support/seeded-chance.ts';

const none = Number.NEGATIVE_INFINITY;
const unit = (numbers: readonly number[]): Float32Array => unitVector(numbers) ?? new Float32Array();

const keep = (vectors: readonly (Float32Array | null)[], dimension: number): PackedVectors => {
  const packed: PackedVectors = [];
  for (const [place, vector] of vectors.entries()) setVector(packed, place, vector, dimension);
  return packed;
};
const cosinesOf = (vectors: readonly (Float32Array | null)[], asked: Float32Array): number[] => [
  ...atOnce(comparing(keep(vectors, asked.length), asked, vectors.length)),
];
const exactly = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);

describe('cosines of unit vectors', () => {
  test('are those of a plain loop, to some thousandths, whatever the dimension and however many there are', () => {
    const chance = seededChance(11);
    for (const dimension of [1, 3, 8, 9, 16, 100, 384, 1_536])
      for (const count of [1, 255, 256, 257, 600]) {
        const drawn = () => unit(Array.from({ length: dimension }, () => chance() - 0.5));
        const vectors = Array.from({ length: count }, drawn);
        const asked = drawn();
        const found = cosinesOf(vectors, asked);
        const exact = vectors.map((vector) => exactly(vector, asked));
        expect(Math.max(...found.map((cosine, at) => Math.abs(cosine - (exact[at] ?? 0))))).toBeLessThan(
          0.006,
        );
      }
  });

  test('keep one number apart from another where a vector has one large number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 }),
        fc.nat(39),
        (numbers, at) => {
          const asked = unit(numbers.map((_, place) => (place === at % numbers.length ? 1 : 0)));
          const vector = unitVector(numbers);
          fc.pre(vector !== null);
          expect(cosinesOf([vector], asked)[0]).toBeCloseTo(exactly(vector, asked), 2);
        },
      ),
    );
  });

  test.for([9_000, 100_000])(
    'of %i equal numbers, whose products are the largest, overflow nothing',
    (dimension) => {
      const vector = unit(new Array<number>(dimension).fill(1));
      const away = unit(new Array<number>(dimension).fill(-1));
      expect(cosinesOf([vector, away], vector)).toEqual([expect.closeTo(1, 2), expect.closeTo(-1, 2)]);
    },
  );

  test('are negative infinity where no vector is, or where it was taken away', () => {
    const asked = unit([1, 2, 3]);
    const packed = keep([asked, null, asked], 3);
    setVector(packed, 2, null, 3);
    expect([...atOnce(comparing(packed, asked, 3))]).toEqual([expect.closeTo(1, 2), none, none]);
    setVector(packed, 1, asked, 3);
    expect([...atOnce(comparing(packed, asked, 3))]).toEqual([
      expect.closeTo(1, 2),
      expect.closeTo(1, 2),
      none,
    ]);
  });

  test('leave none of the numbers of a vector that was taken away', () => {
    const packed = keep([unit([1, 2, 3])], 3);
    setVector(packed, 0, null, 3);
    expect(packed.flatMap(({ values }) => [...values].filter((number) => number !== 0))).toEqual([]);
  });

  test('of none there are none', () => {
    expect(cosinesOf([], unit([1]))).toEqual([]);
  });

  test('of two comparisons that take turns each is its own', () => {
    const vectors = Array.from({ length: 600 }, (_, at) => unit([at, 600 - at]));
    const packed = keep(vectors, 2);
    const asked = [unit([1, 0]), unit([0, 1])];
    const work = asked.map((vector) => comparing(packed, vector, vectors.length));
    const found: Float32Array[] = [];
    while (found.length < work.length)
      for (const one of work) {
        const step = one.next();
        if (step.done && step.value !== undefined) found.push(step.value);
      }
    expect(found.map((cosines) => [...cosines])).toEqual(asked.map((vector) => cosinesOf(vectors, vector)));
  });

  test('with several vectors at once, and with one item alone, are those of a comparison with all items', () => {
    const number = fc.integer({ min: -3, max: 3 });
    const vector = fc.array(number, { minLength: 3, maxLength: 3 }).map((numbers) => unitVector(numbers));
    const many = fc.array(fc.array(vector, { minLength: 1, maxLength: 90 }), { minLength: 1, maxLength: 8 });
    const asked = fc.array(
      vector.map((one) => one ?? unit([1, 0, 0])),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(many, asked, fc.integer({ min: 1, max: 9 }), (parts, each, most) => {
        const vectors = parts.flat();
        const packed = keep(vectors, 3);
        const found = atOnce(comparingEach(packed, each, vectors.length, most));
        const alone = each.map((one) => atOnce(comparing(packed, one, vectors.length)));
        expect(found).toEqual(alone.map((cosines) => highest(cosines, most)));
        for (const [which, one] of each.entries()) {
          const cosineAt = cosineWith(packed, one);
          expect(vectors.map((_, place) => cosineAt(place) ?? none)).toEqual([...(alone[which] ?? [])]);
        }
      }),
    );
  });

  test('take a byte a number, and a scale a vector', () => {
    const packed = keep(
      Array.from({ length: 256 }, () => unit([1, ...new Array<number>(383).fill(0)])),
      384,
    );
    expect(bytesOfVector(384)).toBe(388);
    expect(bytesOf(packed)).toBe(256 * 388);
  });
});
