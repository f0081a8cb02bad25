import { expect, test } from 'vitest';
import { assertStorableJson } from '#domain/input/json.ts';

const limits = { name: 'The payload', path: ['payload'], maxLength: 40 };

test.for<[string, unknown]>([
  ['an object', { a: [1, 'b', null, true, { c: 'd' }] }],
  ['null inside', [null, null]],
  ['the longest', 'x'.repeat(38)],
  ['an emoji', { a: '🐘' }],
])('%s is stored', ([, value]) => {
  expect(() => assertStorableJson(value, limits)).not.toThrow();
});

test.for<[string, unknown]>([
  ['too long', 'x'.repeat(39)],
  ['a NUL', { a: ['\0'] }],
  ['a NUL in a name', { a: { 'b\0': 1 } }],
  ['half a pair', { a: '\ud83d' }],
  ['half a pair in a name', [{ '\udc00': 1 }]],
  ['a NUL in the second of two names', { a: 1, 'b\0': 1 }],
  ['a NUL beside what is absent', { a: '\0', b: undefined }],
  ['an infinity', [1, Number.POSITIVE_INFINITY]],
])('%s is refused', ([, value]) => {
  expect(() => assertStorableJson(value, limits)).toThrow(
    expect.objectContaining({ code: 'input.invalid', path: ['payload'] }),
  );
});
