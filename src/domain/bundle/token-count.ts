import { createRequire } from 'node:module';

type Tokenizer = typeof import('gpt-tokenizer/encoding/o200k_base');

let tokenizer: Tokenizer | null = null;

/** Its tables take 70 MB and a good part of the time of a start, so they are loaded by the first count and not by the process. */
const load = (): Tokenizer => {
  tokenizer ??= createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Tokenizer;
  return tokenizer;
};

/** Tokens of o200k_base: for any other model an estimate. */
export const countTokens = (text: string): number => load().countTokens(text);

/** The tokens of a text, or false as soon as they are more than the limit. */
export const isWithinTokenLimit = (text: string, limit: number): number | false =>
  load().isWithinTokenLimit(text, limit);
