import { expect, test } from 'vitest';
import { confidenceOfStatement } from '#domain/ingestion/statement-confidence.ts';

test.for<[string, Record<string, number>, number, number]>([
  ['one field for all', { content: 0.8 }, 0, 0.8],
  ['one field for all, at any place', { content: 0.8 }, 7, 0.8],
  ['the lowest of several', { content: 0.8, kind: 0.6 }, 0, 0.6],
  ['its own field', { 'statements.0': 0.9, 'statements.1': 0.4 }, 1, 0.4],
  ['its own field, in brackets', { 'statements[0]': 0.9, 'statements[1].content': 0.4 }, 1, 0.4],
  ['the lowest of its own', { 'statements.0.content': 0.9, 'statements.0.kind': 0.7, content: 0.1 }, 0, 0.7],
  ['a field for all, where it has none', { 'statements.0': 0.9, content: 0.5 }, 1, 0.5],
  ['the lowest of others, where there is nothing else', { 'statements.0': 0.9, 'statements.1': 0.3 }, 2, 0.3],
  ['a field for all, above those of others', { 'statements.0': 0.2, content: 0.5 }, 1, 0.5],
  ['fields for all, whatever the others have', { 'statements.0': 0.9, content: 0.95, kind: 0.97 }, 2, 0.95],
  ['no field at all', {}, 0, 1],
  ['place 1 is not place 10', { 'statements.10': 0.2, 'statements.1': 0.9 }, 1, 0.9],
  ['a name that only begins so', { statementsX: 0.5, 'statements.x': 0.6 }, 0, 0.5],
])('%s', ([, fields, place, verdict]) => {
  const list = Object.entries(fields).map(([field, confidence]) => ({ field, confidence }));
  expect(confidenceOfStatement(list, place)).toBe(verdict);
});
