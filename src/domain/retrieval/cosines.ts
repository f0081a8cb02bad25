import type { Sliced } from '#domain/slices.ts';
import { dotProducts } from './dot-products.ts';
import { keepHighest } from './highest.ts';

/** Vectors of a block, which are compared in one slice. */
const blockSize = 256;
/** Numbers of a vector are kept as whole ones up to this, a byte each, beside a scale. */
const mostKept = 127;
const mostAsked = 32_767;
/** Sums of products are of 32 bits. */
const mostSummed = 2 ** 31 - 1;

interface Block {
  readonly values: Int8Array;
  /** 0 where there is no vector. */
  readonly scales: Float32Array;
}

/** Vectors of one dimension by their place, in a quarter of their bytes: a cosine is right to some thousandths. */
export type PackedVectors = Block[];

const widthOf = (dimension: number): number => 8 * Math.ceil(dimension / 8);
/** Bytes that a vector takes. */
export const bytesOfVector = (dimension: number): number => widthOf(dimension) + 4;
export const bytesOf = (vectors: PackedVectors): number =>
  vectors.reduce((sum, { values, scales }) => sum + values.byteLength + scales.byteLength, 0);

/** Writes whole numbers up to `most` in the proportions of a vector; returns what one stands for. */
const pack = (numbers: Float32Array, most: number, into: Int8Array | Int16Array): number => {
  let largest = 0;
  for (let at = 0; at < numbers.length; at += 1) largest = Math.max(largest, Math.abs(numbers[at] ?? 0));
  if (largest === 0) return 0;
  const perNumber = most / largest;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = (numbers[at] ?? 0) * perNumber;
    // Stored whole: what is behind the point is cut off.
    into[at] = number < 0 ? number - 0.5 : number + 0.5;
  }
  return largest / most;
};

/** Keeps a vector of this dimension at its place; null: none is there, and nothing is left of a former one. */
export const setVector = (
  vectors: PackedVectors,
  place: number,
  vector: Float32Array | null,
  dimension: number,
): void => {
  const width = widthOf(dimension);
  const at = Math.floor(place / blockSize);
  while (vectors.length <= at)
    vectors.push({ values: new Int8Array(blockSize * width), scales: new Float32Array(blockSize) });
  const block = vectors[at];
  if (block === undefined) return;
  const first = (place % blockSize) * width;
  const into = block.values.subarray(first, first + width);
  if (vector === null) into.fill(0);
  block.scales[place % blockSize] = vector === null ? 0 : pack(vector, mostKept, into);
};

/** A unit vector that others are compared with. */
interface Asked {
  readonly numbers: Int16Array;
  readonly scale: number;
}

const packAsked = (asked: Float32Array): Asked => {
  const numbers = new Int16Array(widthOf(asked.length));
  // Four sums share the products of a vector.
  const most = Math.min(mostAsked, Math.floor((4 * mostSummed) / (mostKept * numbers.length)));
  return { numbers, scale: pack(asked, most, numbers) };
};

/** Writes the cosines with the first vectors of a block; negative infinity where there is none. */
const compareBlock = (
  { values, scales }: Block,
  { numbers, scale: askedScale }: Asked,
  cosines: Float32Array,
): void => {
  const sums = dotProducts(numbers, values);
  for (let place = 0; place < cosines.length; place += 1) {
    const sum = 4 * place;
    const product = (sums[sum] ?? 0) + (sums[sum + 1] ?? 0) + (sums[sum + 2] ?? 0) + (sums[sum + 3] ?? 0);
    const scale = scales[place] ?? 0;
    cosines[place] = scale === 0 ? Number.NEGATIVE_INFINITY : product * scale * askedScale;
  }
};

/** Cosines of a unit vector with the first `count` that are kept, in their order; negative infinity where there is none. */
export function* comparing(vectors: PackedVectors, asked: Float32Array, count: number): Sliced<Float32Array> {
  const packed = packAsked(asked);
  const cosines = new Float32Array(count);
  for (let first = 0, at = 0; first < count; first += blockSize, at += 1) {
    const block = vectors[at];
    if (block) compareBlock(block, packed, cosines.subarray(first, first + blockSize));
    yield;
  }
  return cosines;
}

/** The cosine of a unit vector with the one at a place, as `comparing` computes it; null where there is none. */
export const cosineWith = (
  vectors: PackedVectors,
  asked: Float32Array,
): ((place: number) => number | null) => {
  const { numbers, scale: askedScale } = packAsked(asked);
  return (place) => {
    const { values, scales } = vectors[Math.floor(place / blockSize)] ?? {};
    const scale = scales?.[place % blockSize] ?? 0;
    if (values === undefined || scale === 0) return null;
    const first = (place % blockSize) * numbers.length;
    let product = 0;
    for (let at = 0; at < numbers.length; at += 1) product += (numbers[at] ?? 0) * (values[first + at] ?? 0);
    return Math.fround(product * scale * askedScale);
  };
};

/**
 * The `most` nearest to each of several unit vectors of one dimension, by place, among the first `count` that are kept, nearest first:
 * of each vector that is kept, all cosines are computed before the next is read, and no more than the best are kept.
 */
export function* comparingEach(
  vectors: PackedVectors,
  asked: readonly Float32Array[],
  count: number,
  most: number,
): Sliced<readonly (readonly number[])[]> {
  const each = asked.map((vector) => ({ vector: packAsked(vector), nearest: keepHighest(most) }));
  const cosines = new Float32Array(blockSize);
  for (let first = 0, at = 0; first < count; first += blockSize, at += 1) {
    const block = vectors[at];
    const ofBlock = cosines.subarray(0, count - first);
    if (block)
      for (const { vector, nearest } of each) {
        compareBlock(block, vector, ofBlock);
        nearest.add(ofBlock, first);
      }
    yield;
  }
  return each.map(({ nearest }) => nearest.places());
}
