import { expect, test } from 'vitest';
import { withoutNulls } from '#domain/input/without-nulls.ts';

const at = new Date('2026-01-01T00:00:00Z');

test.for([
  ['a null argument', { id: 'a', until: null }, [], { id: 'a' }],
  ['an undefined one', { id: 'a', until: undefined }, [], { id: 'a', until: undefined }],
  ['one of an argument', { filter: { kind: null, project: 'p' } }, [], { filter: { project: 'p' } }],
  ['one of a list of inputs', { items: [{ id: 'a', note: null }] }, [], { items: [{ id: 'a' }] }],
  [
    'what is false, zero, empty or an instant stays',
    { a: false, b: 0, c: '', d: [], e: at },
    [],
    { a: false, b: 0, c: '', d: [], e: at },
  ],
  ['a null of a list stays', { ids: ['a', null] }, [], { ids: ['a', null] }],
  [
    'one that means another thing than its absence stays',
    { summary: null, name: null },
    ['summary'],
    { summary: null },
  ],
  [
    'a document is left as it is',
    { payload: { fact: null, facts: [{ of: null }] } },
    ['payload'],
    { payload: { fact: null, facts: [{ of: null }] } },
  ],
  ['but not within another argument', { of: { summary: null } }, ['summary'], { of: {} }],
] as const)('leaves null members of an input out: %s', ([, input, meant, expected]) => {
  expect(withoutNulls(input, meant)).toEqual(expected);
});
