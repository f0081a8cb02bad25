import { createRequire } from 'node:module';

type Tokenizer = typeof import('gpt-tokenizer/encoding/o200k_base');

let tokenizer: Tokenizer | null = null;

/** Its tables take 70 MB and a good part of a second: loaded by the first count, unless a process that serves many loads them before. */
export const loadTokenizer = (): Tokenizer => {
  tokenizer ??= createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Tokenizer;
  return tokenizer;
};

/** For an erasure: keeps no word in this process; the tokenizer keeps those that it has taken apart. */
export const forgetTokens = (): void => tokenizer?.clearMergeCache();

/** Characters of a piece. The tokenizer's work grows with the square of what has no border in it: unbroken Chinese, Thai, emoji. */
const longestPiece = 256;

/** Marks of a model, such as `<|endoftext|>`, are text like any other; by default the tokenizer throws for them. */
const asText = { disallowedSpecial: new Set<string>() };

const isWordStart = /[^\s] (?=\p{L})/gu;

/** End of the piece that begins at `start`: before the last word that begins in it, where no token crosses; else at full length. */
const pieceEnd = (text: string, start: number): number => {
  const full = start + longestPiece;
  if (full >= text.length) return text.length;
  let end = -1;
  for (const { index } of text.slice(start, full + 1).matchAll(isWordStart)) end = start + index + 1;
  if (end > start) return end;
  const isHalf = /[\uD800-\uDBFF]/.test(text[full - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[full] ?? '');
  return isHalf ? full - 1 : full;
};

/**
 * Tokens of o200k_base, piece by piece, in linear time: for any other model an estimate. Exact where words stand apart; of text without
 * borders, a token more for each piece at most. Ends with infinity in the piece in which there are more than the limit.
 */
export function* tokensByPiece(text: string, limit = Number.POSITIVE_INFINITY): Generator<number> {
  let left = limit;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    const tokens = loadTokenizer().isWithinTokenLimit(text.slice(start, end), left, asText);
    yield tokens === false ? Number.POSITIVE_INFINITY : tokens;
    if (tokens === false) return;
    left -= tokens;
    start = end;
  }
}

/** The tokens of all pieces. */
export const countTokens = (text: string): number => {
  let tokens = 0;
  for (const count of tokensByPiece(text)) tokens += count;
  return tokens;
};
