import { expect, test } from 'vitest';
import { plainWords } from '#domain/input/plain-words.ts';

test.for([
  ['Read at noon.', 'Read at noon.'],
  ['  Read\tat\r\n\n noon. ', 'Read at noon.'],
  ['Read\u0000at\u0007noon', 'Read at noon'],
  ['half of a pair \ud83d', 'half of a pair \ufffd'],
  ['whole: \u{1f600}', 'whole: \u{1f600}'],
  ['', ''],
  [null, ''],
  [12, ''],
  [['Read at noon.'], ''],
] as const)('words of %j, as the store takes them', ([given, words]) => {
  expect(plainWords(given)).toBe(words);
});
