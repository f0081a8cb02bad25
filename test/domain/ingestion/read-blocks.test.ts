import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlainBlocks } from '#domain/ingestion/plain-markdown/read-plain-blocks.ts';
import { readBlocks } from '#domain/ingestion/read-blocks.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

/** A comment gives no block, and its bar is a mark of GitHub's flavour: what stands before it goes the whole way through the parser. */
const readByParser = (text: string) => readBlocks(`${text}\n\n<!-- | -->`);

describe('a plain text is read without the parser', () => {
  test.for([
    'We will use the radar gauge.',
    'We will use it. Ada said so, "twice"; why not?\nAnd on the next line: 5 = 5.',
    '# Decision: use it\n\nWe will.\n\n\nWe won’t.\n## Status\nAccepted',
    '###### C# and #5 (see 4.8 kg)\n2024 was dry.\n\n(So) it is - more or less - a+b.',
    'a\n\n#no heading is plain? no\n',
    'œuvre “x”\n\n‘y’ 联系 😀',
    'In order:\n\n1. one\n2. two\n10. three\n\n1) or so\n2) on',
    '* good, because it is\n* bad\n+ another\n- list',
    'A title\n===\nand\nanother `one`\n---\nwords\n> a *quote*\n> - and\n\n- a\n> b\n\nc',
    '| Part | `Of` |\n|---|:-:|\n| a **b** | 5 %|\n|  | [x](y) | \n\n| a |\n|-|\n',
    'Write to ada.b+c@mail.example.com, or (x@y.z).\na@b.c d@e.f',
    'We use `x` and `y z`, **bold (`z`)**, *it* or _it_; a_b and __init__ x.',
    '**Status**: accepted\n**`Date`**\n1 < 2 & 3 > 2 | 4 * 5, or (*so*).',
    'See [the page](docs/a.md#b), [`x`](y), https://a.b/c?d=e and @ada.\n  [Go](x) on  `two`  spaces \nand  \nbreaks.',
    '- an item\n  that `goes` on\nlazily\n\n- at a **distance**\n- `code`\n- `a`, `b`',
    '- outer:\n  - nested.\n  - again\n    1. deep\n    2. deeper\n\n    * other\n- outer\n\n  - more',
    '1. one\n   - a\n10. ten\n    - b\n\nEnd.',
    'So:\n```js\na *b* <c>\n\n- d\n```\n\n~~~~ x\n```\n~~~\n~~~~\n- a\n\n---\n\n***\nb\n```\nopen',
    '- one\n- [Decision] two; or three.\n- four',
    'We use:\n- [Component] radar\n\n[1] and so on [sic]\n\n\n- again\n# End\n- and again',
    '# Options\n- (a) this\n\n## Next\n\n- that!\n- 10 of them',
    '',
  ])('%s', (text) => {
    expect(readBlocks(text)).toEqual(readByParser(text));
  });

  test.for([
    '> quote\nthat goes on',
    '> [x]: y',
    'a_b@example.com',
    '- an item\n    a@example.com',
    'We use\n2. an item',
    '- an item\n2. no item',
    '*an item',
    '* * *',
    ' - an item',
    '- an item\n\n  in two paragraphs',
    '- an item ',
    '- - nested',
    '- 1. nested',
    '- an item\n   - nested too far',
    '- an item\n  ```\n  code\n  ```',
    '- # heading',
    '- [ ] task',
    '- [x] task',
    '-',
    '- a\n---',
    '[link][x]',
    '[x]: y',
    '![image](x)',
    '[link *it*](x)',
    '[link](<x y>)',
    'a note[^1]',
    'two `` code ``',
    'code ` x `',
    '`code\nover lines`',
    'code ` alone',
    '**bold *and it***',
    'half*way*',
    '**open',
    'a_b_ c',
    '~~struck~~',
    'a\\*',
    '&amp;',
    '<b>',
    'a tab\there',
    '    code',
    'see https://a.b/*c',
    'see www.example.com',
    'see Www.`example`',
    'Http://a`b`',
    'w\n Http://a',
    'a\n01. b',
    'a null\0character',
    'a no-break\u00a0space',
    '# closed #',
    '#',
    'a | b\n--- | ---\n1 | 2',
    '| a | b |\n|---|',
    '| a |\n|---|\nb',
    '| a |\n| b |',
    '| a\\\\| |\n|---|---|',
    'So\n| a |\n|---|',
  ])('the parser reads what is not plain: %j', (text) => {
    expect(readPlainBlocks(text)).toBeNull();
  });
});

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('word', 'We', 'I prefer', 'x', '10', 'Decision', 'é', '联', '😀') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[' ', '\n', '\n\n', '.', ',', ':', '"', '(', ')', '=', '-', '#', '!', '+', ';', "'"],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        '# ',
        '## ',
        '- ',
        '\n- ',
        '\n- ',
        '\n\n- ',
        '\n- [Decision] ',
        '\n* ',
        '\n1. ',
        '\n2. ',
        '\n3) ',
        '1. ',
        '> ',
        '*',
        '**',
        '_',
        '`',
        '~',
        '~~',
        '[',
        ']',
        '(',
        '&amp;',
        '\\',
        '<b>',
        '|',
        '@',
        '\t',
        '  ',
      ],
      ...[
        '\r\n',
        ':-',
        '-:',
        '[ ]',
        '[x] ',
        '[^1]',
        '[^1]: ',
        'http://a.b',
        'https://a.b/c',
        'www.a.b',
        'a@b.c',
        '\u00a0',
        '\u2028',
        '===',
        '---',
      ],
    ),
  },
);

test('whatever way a text is read, its blocks are the parser’s', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.constantFrom('word', 'We', '7', ' ', ' ', '.', '\n', '# ', '-', "'"), { maxLength: 30 }),
        fc.array(
          fc.constantFrom(
            'word',
            'x',
            '7',
            ' ',
            ':',
            '!',
            '\n',
            '\n- ',
            '\n* ',
            '\n1. ',
            '\n2. ',
            '\n2) ',
            '[',
            ']',
            '(',
          ),
          {
            maxLength: 30,
          },
        ),
        fc.array(
          fc.constantFrom(
            ...[
              'word',
              'x',
              '7',
              ' ',
              ' ',
              '  ',
              ':',
              '.',
              ')',
              '(',
              '`',
              '`',
              '`a`',
              '*',
              '**',
              '**',
              '_',
              '__',
            ],
            ...[
              '\n',
              '\n',
              '\n\n',
              '\n- ',
              '\n  - ',
              '\n  ',
              '\n1. ',
              '\n   ',
              '\n```\n',
              '\n---\n',
              '@x',
              'a@b.c',
              '\n| a | b |\n|---|---|\n',
              '| c | d |\n',
              '|',
              '\n> q',
              '\n===\n',
              '](y) ',
            ],
            ...[
              '[x](y)',
              '[`x`](y#z)',
              '**b**',
              '*i*',
              '_i_',
              'https://a.b/c',
              ' https://a.b',
              '!',
              '[',
              ']',
              '|',
              '~',
              '&',
            ],
          ),
          {
            maxLength: 30,
          },
        ),
      ),
      (pieces) => {
        const text = pieces.join('');
        // An HTML block that is still open takes the comment in.
        fc.pre(!text.includes('<'));
        expect(readBlocks(text)).toEqual(readByParser(text));
      },
    ),
    { numRuns: propertyRuns(3_000) },
  );
});

test.for(['[word https://a.b/c', '[\nhttps://a.b', '(see [1 and www.a.b) or x@a.b'])(
  'an address in %j stands where it stands',
  (text) => {
    const [block] = readBlocks(text);
    const passage = block !== undefined && 'passage' in block ? block.passage : null;
    expect(passage?.text).toBe(text.replace('\n', ' '));
    expect(passage?.from).toEqual(Array.from(text, (_, at) => at));
    expect([passage?.start, passage?.end]).toEqual([0, text.length]);
  },
);

describe('what a section is read for, and what empties it', () => {
  const words = (text: string) =>
    readBlocks(text).flatMap((block) => ('passage' in block ? [block.passage.text] : []));

  test.for<readonly [rule: string, text: string, read: boolean]>([
    ['a rule of many dashes', `We will use it.\n\n${'-'.repeat(60)}\n`, true],
    ['a rule of many stars', `${'*'.repeat(60)}\n\nWe will use it.`, true],
    ['a rule of many spaced stars', `${'* '.repeat(40)}\n\nWe will use it.`, true],
    ['a setext underline', `Matter\n${'-'.repeat(60)}\n\nWe will use it.`, true],
    ['ASCII art in code', `We will use it.\n\n\`\`\`\n${'+'.repeat(40)}\n${'- '.repeat(30)}x\n\`\`\``, true],
    ['quote signs in code', `We will use it.\n\n~~~\n${'>'.repeat(40)}\n~~~`, true],
    ['code of many marks', `We will use it.\n\n\`\`\`\n${'<a>[b]_c_*d*\n'.repeat(100)}\`\`\``, true],
    ['a fence in an item', `We will use it.\n\n- so:\n\n  \`\`\`\n  ${'<a>'.repeat(500)}\n  \`\`\``, true],
    ['lists within lists', `We will use it.\n\n${'- '.repeat(24)}x`, false],
    ['quotes within quotes', `We will use it.\n\n${'>'.repeat(24)} x`, false],
    ['prose of many marks', `We will use it.\n\n${'[a]'.repeat(401)}`, false],
  ])('%s', ([, text, read]) => expect(words(text).includes('We will use it.')).toBe(read));
});

test('a chunk of hundreds of table cells is no prose, and is not parsed', () => {
  const table = (rows: number) => `| a | b | c |\n| - | - | - |\n${'| 1 | 2 | 3 |\n'.repeat(rows)}`;
  expect(readBlocks(table(100))).toMatchObject([{ type: 'table' }]);
  expect(readBlocks(table(200))).toEqual([]);
});
