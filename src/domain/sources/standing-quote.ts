/** Nothing of the sentence stands before it in its line but a marker of a list, or another sentence. */
const begins = /(?:^|\n)[\s>*+-]*(?:\d+[.)]\s*)?(?:\[[^\]\n]*\]\s*)?$|[.!?:]["'”)]*\s+$/u;
const ends = /^["'”)]*(?:[.!?;]|\s*(?:$|\n))/u;
const endsItself = /[.!?]["'”)]*$/u;
/** Characters before it that are looked at. */
const looksBack = 200;

/**
 * Offset at which a text says a quote as a statement of its own, in UTF-16 code units; null where it does not. `We will
 * use X` is not said by `We will use X no more`, nor by `Nobody said: we will use X`.
 */
export const standingQuote = (text: string, quote: string): number | null => {
  if (quote === '') return null;
  for (let start = text.indexOf(quote); start >= 0; start = text.indexOf(quote, start + quote.length)) {
    const before = text.slice(Math.max(0, start - looksBack), start);
    const after = text.slice(start + quote.length, start + quote.length + looksBack);
    if (begins.test(before) && (endsItself.test(quote) || ends.test(after))) return start;
  }
  return null;
};
