import {
  bytesOf,
  comparing,
  comparingEach,
  type PackedVectors,
  setVector,
} from '#domain/retrieval/cosines.ts';
import { highest } from '#domain/retrieval/highest.ts';
import { unitVector } from '#domain/retrieval/unit-vector.ts';
import { atOnce } from '#domain/slices.ts';
import { seededChance } from '#test/support/seeded-chance.ts';
import { figure, heading, medianOf } from './measure.ts';

/**
 * `node bench/cosines.ts [sizes …]`: milliseconds of CPU to compare a vector of 384 numbers with every vector that a process keeps, at
 * 100,000 and at 1,000,000, beside a plain loop over the same numbers in turns; how far a cosine is from that of the loop; memory; and
 * the 600 nearest to each of 25 vectors, in one pass and one vector after another.
 */

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100_000, 1_000_000];
const dimension = 384;
const rounds = 9;
const together = 25;
const mostNear = 600;

const chance = seededChance(7);
const drawn = Array.from(
  { length: 1_000 },
  () =>
    unitVector(Array.from({ length: dimension }, () => chance() + chance() + chance() - 1.5)) ??
    new Float32Array(dimension),
);
const asked = drawn[7] ?? new Float32Array(dimension);

const cpu = (work: () => void): number => {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
};

/** Cosines with drawn vectors, as many as are kept, in a loop of JavaScript. */
const plainly = (values: Float32Array, size: number): Float64Array => {
  const cosines = new Float64Array(size);
  for (let place = 0; place < size; place += 1) {
    const at = (place * dimension) % values.length;
    let dot = 0;
    for (let number = 0; number < dimension; number += 1)
      dot += (values[at + number] ?? 0) * (asked[number] ?? 0);
    cosines[place] = dot;
  }
  return cosines;
};

for (const size of sizes) {
  heading(`${size.toLocaleString('en')} vectors`);
  const packed: PackedVectors = [];
  const kept = cpu(() => {
    // Every number costs the same: a thousand drawn vectors stand there again and again.
    for (let place = 0; place < size; place += 1)
      setVector(packed, place, drawn[place % drawn.length] ?? null, dimension);
  });
  figure('memory', `${(bytesOf(packed) / 1_048_576).toFixed(0)} MB`);
  figure('CPU to keep them', `${kept.toFixed(0)} ms`);
  // A loop over so many floats reads at least as fast from a part that is no larger than 100,000 of them.
  const values = new Float32Array(Math.min(size, 100_000) * dimension);
  for (let at = 0; at < values.length; at += dimension)
    values.set(drawn[(at / dimension) % drawn.length] ?? [], at);
  const taken: number[] = [];
  const loop: number[] = [];
  let farthest = 0;
  for (let round = 0; round < rounds; round += 1) {
    let cosines: Float32Array = new Float32Array(0);
    let exact: Float64Array = new Float64Array(0);
    taken.push(
      cpu(() => {
        cosines = atOnce(comparing(packed, asked, size));
      }),
    );
    loop.push(
      cpu(() => {
        exact = plainly(values, size);
      }),
    );
    for (const [place, cosine] of cosines.entries())
      farthest = Math.max(farthest, Math.abs(cosine - (exact[place] ?? 0)));
  }
  for (const [name, figures] of [['', taken] as const, [' of a plain loop', loop] as const]) {
    figure(`CPU a query${name}, median`, `${medianOf(figures).toFixed(0)} ms`);
    figure(`CPU a query${name}, least`, `${Math.min(...figures).toFixed(0)} ms`);
  }
  figure('farthest from the exact cosine', farthest.toFixed(5));
  const several = drawn.slice(0, together);
  const inOnePass: number[] = [];
  const oneByOne: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    inOnePass.push(cpu(() => void atOnce(comparingEach(packed, several, size, mostNear))));
    oneByOne.push(
      cpu(() => {
        for (const one of several) highest(atOnce(comparing(packed, one, size)), mostNear);
      }),
    );
  }
  figure(`CPU of ${together} in one pass, least`, `${Math.min(...inOnePass).toFixed(0)} ms`);
  figure(`CPU of ${together} one by one, least`, `${Math.min(...oneByOne).toFixed(0)} ms`);
}
