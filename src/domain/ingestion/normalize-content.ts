/**
 * The form in which two statements count as the same (Promotion rules, "Candidate-to-candidate deduplication"):
 * NFKC, invisible characters removed, whitespace folded and trimmed, lower-cased, trailing punctuation dropped.
 * Signs that carry meaning (`%`, `#`, `+`, brackets, quotes) stay. Applying it twice changes nothing.
 */
export const normalizeContent = (content: string): string =>
  content
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replace(/[\s\u0085]+/gu, ' ')
    .trim()
    .replace(/(?<![\s.,;:!?。、])[\s.,;:!?。、]+$/u, '')
    .replace(/^[\s.,;:!?。、]+$/u, '');
