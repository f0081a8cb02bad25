import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { cpuMilliseconds, propertyRuns, testSize } from '#test/support/property-runs.ts';

const markdownish = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# ',
        '## ',
        '- ',
        '1. ',
        '> ',
        '    ',
        '\n',
        '\n\n',
        '\r\n',
        '\r',
        '---\n',
        '===\n',
        '```\n',
        '~~~',
        '<!-- ',
        '-->',
        '<div>\n',
        '|',
        '**',
        '_',
        '`',
        '[',
        '](',
        ')',
        '&amp;',
        '\\',
        '\uFEFF',
        '\0',
        '😀',
        '\uD83D',
        ' ',
        '\t',
        '\u00A0',
        'Decision',
        'We will use it',
        'X = 4.8 kg',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: anyCharacter, maxLength: 12 }),
    ),
    { maxLength: 120 },
  )
  .map((parts) => parts.join(''));

describe('a chunk is a section under its heading path', () => {
  test.for<[rule: string, content: string, sections: readonly (readonly [path: string, text: string])[]]>([
    ['whitespace has no chunks', ' \n\t\r\n\u00A0', []],
    [
      'text before the first heading has no path',
      'hello\n# A\nx',
      [
        ['', 'hello'],
        ['A', '# A\nx'],
      ],
    ],
    [
      'a path holds the enclosing headings',
      '# A\n## B\nx\n# C',
      [
        ['A', '# A'],
        ['A/B', '## B\nx'],
        ['C', '# C'],
      ],
    ],
    [
      'a skipped level encloses by depth',
      '# A\n#### B\n### C',
      [
        ['A', '# A'],
        ['A/B', '#### B'],
        ['A/C', '### C'],
      ],
    ],
    [
      'setext headings',
      'A\n===\nx\n\nB b\nc\n---\ny',
      [
        ['A', 'A\n===\nx'],
        ['A/B b c', 'B b\nc\n---\ny'],
      ],
    ],
    [
      'CRLF line ends',
      '# A\r\nx\r\n\r\n## B\r\ny\r\n',
      [
        ['A', '# A\r\nx'],
        ['A/B', '## B\r\ny'],
      ],
    ],
    ['a byte order mark', '\uFEFF# A\nx', [['A', '# A\nx']]],
    ['closing hashes and emphasis', '# *A* `b` [c](d) ##\nx', [['A b c', '# *A* `b` [c](d) ##\nx']]],
    [
      'a front matter is a chunk of its own',
      '---\na: b\n---\n# A',
      [
        ['', '---\na: b\n---'],
        ['A', '# A'],
      ],
    ],
    ['a rule is no front matter', '---\n\nx', [['', '---\n\nx']]],
    [
      'no heading in a fence',
      '# A\n```\n# b\n```\n# C',
      [
        ['A', '# A\n```\n# b\n```'],
        ['C', '# C'],
      ],
    ],
    ['no heading in an unclosed fence', '~~~\n# b', [['', '~~~\n# b']]],
    [
      'no heading in a comment',
      '<!--\n# b\n-->\n# C',
      [
        ['', '<!--\n# b\n-->'],
        ['C', '# C'],
      ],
    ],
    [
      'no heading in indented code',
      '    # b\n# C',
      [
        ['', '    # b'],
        ['C', '# C'],
      ],
    ],
    [
      'no heading in a list',
      '- a\n\n  # b\n\n# C',
      [
        ['', '- a\n\n  # b'],
        ['C', '# C'],
      ],
    ],
    [
      'no heading in a quote',
      '> # b\n\n# C',
      [
        ['', '> # b'],
        ['C', '# C'],
      ],
    ],
    [
      'a fence in a list ends with its item',
      '- ```\n  # b\n# C',
      [
        ['', '- ```\n  # b'],
        ['C', '# C'],
      ],
    ],
    ['a rule below a list is no underline', '- a\n---\nx', [['', '- a\n---\nx']]],
    ['a hash without space is text', '#a\n#######  b', [['', '#a\n#######  b']]],
  ])('%s', ([, content, sections]) => {
    const { chunks } = chunkMarkdown(content);
    expect(chunks.map(({ headingPath, text }) => [headingPath.join('/'), text])).toEqual(sections);
    expect(chunks.map(({ ordinal }) => ordinal)).toEqual(chunks.map((_, index) => index));
  });

  test.for<[rule: string, content: string, title: string | null]>([
    ['the first heading of the first level', '## b\n# A\n# C', 'A'],
    ['else the title of the front matter', '---\ntitle: "A b"\n---\nx', 'A b'],
    ['else none', '## b', null],
  ])('its document is titled by %s', ([, content, title]) => {
    expect(chunkMarkdown(content).title).toBe(title);
  });
});

describe('a section longer than 4,000 is split', () => {
  const lengths = (content: string) => chunkMarkdown(content).chunks.map(({ text }) => text.length);
  test('where a paragraph begins', () => {
    const { chunks } = chunkMarkdown(`# A\n\n${`${'word '.repeat(299)}end.\n\n`.repeat(5)}`);
    expect(chunks.length).toBe(3);
    expect(chunks.every(({ text, headingPath }) => text.endsWith('end.') && headingPath[0] === 'A')).toBe(
      true,
    );
  });
  test('where a list item begins', () => {
    const { chunks } = chunkMarkdown(`- ${'word '.repeat(200)}\n`.repeat(9));
    expect(chunks.every(({ text }) => text.startsWith('- ') && text.length <= 4_000)).toBe(true);
  });
  test('at whitespace within a long paragraph', () => {
    expect(chunkMarkdown('word '.repeat(2_000)).chunks.every(({ text }) => /^word.*word$/.test(text))).toBe(
      true,
    );
  });
  test('anywhere in a long word, but not inside a surrogate pair', () => {
    expect(lengths(`a${'😀'.repeat(4_000)}`)).toEqual([3_999, 4_000, 2]);
  });
});

describe('chunks cover their document', () => {
  test('every slice equals its text, every visible character is in exactly one chunk', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        let covered = '';
        let last = 0;
        for (const { startOffset, endOffset, text } of chunkMarkdown(content).chunks) {
          expect(content.slice(startOffset, endOffset)).toBe(text);
          expect(startOffset).toBeGreaterThanOrEqual(last);
          expect(content.slice(last, startOffset).trim()).toBe('');
          covered += text;
          last = endOffset;
        }
        expect(content.slice(last).trim()).toBe('');
        expect(covered.replace(/\s/g, '')).toBe(content.replace(/\s/g, ''));
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  test.for([
    '[',
    '*',
    '*a_ ',
    '(',
    '>',
    '> ',
    '- ',
    '`',
    '``` \n',
    '<!--',
    'a\n=\n',
    '>a\na\n',
    '# a\n',
    '|',
    '\0',
    '\u00A0',
  ])('a megabyte of %j is cut in linear time', (piece) => {
    const content = piece.repeat(testSize(1_000_000) / piece.length);
    expect(cpuMilliseconds(() => chunkMarkdown(content))).toBeLessThan(3_000);
  });
});
