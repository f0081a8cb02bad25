import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '#domain/audit/canonical-json.ts';

test.for([
  ['null', null, 'null'],
  ['a number as ECMAScript writes it', [1e21, 0.1, -0, 1.0, 1e-7], '[1e+21,0.1,0,1,1e-7]'],
  ['escapes', 'a"\\\n\u001f/é', '"a\\"\\\\\\n\\u001f/é"'],
  ['sorted members', { b: 1, a: { d: true, c: false } }, '{"a":{"c":false,"d":true},"b":1}'],
  [
    'members sorted by UTF-16 code units',
    { '\ufb33': 1, '😀': 2, é: 3, '1': 4, '\r': 5, '10': 6, '2': 7 },
    '{"\\r":5,"1":4,"10":6,"2":7,"é":3,"😀":2,"\ufb33":1}',
  ],
  ['lists in their order', [3, 1, [2]], '[3,1,[2]]'],
  ['a Date', { at: new Date('2026-01-02T03:04:05.006Z') }, '{"at":"2026-01-02T03:04:05.006Z"}'],
  ['a member that is undefined', { a: undefined, b: 1 }, '{"b":1}'],
  ['no members', {}, '{}'],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  ['a member named __proto__', JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
] as const)('%s', ([, value, text]) => {
  expect(canonicalJson(value)).toBe(text);
});

test.for([
  ['NaN', Number.NaN],
  ['an infinity', { a: Number.NEGATIVE_INFINITY }],
  ['undefined', undefined],
  ['undefined in a list', [undefined]],
  ['a hole in a list', Array(1)],
  ['a bigint', 1n],
  ['a function', () => 1],
  ['a symbol', Symbol('a')],
  ['a Map', new Map([['a', 1]])],
  ['a lone surrogate', '\ud83d'],
  ['a lone surrogate in a name', { '\ud83d': 1 }],
] as const)('refuses %s', ([, value]) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});

test('what JSON makes of a value is spelled as the value, and two values never alike', () => {
  const value = fc.jsonValue({ stringUnit: 'grapheme' });
  fc.assert(
    fc.property(value, value, (one, other) => {
      const spelled = canonicalJson(one);
      expect(canonicalJson(JSON.parse(spelled))).toBe(spelled);
      expect(JSON.parse(spelled)).toEqual(JSON.parse(JSON.stringify(one)));
      if (spelled === canonicalJson(other))
        expect(JSON.parse(JSON.stringify(other))).toEqual(JSON.parse(JSON.stringify(one)));
    }),
  );
});
