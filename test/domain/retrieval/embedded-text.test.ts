import { expect, test } from 'vitest';
import { embeddedText } from '#domain/retrieval/embedded-text.ts';

test.for([
  ['a memory is given a vector of its content', 'It floats.', null, null, 'It floats.'],
  [
    'an entity is given a vector of its type, its name and its content',
    'It predicts the level.',
    'Tide',
    'ANALYSIS_MODEL',
    'analysis model: Tide: It predicts the level.',
  ],
  [
    'a name with which the content begins is not said twice',
    'Tide predicts the level.',
    'Tide',
    'ANALYSIS_MODEL',
    'analysis model: Tide predicts the level.',
  ],
] as const)('%s', ([, content, name, entityType, text]) => {
  expect(embeddedText(name === null ? { content, name, entityType } : { content, name, entityType })).toBe(
    text,
  );
});
