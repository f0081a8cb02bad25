import { describe, expect, test } from 'vitest';
import { readBlocks } from '#domain/ingestion/read-blocks.ts';

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
    ['a hundred lists behind others', `We will use it.\n\n${'- 1. x\n'.repeat(100)}`, true],
    ['more lists behind others', `We will use it.\n\n${'- 1. x\n'.repeat(101)}`, false],
    ['more lists behind others in code', `We will use it.\n\n\`\`\`\n${'- - x\n'.repeat(300)}\`\`\``, true],
    ['many lists in quotes', `We will use it.\n\n${'> - x\n'.repeat(300)}`, true],
    ['many spaced rules', `We will use it.\n\n${'- - -\n'.repeat(300)}`, true],
    [
      'a deep list',
      `We will use it.\n\n${Array.from({ length: 40 }, (_, at) => `${' '.repeat(2 * at)}- x\n`).join('')}`,
      true,
    ],
    ['quotes within quotes', `We will use it.\n\n${'>'.repeat(24)} x`, false],
    ['prose of many marks', `We will use it.\n\n${'[a]'.repeat(401)}`, false],
  ])('%s', ([, text, read]) => expect(words(text).includes('We will use it.')).toBe(read));
});

test('a chunk of hundreds of table cells is no prose, and is not parsed', () => {
  const table = (rows: number) => `| a | b | c |\n| - | - | - |\n${'| 1 | 2 | 3 |\n'.repeat(rows)}`;
  expect(readBlocks(table(100))).toMatchObject([{ type: 'table' }]);
  expect(readBlocks(table(200))).toEqual([]);
});
