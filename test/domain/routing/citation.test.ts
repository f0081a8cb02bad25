import { expect, test } from 'vitest';
import { hasExactCitation } from '#domain/routing/citation.ts';

const chunk = 'We use Postgres 🐘.';
test.for([
  ['the span, character for character', 3, 15, 'use Postgres', true],
  ['the whole chunk', 0, chunk.length, chunk, true],
  ['a surrogate pair', 16, 18, '🐘', true],
  ['half a surrogate pair', 16, 17, '\ud83d', false],
  ['another case', 3, 15, 'use postgres', false],
  ['one character short', 3, 14, 'use Postgres', false],
  ['one character off', 4, 16, 'use Postgres', false],
  ['an empty span', 3, 3, '', false],
  ['end before start', 15, 3, '', false],
  ['a start below 0, which slice would count from the end', -3, chunk.length, chunk.slice(-3), false],
  ['an end beyond the chunk, which slice would clip', 16, 99, '🐘.', false],
  ['a start that is no integer, which slice would round', 3.5, 15, 'use Postgres', false],
  ['an end that is no integer', 3, 15.5, 'use Postgres', false],
  ['NaN, which slice would read as 0', Number.NaN, 2, 'We', false],
] as const)('%s: [%d, %d)', ([, start, end, text, verdict]) => {
  expect(hasExactCitation(chunk, start, end, text)).toBe(verdict);
});
