import type { GraphQLError } from 'graphql';
import type { OperationLimits } from './operation-limits.ts';
import { createRefusal } from './public-errors.ts';

/**
 * Parses JSON that is neither bottomless nor endless: its brackets are counted before anything is built of it, since
 * whatever reads the result may recurse. Texts within it are skipped, so that eight megabytes of text cost little.
 * @throws SyntaxError for what is no JSON; GraphQLError OPERATION_LIMIT_EXCEEDED.
 */
export function parseBoundedJson(text: string, limits: OperationLimits): unknown {
  let nesting = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfText(text, at);
        break;
      case '{':
      case '[':
        if (++nesting > limits.nesting) throw tooMuch(`nests JSON more than ${limits.nesting} deep`);
        break;
      case '}':
      case ']':
        nesting--;
        break;
      case ',':
        if (++values > limits.values)
          throw tooMuch(`holds more than ${limits.values} values; send it in parts`);
    }
  }
  return JSON.parse(text);
}

/** Where the text that begins at `start` ends: at the next quote that no odd number of backslashes escapes. */
function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === '\\') before--;
    if ((quote - before) % 2 === 0) return quote;
  }
  return text.length;
}

const tooMuch = (what: string): GraphQLError =>
  createRefusal('OPERATION_LIMIT_EXCEEDED', `This request ${what}.`, { status: 400 });
