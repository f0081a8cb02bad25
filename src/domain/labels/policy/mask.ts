import type { Span } from '#domain/labels/folded-text.ts';
import { findingWordings, findWordings } from '#domain/labels/policy/wording-in-text.ts';
import type { Sliced } from '#domain/slices.ts';

/** Text that replaces masked words. */
export const policyMask = '[REDACTED by policy]';

/** Words that the policy withholds from a viewer, and where they stand in the source that is asked about. */
export interface WithheldText {
  /** Null where they were met there again, or nobody knows where. */
  readonly start: number | null;
  readonly end: number | null;
  /** Every wording that the item has had, and the text that it came from. */
  readonly wordings: readonly string[];
}

/** Spans in order, clamped to the text; those that overlap or touch are one. */
const joined = (spans: readonly Span[], length: number): Span[] => {
  const ordered = spans
    .map(({ start, end }) => ({ start: Math.max(0, start), end: Math.min(length, end) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const result: Span[] = [];
  for (const span of ordered) {
    const last = result.at(-1);
    if (last && span.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
};

/** The text with a mask in the place of every span; spans that overlap or touch have one mask together. */
export const maskSpans = (
  text: string,
  spans: readonly Span[],
  maskOf: (words: string) => string = () => policyMask,
): string => {
  let masked = '';
  let end = 0;
  for (const span of joined(spans, text.length)) {
    masked += text.slice(end, span.start) + maskOf(text.slice(span.start, span.end));
    end = span.end;
  }
  return masked + text.slice(end);
};

const wordingsOf = (withheld: readonly WithheldText[]): string[] =>
  withheld.flatMap(({ wordings }) => wordings);

/** A text without withheld words, wherever they are said in it. Null: nothing is withheld. */
export const maskWordings = (text: string, withheld: readonly WithheldText[] | null): string =>
  withheld === null ? text : maskSpans(text, findWordings(text, wordingsOf(withheld)));

/** Like `maskWordings`, for a piece of a source that begins at `offset`; also masks the spans that fall into it. */
export function* maskingSource(
  text: string,
  withheld: readonly WithheldText[] | null,
  offset = 0,
): Sliced<string> {
  if (withheld === null) return text;
  const spans = withheld.flatMap(({ start, end }) =>
    start === null || end === null ? [] : [{ start: start - offset, end: end - offset }],
  );
  for (const span of yield* findingWordings(text, wordingsOf(withheld))) spans.push(span);
  return maskSpans(text, spans);
}

/** Entries under other names; a name that two of them would share is spaced apart, so that neither is lost. */
const renamed = (
  entries: readonly (readonly [string, unknown])[],
  nameOf: (key: string) => string,
): Record<string, unknown> => {
  const named = new Map<string, unknown>();
  for (const [key, value] of entries) {
    let name = nameOf(key);
    while (named.has(name)) name += ' ';
    named.set(name, value);
  }
  return Object.fromEntries(named);
};

/** A JSON value with every text in it masked; the keys of its objects by a mask of their own, absent: left as they are. */
export const maskJson = (
  value: unknown,
  mask: (text: string) => string,
  maskKey: (key: string) => string = (key) => key,
): unknown => {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((entry) => maskJson(entry, mask, maskKey));
  if (typeof value === 'object' && value !== null)
    return renamed(
      Object.entries(value).map(([key, entry]) => [key, maskJson(entry, mask, maskKey)] as const),
      maskKey,
    );
  return value;
};
