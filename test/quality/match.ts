import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import type { Label, Span, Verdict } from './label-file.ts';

/** A proposal, as far as a label can judge it. */
export interface Proposed {
  /** One span, or several that a statement is composed of; offsets into the document. */
  readonly spans: readonly Span[];
  /** Null for an entity: its type is not judged. */
  readonly kind: MemoryKind | null;
}

export interface Judged {
  readonly verdict: Verdict;
  /** The labels that it finds; none for junk. */
  readonly found: readonly Label[];
}

/** A label counts as touched from this part of its characters on, and as whole from that. */
const touched = 0.5;
const whole = 0.8;
/** So much of what is proposed has to stand in labelled statements: to be worth anything, and to stand as it is. */
const mostlyLabelled = 0.3;
const allButLabelled = 0.6;

/** Kinds that a reviewer would not send back for each other: what must be and what must not, what is so and what was. */
const nearKinds: Readonly<Partial<Record<MemoryKind, MemoryKind>>> = {
  REQUIREMENT: 'CONSTRAINT',
  CONSTRAINT: 'REQUIREMENT',
  FACT: 'EPISODE',
  EPISODE: 'FACT',
};

/** Characters that are not whitespace, so that how a text is wrapped weighs nothing. */
export const characterCounter = (text: string): ((from: number, to: number) => number) => {
  const before = new Uint32Array(text.length + 1);
  for (let at = 0; at < text.length; at += 1)
    before[at + 1] = (before[at] ?? 0) + (/\s/.test(text[at] ?? '') ? 0 : 1);
  return (from, to) => (to <= from ? 0 : (before[to] ?? 0) - (before[from] ?? 0));
};

const sentenceBorder = /[.!?]["'”’)\]`*_]*\s+|\n[ \t]*(?=\n)|\n[ \t]*(?:[-*+#|>]|\d+[.)])[ \t]|[ \t]\|[ \t]/g;

/** The sentences that a span stands in, as far as punctuation, empty lines, list items and cells tell. */
export const sentencesAround = (text: string, [start, end]: Span): Span => {
  const borders = [...text.matchAll(sentenceBorder)].map(({ index, 0: mark }) => [
    index,
    index + mark.length,
  ]);
  const before = borders.findLast(([, after = 0]) => after <= start);
  const behind = borders.find(([index = 0, after = 0]) => after > end || index >= end);
  return [Math.min(start, before?.[1] ?? 0), Math.max(end, behind?.[0] ?? text.length)];
};

const merged = (spans: readonly Span[]): Span[] => {
  const joined: [number, number][] = [];
  for (const [start, end] of [...spans].sort((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
};

/**
 * The rule of README.md, "How a proposal is matched". A proposal that touches no labelled statement is junk, and so is
 * one that hides a statement in much else. What is left is `keep` when it is one or two statements, whole, with little
 * around them, of a kind that the label names, each of them labelled `keep` or composed with what the label needs; else
 * `edit`.
 */
export const judgeProposed = (
  { spans, kind }: Proposed,
  labels: readonly Label[],
  text: string,
  count = characterCounter(text),
): Judged => {
  const proposed = merged(spans);
  const sizeOf = (parts: readonly Span[]) =>
    parts.reduce((size, [start, end]) => size + count(start, end), 0);
  const shared = (parts: readonly Span[]) =>
    proposed.reduce(
      (size, [start, end]) =>
        size + parts.reduce((sum, part) => sum + count(Math.max(start, part[0]), Math.min(end, part[1])), 0),
      0,
    );
  const statements = labels.filter(({ verdict }) => verdict !== 'junk');
  const partOf = ({ span }: Label) => shared([span]) / sizeOf([span]);
  const found = statements.filter((label) => partOf(label) >= touched);
  const around = found.flatMap(({ span, needs }) => [sentencesAround(text, span), ...needs]);
  const labelled = shared(merged(around)) / sizeOf(proposed);
  if (found.length === 0 || labelled < mostlyLabelled) return { verdict: 'junk', found: [] };
  // An `edit` that names nothing it needs has its subject in the sentence before.
  const isComplete = ({ verdict, needs }: Label, place: number) =>
    verdict === 'keep' ||
    (needs.length > 0 ? needs.every((need) => shared([need]) / sizeOf([need]) >= touched) : place > 0);
  const stands = found.every((label, place) => partOf(label) >= whole && isComplete(label, place));
  const ofKind =
    kind === null ||
    found.some(({ kinds }) => kinds.some((labelled) => labelled === kind || nearKinds[kind] === labelled));
  return {
    verdict: stands && ofKind && found.length <= 2 && labelled >= allButLabelled ? 'keep' : 'edit',
    found,
  };
};
