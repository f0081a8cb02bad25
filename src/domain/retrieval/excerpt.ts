import { endsOfWord, wordsLookedFor } from '#domain/input/search.ts';
import { hasUnspaced, pairsOf } from '#domain/input/unspaced-words.ts';
import { createTermReader } from './terms.ts';

/** A part of a text, in UTF-16 code units: from `start` on, and before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A piece of a text that was found, with the words in it that were looked for. */
export interface Excerpt {
  readonly text: string;
  /** Ascending; no two overlap. */
  readonly spans: readonly Span[];
}

/** Code units of an excerpt, without the marks of what is left out. */
const excerptLength = 240;
/** Code units before the first word that was looked for. */
const leadLength = 40;
/** Code units of a text that words are looked for in. */
const searchedLength = 80_000;
const word = /[\p{L}\p{M}\p{N}]+/gu;
const leftOut = '…';

/** Says which parts of a word were looked for. */
const finderOf = (search: string): ((found: string) => readonly Span[]) => {
  const termsOf = createTermReader();
  const asked = wordsLookedFor(search);
  const terms = new Set(termsOf(asked.join(' ')));
  const pairs = new Set(asked.filter(hasUnspaced).flatMap(pairsOf));
  return (found) => {
    if (!hasUnspaced(found))
      return termsOf(found).some((term) => terms.has(term)) ? [{ start: 0, end: found.length }] : [];
    const letters = [...found];
    const spans: Span[] = [];
    let start = 0;
    for (const [at, letter] of letters.entries()) {
      const next = letters[at + 1] ?? '';
      for (const part of next === '' ? [letter] : [letter + next, letter])
        if (pairs.has(part)) {
          spans.push({ start, end: start + part.length });
          break;
        }
      start += letter.length;
    }
    return spans;
  };
};

/** Words that begin or end as one that was looked for, where the words themselves are nowhere. */
const alikeFinderOf = (search: string): ((found: string) => readonly Span[]) => {
  const ends = wordsLookedFor(search)
    .filter((one) => one.length >= 3)
    .map(endsOfWord);
  return (found) => {
    const lower = found.toLowerCase();
    return ends.some(({ beginning, ending }) => lower.startsWith(beginning) || lower.endsWith(ending))
      ? [{ start: 0, end: found.length }]
      : [];
  };
};

const spansIn = (text: string, find: (found: string) => readonly Span[]): Span[] => {
  const spans: Span[] = [];
  for (const { 0: found, index } of text.slice(0, searchedLength).matchAll(word))
    for (const { start, end } of find(found)) {
      const last = spans.at(-1);
      if (last && index + start <= last.end)
        spans[spans.length - 1] = { start: last.start, end: index + end };
      else spans.push({ start: index + start, end: index + end });
    }
  return spans;
};

/** The place of the span from which on most others stand within an excerpt; of equals the first. */
const densest = (spans: readonly Span[]): number => {
  let best = 0;
  let most = 0;
  for (let first = 0, last = 0; first < spans.length; first += 1) {
    const from = spans[first]?.start ?? 0;
    while (last < spans.length && (spans[last]?.end ?? 0) <= from + excerptLength - leadLength) last += 1;
    if (last - first > most) {
      most = last - first;
      best = from;
    }
  }
  return best;
};

/** Moves a cut out of the middle of a word, and of a letter of two code units; a run without spaces is cut anywhere. */
const cutAt = (text: string, at: number, step: 1 | -1): number => {
  for (let place = at, steps = 0; steps < leadLength; place += step, steps += 1)
    if (/\s/.test(text.charAt(place)) || place <= 0 || place >= text.length) return place;
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
};

const cutOut = (text: string, spans: readonly Span[]): Excerpt => {
  // Room that is left is given to the text before the words.
  const wanted = Math.max(0, Math.min(densest(spans) - leadLength, text.length - excerptLength));
  const start = wanted === 0 ? 0 : cutAt(text, wanted, 1);
  const end = text.length <= start + excerptLength ? text.length : cutAt(text, start + excerptLength, -1);
  const from = start + (/^\s*/.exec(text.slice(start, end))?.[0].length ?? 0);
  const before = from > 0 && start > 0 ? leftOut : '';
  const body = text.slice(from, end).trimEnd();
  const shift = before.length - from;
  return {
    text: `${before}${body}${end < text.length ? leftOut : ''}`,
    spans: spans
      .filter((span) => span.start >= from && span.end <= from + body.length)
      .map((span) => ({ start: span.start + shift, end: span.end + shift })),
  };
};

/**
 * The piece of the first of these texts that holds words of a search, with those words marked. Where none holds them,
 * words that begin or end like them are marked; where there are none of these either, it is the beginning of the first.
 */
export const excerptOf = (texts: readonly string[], search: string): Excerpt => {
  for (const find of [finderOf(search), alikeFinderOf(search)])
    for (const text of texts) {
      const spans = spansIn(text, find);
      if (spans.length > 0) return cutOut(text, spans);
    }
  return cutOut(texts[0] ?? '', []);
};
