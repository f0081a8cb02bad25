import type { Span } from '#domain/labels/folded-text.ts';
import { signals } from './signals.ts';
import { viewsOf } from './views.ts';

/** Families of which none is enough for itself that have to meet in one text. */
const fewest = 2;

/** A text in lower case, in which every code unit has its place. */
const lowerCase = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : text.replace(/\p{Lu}/gu, (letter) => {
        const small = letter.toLowerCase();
        return small.length === letter.length ? small : letter;
      });
};

const search = (text: string): readonly Span[] => {
  const found = viewsOf(text).flatMap(({ text: view, original }) => {
    const lower = lowerCase(view);
    return signals
      .filter(({ gate }) => gate.test(lower))
      .flatMap(({ family, isEnough, patterns }) =>
        patterns.flatMap((pattern) =>
          Array.from(lower.matchAll(pattern), ({ index, 0: { length } }) => ({
            family,
            isEnough,
            ...original({ start: index, end: index + length }),
          })),
        ),
      );
  });
  const areEnough = new Set(found.map(({ family }) => family)).size >= fewest;
  const spans: Span[] = [];
  for (const { isEnough, start, end } of found.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if ((isEnough || areEnough) && start >= (spans.at(-1)?.end ?? 0)) spans.push({ start, end });
  return spans;
};

/** Findings in texts that were searched lately: bundles give the same ones again and again. */
const known = new Map<string, readonly Span[]>();
const mostKnown = 2_048;

/** For an erasure: keeps no text in this process. */
export const forgetInstructions = (): void => known.clear();

/** Text that addresses its reader as an agent; in the offsets of the text as it was given, in order, without overlaps. Linear. */
export const findInstructions = (text: string): readonly Span[] => {
  const earlier = known.get(text);
  if (earlier) return earlier;
  const spans = search(text);
  if (known.size >= mostKnown) known.clear();
  known.set(text, spans);
  return spans;
};
