import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { reviewTerms } from '#domain/ingestion/review-score.ts';
import { inWords } from '../../src/console/parts/words.ts';

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
const constants = Object.values(schema.getTypeMap())
  .filter(isEnumType)
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((type) => type.getValues().map(({ name }) => name));

describe('what the console says for a constant', () => {
  test('every value of the schema and every term of a review score is in words', () => {
    expect(constants.length).toBeGreaterThan(200);
    for (const constant of [...constants, ...reviewTerms]) expect(inWords(constant)).toMatch(/^[a-z0-9 ]+$/);
  });

  test.for([
    ['VALIDATION_CLAIM', 'validation claim'],
    ['KEPT_A', 'the first kept'],
    ['OPENS_REASON', 'begins with a reason'],
    ['sensitivityLabels', 'sensitivity labels'],
    ['Memory', 'memory'],
  ] as const)('%s is said as: %s', ([name, words]) => {
    expect(inWords(name)).toBe(words);
  });
});
