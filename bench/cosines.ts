import { cosinesWith } from '#domain/retrieval/cosines.ts';
import { seededChance } from '#test/support/seeded-chance.ts';
import { figure, heading, medianOf } from './measure.ts';

/**
 * `node bench/cosines.ts [sizes …]`: milliseconds of CPU to compare a vector of 384 numbers with every vector that a process keeps, at
 * 100,000 and at 300,000, and the memory that those take.
 */

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100_000, 300_000];
const dimension = 384;
const rounds = 20;

const chance = seededChance(7);
const asked = Float32Array.from({ length: dimension }, () => chance() - 0.5);
for (const size of sizes) {
  heading(`${size.toLocaleString('en')} vectors`);
  const before = process.memoryUsage.rss();
  // Every number costs the same: a thousand drawn vectors stand there again and again.
  const drawn = Float32Array.from({ length: 1_000 * dimension }, () => chance() - 0.5);
  const values = Float32Array.from({ length: size * dimension }, (_, at) => drawn[at % drawn.length] ?? 0);
  figure('memory', `${((process.memoryUsage.rss() - before) / 1_048_576).toFixed(0)} MB`);
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = process.cpuUsage();
    cosinesWith(asked, values, size);
    const { user, system } = process.cpuUsage(begun);
    taken.push((user + system) / 1_000);
  }
  figure('CPU a query, median', `${medianOf(taken).toFixed(0)} ms`);
  figure('CPU a query, least', `${Math.min(...taken).toFixed(0)} ms`);
}
