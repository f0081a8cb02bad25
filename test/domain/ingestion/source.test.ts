import { expect, test } from 'vitest';
import { sourceOfId } from '#domain/ingestion/source.ts';

test.for([
  ['a section', 'chk_0197', { kind: 'chunk', id: 'chk_0197' }],
  ['an interaction', 'int_0197', { kind: 'interaction', id: 'int_0197' }],
  ['a document is read by its sections', 'doc_0197', null],
  ['no id of ours', '0197', null],
] as const)('the id of a source says its kind: %s', ([, id, source]) => {
  expect(sourceOfId(id)).toEqual(source);
});
