/**
 * Words of whatever a model gave, as the store takes them: whitespace folded, no control characters, well-formed;
 * empty for what is no text.
 */
export const plainWords = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .toWellFormed()
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
    : '';
