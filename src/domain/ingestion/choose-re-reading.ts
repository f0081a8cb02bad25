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
 * What a re-extraction proposes beside a memory (Promotion rules, "Extractor versioning"): of the sound statements that
 * today's extractor reads where the memory was read, the most confident, then the first. Null when one of them says
 * what the memory says in any of its wordings (`ownWordings`, as identities), or when nothing is read there.
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
