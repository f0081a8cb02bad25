import type { GraphQLError } from 'graphql';
import type { OperationLimits } from '#server/operations/operation-limits.ts';
import { createRefusal } from '#server/operations/public-errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const bytesOf = new TextEncoder();

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = 1;
const closing = -1;

/** Effect of a byte outside a text; most have none. */
const effects = new Int8Array(256);
for (const byte of bytesOf.encode('[{')) effects[byte] = opening;
for (const byte of bytesOf.encode(']}')) effects[byte] = closing;
effects[quote] = quote;
effects[comma] = comma;

/**
 * Parses JSON that is neither bottomless nor endless: its brackets and commas are counted before anything is made of it,
 * since whatever reads the result may recurse. They are counted as bytes, for no other character of UTF-8 holds
 * theirs, so that what is refused is not even decoded.
 * @throws SyntaxError for what is no JSON, TypeError for what is no UTF-8; GraphQLError OPERATION_LIMIT_EXCEEDED.
 */
export function parseBoundedJson(json: Uint8Array | string, limits: OperationLimits): unknown {
  const bytes = typeof json === 'string' ? bytesOf.encode(json) : json;
  let nesting = 0;
  let values = 0;
  const end = bytes.length;
  for (let at = 0; at < end; at++) {
    const effect = effects[bytes[at] as number];
    if (effect === 0) continue;
    if (effect === quote) {
      for (at++; at < end && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++;
      continue;
    }
    if (effect === closing) {
      nesting--;
      continue;
    }
    if (effect === opening && ++nesting > limits.nesting)
      throw tooMuch(`nests JSON more than ${limits.nesting} deep`);
    if (++values > limits.values) throw tooMuch(`holds more than ${limits.values} values; send it in parts`);
  }
  return JSON.parse(utf8.decode(bytes));
}

const tooMuch = (what: string): GraphQLError =>
  createRefusal('OPERATION_LIMIT_EXCEEDED', `This request ${what}.`, { status: 400 });
