import { expect, test } from 'vitest';
import { encodeCursor, pageOfPlaces } from '#persistence/reading/keyset.ts';

const rows = ['a', 'b', 'd', 'e'].map((row) => ({ place: 'abcde'.indexOf(row), row }));
const cursor = (row: string) => encodeCursor('letters', ['abcde'.indexOf(row)]);

test.for([
  ['ASC', { size: 2, after: null }, 'ab', true],
  ['ASC', { size: 2, after: cursor('b') }, 'de', false],
  ['ASC', { size: 2, after: null, fromEnd: true }, 'de', true],
  ['ASC', { size: 2, after: null, before: cursor('d'), fromEnd: true }, 'ab', false],
  ['DESC', { size: 2, after: null }, 'ed', true],
  ['DESC', { size: 2, after: cursor('d') }, 'ba', false],
  ['DESC', { size: 3, after: cursor('c') }, 'ba', false],
  ['DESC', { size: 2, after: null, fromEnd: true }, 'ba', true],
  ['DESC', { size: 2, after: null, before: cursor('b'), fromEnd: true }, 'ed', false],
  ['DESC', { size: 1, after: cursor('d'), inclusive: true }, 'd', true],
] as const)('places in order %s, page %o', ([direction, page, expected, hasMore]) => {
  const found = pageOfPlaces('letters', rows, page, direction);
  expect(found.rows.map(({ row }) => row).join('')).toBe(expected);
  expect(found.hasMore).toBe(hasMore);
});
