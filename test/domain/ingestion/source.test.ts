import { expect, test } from 'vitest';
import { sourceKey, sourceOfId } from '#domain/ingestion/source.ts';

test.for([
  ['a section', 'chk_0197', { kind: 'chunk', id: 'chk_0197' }],
  ['an interaction', 'int_0197', { kind: 'interaction', id: 'int_0197' }],
  ['a document is read by its sections', 'doc_0197', null],
  ['no id of ours', '0197', null],
] as const)('the id of a source says its kind: %s', ([, id, source]) => {
  expect(sourceOfId(id)).toEqual(source);
});

test.for([
  ['the same source', { kind: 'chunk', id: 'a' }, { kind: 'chunk', id: 'a' }, true],
  ['another section', { kind: 'chunk', id: 'a' }, { kind: 'chunk', id: 'b' }, false],
  ['another kind', { kind: 'chunk', id: 'a' }, { kind: 'interaction', id: 'a' }, false],
  ['none beside one', null, { kind: 'chunk', id: 'a' }, false],
  ['none beside none', null, null, true],
] as const)('statements have one key where their source is one: %s', ([, one, other, isOne]) => {
  expect(sourceKey(one) === sourceKey(other)).toBe(isOne);
});
