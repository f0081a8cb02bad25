import type { ReadingDrop } from './drop-reasons.ts';

/** A statement that today's extractor reads at a memory's source, offsets into the source's content. */
export interface ReReading {
  readonly identity: string;
  /** Null when its citation does not hold. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly dropped: ReadingDrop | null;
  readonly rejectedByRouting: boolean;
  readonly confidence: number;
}

/**
 * Chooses the proposal of a re-extraction (Promotion rules, "Extractor versioning"): among the sound statements that
 * today's extractor reads at the memory's place, the most confident, then the first. Null when one of them equals any
 * wording of the memory (`ownWordings`, as identities), or when none is read there.
 */
export const chooseReReading = <Reading extends ReReading>(
  readings: readonly Reading[],
  span: { readonly start: number; readonly end: number },
  ownWordings: ReadonlySet<string>,
): Reading | null => {
  const there = readings.filter(
    (reading) => reading.span !== null && reading.span.start < span.end && span.start < reading.span.end,
  );
  if (there.some(({ identity }) => ownWordings.has(identity))) return null;
  const sound = there.filter(({ dropped, rejectedByRouting }) => dropped === null && !rejectedByRouting);
  return sound.reduce<Reading | null>(
    (best, reading) => (best === null || reading.confidence > best.confidence ? reading : best),
    null,
  );
};
