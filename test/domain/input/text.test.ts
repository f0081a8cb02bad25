import { expect, test } from 'vitest';
import { assertStorableText } from '#domain/input/text.ts';

const limits = { name: 'The content', path: ['input', 'content'], min: 2, max: 5 };

test.for([
  ['the least', 'ab'],
  ['the most', 'abcde'],
  ['a pair at the border', 'abc😀'],
  ['control characters other than NUL', 'a\u0001\nb'],
  ['white space around what counts', ' ab '],
  ['a joiner within an emoji', '❤\uFE0F\u200D🔥'],
  ['signs and marks of any script', '—⁇'],
] as const)('accepts %s', ([, text]) => {
  expect(() => assertStorableText(text, limits)).not.toThrow();
});

test.for([
  ['nothing', '', 'The content is empty. Give it a text.'],
  ['white space alone', ' \n ', 'The content is empty. Give it a text.'],
  ['less than the least', ' a  ', 'The content has 1 characters; at least 2 are needed.'],
  [
    'more than the most',
    'abcdef',
    'The content has 6 characters; at most 5 are accepted. Shorten it or split it.',
  ],
  [
    'a pair beyond the border, counted as two',
    'abcd😀',
    'The content has 6 characters; at most 5 are accepted. Shorten it or split it.',
  ],
  ['NUL', 'ab\0', 'The content contains a NUL character at position 2. Remove it, or send text, not binary.'],
  [
    'a lone high surrogate',
    'ab\ud83d',
    'The content contains half of a surrogate pair, so it is not valid Unicode. Send it as UTF-8 text.',
  ],
  [
    'a lone low surrogate',
    '\ude00ab',
    'The content contains half of a surrogate pair, so it is not valid Unicode. Send it as UTF-8 text.',
  ],
  ...[
    '\u200B\u200D\uFEFF',
    '\u00AD\u034F',
    '\u3164\uFFA0',
    '\u2800\u2060',
    '\u{E0041}\u{E007F}',
    '\u0001\u0002',
  ].map(
    (text) =>
      [
        `characters alone that a reader does not see (${escape(text)})`,
        text,
        'The content has no character that a reader sees. Give it a text of letters, digits or signs.',
      ] as const,
  ),
] as const)('refuses %s', ([, text, message]) => {
  expect(() => assertStorableText(text, limits)).toThrow(
    expect.objectContaining({ code: 'input.invalid', message, path: ['input', 'content'] }),
  );
});

test('a text that may be empty may be empty', () => {
  expect(() => assertStorableText('', { ...limits, min: 0 })).not.toThrow();
});
