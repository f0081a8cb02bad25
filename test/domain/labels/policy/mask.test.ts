import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskingSource, maskJson, maskSpans, maskWordings, policyMask } from '#domain/labels/policy/mask.ts';
import { redactItem, redactRecord } from '#domain/labels/policy/redaction.ts';
import { atOnce } from '#domain/slices.ts';

const maskSource = (...given: Parameters<typeof maskingSource>) => atOnce(maskingSource(...given));

const M = policyMask;

describe('spans are masked', () => {
  test.for<[string, readonly [number, number][], string]>([
    ['none', [], '0123456789'],
    ['one', [[2, 5]], `01${M}56789`],
    [
      'several, in any order',
      [
        [7, 9],
        [1, 3],
      ],
      `0${M}3456${M}9`,
    ],
    [
      'overlapping ones have one mask',
      [
        [2, 5],
        [4, 7],
      ],
      `01${M}789`,
    ],
    [
      'one inside another',
      [
        [2, 8],
        [4, 5],
      ],
      `01${M}89`,
    ],
    [
      'touching ones have one mask',
      [
        [2, 4],
        [4, 6],
      ],
      `01${M}6789`,
    ],
    ['the whole', [[0, 10]], M],
    [
      'beyond the ends',
      [
        [-3, 2],
        [8, 30],
      ],
      `${M}234567${M}`,
    ],
    [
      'outside',
      [
        [-5, 0],
        [10, 12],
      ],
      '0123456789',
    ],
    [
      'empty ones not at all',
      [
        [3, 3],
        [5, 4],
      ],
      '0123456789',
    ],
  ])('%s', ([, spans, expected]) => {
    expect(
      maskSpans(
        '0123456789',
        spans.map(([start, end]) => ({ start, end })),
      ),
    ).toBe(expected);
  });

  test('nothing of them is left, and all of the rest is', () => {
    const span = fc.tuple(fc.integer({ min: -5, max: 45 }), fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 6 }), (given) => {
        const characters = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0x4e00 + index));
        const spans = given.map(([start, length]) => ({ start, end: start + length }));
        const masked = maskSpans(characters.join(''), spans);
        const left = characters.filter((_, at) => !spans.some(({ start, end }) => start <= at && at < end));
        expect(masked.replaceAll(M, '')).toBe(left.join(''));
      }),
    );
  });
});

describe('wordings are masked wherever they are said', () => {
  const withheld = [
    { start: null, end: null, wordings: ['Write to alice@example.com (home).', 'Nora Quist'] },
  ];
  test.for<[string, string, string]>([
    ['as they are', 'a Write to alice@example.com (home). b', `a ${M} b`],
    ['in other characters and over lines', 'a\nWRITE  to\n\talice@EXAMPLE.com (home). b', `a\n${M} b`],
    ['twice', 'Write to alice@example.com (home). Write to alice@example.com (home).', `${M} ${M}`],
    ['not in part', 'Write to alice@example.com', 'Write to alice@example.com'],
    ['not when they are short', 'Nora Quist', 'Nora Quist'],
  ])('%s', ([, text, expected]) => {
    expect(maskWordings(text, withheld)).toBe(expected);
    expect(maskWordings(text, null)).toBe(text);
  });

  test('in a piece of a source the spans are the source’s', () => {
    const spans = [{ start: 12, end: 15, wordings: ['and more of the same'] }];
    expect(maskSource('abcdefghi and  More of the same', spans, 10)).toBe(`ab${M}fghi ${M}`);
    expect(maskSource('abcdef', spans, 40)).toBe('abcdef');
  });

  test('whatever stands in them', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.string(), (wording, around) => {
        fc.pre(wording.replaceAll(/[^a-z0-9]/gi, '').length >= 6);
        fc.pre(wording.trim().replaceAll(/\s+/gu, ' ').length >= 12);
        const masked = maskWordings(`${around} ${wording} ${around}`, [
          { start: null, end: null, wordings: [wording] },
        ]);
        expect(masked).toContain(M);
      }),
    );
  });

  test('in JSON, keys left as they are', () => {
    const mask = (text: string) => text.toUpperCase();
    expect(maskJson({ a: ['b', 1, null, { c: 'd' }], e: true }, mask)).toEqual({
      a: ['B', 1, null, { c: 'D' }],
      e: true,
    });
  });
});

describe('an item without its words', () => {
  test('keeps what is not words, and what is not there', () => {
    const item = {
      id: 'mem_1',
      content: 'a',
      summary: null,
      spanText: 'a',
      rejectionReason: null,
      retirementReason: null,
      returnReason: null,
      project: 'p',
    };
    expect(redactItem(item)).toEqual({ ...item, content: M, spanText: M, redacted: true });
    expect(
      redactItem({
        ...item,
        summary: 'b',
        name: 'c',
        rejectionReason: 'd',
        retirementReason: 'e',
        returnReason: 'f',
      }),
    ).toEqual({
      ...item,
      content: M,
      summary: M,
      name: M,
      spanText: M,
      rejectionReason: M,
      retirementReason: M,
      returnReason: M,
      redacted: true,
    });
  });

  test('in the audit keeps states, ids and labels; what nobody knows of may hold its words', () => {
    expect(
      redactRecord({
        status: 'ACTIVE',
        revision: 2,
        content: 'a',
        summary: null,
        sensitivityLabels: ['pii'],
        later: { of: ['a'] },
      }),
    ).toEqual({
      status: 'ACTIVE',
      revision: 2,
      content: M,
      summary: null,
      sensitivityLabels: ['pii'],
      later: { of: [M] },
    });
    expect(redactRecord(null)).toBeNull();
  });
});
