import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import { withoutIndentedLiterals } from '#domain/ingestion/indented-literals.ts';

const isRead = (text: string): boolean => withoutIndentedLiterals(text).includes('must');

describe('the literals of reStructuredText are code', () => {
  test.for<readonly [name: string, text: string, read: boolean]>([
    ['below two colons', 'The form is::\n\n  x must be\n\nText.', false],
    ['below a directive of code', '.. code-block:: python\n\n   x must be\n', false],
    ['below a note', '.. note::\n\n   It must be so.\n', true],
    ['not indented', 'The form is::\n\nIt must be so.\n', true],
    ['behind the literal', 'The form is::\n\n  x\n\nIt must be so.\n', true],
    ['no empty line before it', 'The form is::\n  it must be\n', true],
    ['one colon', 'The form is:\n\n  it must be\n', true],
    ['a heading inside is none', 'It reads::\n\n  # We must\n  x = 1\n\nText.', false],
  ])('%s', ([, text, read]) => expect(isRead(text)).toBe(read));

  test('every other character keeps its place', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a::', '\n', '\r\n', '  b', ' ', '😀', 'x')), (pieces) => {
        const text = pieces.join('');
        const read = withoutIndentedLiterals(text);
        expect(read.length).toBe(text.length);
        for (const [at, sign] of read.split('').entries()) expect([' ', text[at]]).toContain(sign);
      }),
    ));

  test('a heading in a literal opens no section', () =>
    expect(
      extractStatements({
        text: 'Design\n======\n\nThe form is::\n\n  # A comment\n  x = 1\n\nCallers must pass it.\n',
        headingPath: [],
      }).map(({ content, context }) => [content, context.headingPath]),
    ).toEqual([['Callers must pass it.', ['Design']]]));
});
