import { createHash } from 'node:crypto';
import { DomainError } from '#domain/domain-error.ts';
import { filePrefix, type PathwayIdentity } from './identity.ts';

/** Fixed by version 1 of the specification (§4). */
export const vectorLength = 32;

/** Inputs of a vector: names, never free text, times or subjects. */
export interface VectorSource extends PathwayIdentity {
  /** One for each attempt; repeats count. */
  readonly models: readonly string[];
  readonly sourceDocs: readonly string[];
  readonly signals: readonly string[];
  readonly flags: readonly string[];
}

/** The tokens of a trace, exactly as the specification lists them. */
export const vectorTokens = ({
  taskClass,
  filePath,
  signalClass,
  models,
  sourceDocs,
  signals,
  flags,
}: VectorSource): string[] => [
  `task_class:${taskClass}`,
  `file_prefix:${filePrefix(filePath)}`,
  `signal_class:${signalClass ?? ''}`,
  ...models.map((model) => `model:${model}`),
  ...sourceDocs.map((doc) => `kb_doc:${doc}`),
  ...signals.map((signal) => `signal:${signal}`),
  ...flags.map((flag) => `flag:${flag}`),
];

/** The bucket of a token: the first four bytes of its SHA-256, big-endian, modulo 32. */
export const bucketOf = (token: string): number =>
  createHash('sha256').update(token).digest().readUInt32BE(0) % vectorLength;

/** How many tokens fell into each bucket: the vector before it is normalized, and exact. */
export const bucketCounts = (source: VectorSource): number[] => {
  const counts = new Array<number>(vectorLength).fill(0);
  for (const token of vectorTokens(source)) {
    const bucket = bucketOf(token);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
};

const lengthOf = (vector: readonly number[]): number =>
  Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

/** The vector at length 1; a vector of zeros stays as it is. */
export const normalized = (vector: readonly number[]): number[] => {
  const length = lengthOf(vector);
  return vector.map((value) => (length > 0 ? value / length : 0));
};

/** Throws `input.invalid` for what has no direction among pathways. Any length above zero is taken; it does not matter. */
export const assertPathwayVector = (vector: readonly number[]): void => {
  const refuse = (why: string) =>
    new DomainError('input.invalid', `pathwayVec ${why}. Send the pathwayVec of a trace.`, ['pathwayVec']);
  if (vector.length !== vectorLength) throw refuse(`has ${vector.length} numbers; it needs ${vectorLength}`);
  if (!vector.every(Number.isFinite)) throw refuse('holds what is no finite number');
  if (vector.every((value) => value === 0)) throw refuse('is all zero');
};

/** A query's direction, in numbers whose squares neither overflow nor vanish. */
export const directionOf = (vector: readonly number[]): number[] => {
  const largest = Math.max(...vector.map(Math.abs));
  return normalized(vector.map((value) => value / largest));
};
