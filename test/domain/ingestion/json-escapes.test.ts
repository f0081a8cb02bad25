import { describe, expect, test } from 'vitest';
import { jsonEscapes, readJsonEscape } from '#domain/ingestion/json-escapes.ts';

const read = (spelled: string): string => spelled.replace(jsonEscapes, readJsonEscape);

describe('an escape of a JSON string', () => {
  test.each([
    ['a\\nb', 'a\nb'],
    ['\\u0041\\u00f6', 'Aö'],
    ['\\ud83d\\ude00', '😀'],
    ['half: \\ud83d.', 'half: �.'],
    ['none: \\u0000.', 'none: �.'],
    ['\\"\\\\', '"\\'],
    ['a\\qb', 'a\\qb'],
    ['\\u12', '\\u12'],
  ])('%s is read as characters that a store takes', (spelled, characters) => {
    expect(read(spelled)).toBe(characters);
  });
});
