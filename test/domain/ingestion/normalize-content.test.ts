import { expect, test } from 'vitest';
import { normalizeContent } from '#domain/ingestion/normalize-content.ts';

test.for([
  ['case', 'The Gauge', 'the gauge'],
  ['full-width letters', 'Ｇａｕｇｅ ７', 'gauge 7'],
  ['a letter and its mark apart', 'Cafe\u0301', 'caf\u00e9'],
  ['invisible characters', 'ga\u200buge\u00ad', 'gauge'],
  ['white space', '  the\t\n gauge\u0085 ', 'the gauge'],
  ['punctuation at the end', 'The gauge holds.!? ', 'the gauge holds'],
  ['punctuation alone', ' .,! ', ''],
] as const)('two statements count as the same but for %s', ([, given, form]) => {
  expect(normalizeContent(given)).toBe(form);
});

test.for(['at 7 %', 'c#', 'c++', '(late)', '“late”', 'a.b'])('signs that carry meaning stay: %s', (text) => {
  expect(normalizeContent(text)).toBe(text);
});
