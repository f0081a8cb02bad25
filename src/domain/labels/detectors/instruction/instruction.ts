import type { Span } from '#domain/labels/folded-text.ts';
import { scoreOf } from './score.ts';
import { signals } from './signals.ts';
import { viewsOf } from './views.ts';

/** Log-odds above which a text is marked: few ordinary statements reach it (`npm run quality`). */
const threshold = 1;
/** Sentences are scored together up to this length, since an order may need the sentence before it. */
const longestPassage = 240;
const sentence = /[^.!?\n。！？]*(?:[.!?。！？]+(?=\s|$)|[.!?。！？]|\n|$)/gu;

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

/** Passages of a text that are scored: whole sentences or lines. */
const passagesOf = (text: string): readonly Span[] => {
  const passages: Span[] = [];
  for (const {
    index,
    0: { length },
  } of text.matchAll(sentence)) {
    if (length === 0) continue;
    const latest = passages.at(-1);
    const end = index + length;
    if (latest && end - latest.start <= longestPassage)
      passages[passages.length - 1] = { start: latest.start, end };
    else passages.push({ start: index, end });
  }
  return passages;
};

/** A passage without the space around it. */
const trimmed = (text: string, { start, end }: Span): Span => {
  const passage = text.slice(start, end);
  const from = start + passage.length - passage.trimStart().length;
  return { start: from, end: from + passage.trim().length };
};

const search = (text: string): readonly Span[] => {
  const bySignal = viewsOf(text).flatMap(({ text: view, original }) => {
    const lower = lowerCase(view);
    return signals
      .filter(({ gate }) => gate.test(lower))
      .flatMap(({ patterns }) =>
        patterns.flatMap((pattern) =>
          Array.from(lower.matchAll(pattern), ({ index, 0: { length } }) =>
            original({ start: index, end: index + length }),
          ),
        ),
      );
  });
  const byScore = passagesOf(text)
    .filter(({ start, end }) => scoreOf(text.slice(start, end)) > threshold)
    .map((passage) => trimmed(text, passage));
  const spans: Span[] = [];
  for (const { start, end } of [...bySignal, ...byScore].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  ))
    if (start >= (spans.at(-1)?.end ?? 0)) spans.push({ start, end });
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
