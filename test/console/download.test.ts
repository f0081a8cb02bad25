import { describe, expect, test } from 'vitest';
import { csvField } from '#cli/list.ts';
import { incompleteMessage, readAll, toCsv } from '../../src/console/explore/download.ts';

/** A list of so many numbers, two a page; `failsAt` is the page that cannot be read. */
const listOf =
  (length: number, failsAt = Number.POSITIVE_INFINITY) =>
  async (after: string | null) => {
    const start = Number(after ?? 0);
    if (start / 2 >= failsAt) throw new Error('The gateway cannot be reached.');
    return {
      nodes: [start, start + 1].filter((number) => number < length),
      totalCount: length,
      pageInfo: { hasNextPage: start + 2 < length, endCursor: String(start + 2) },
    };
  };

const formulas = [
  '=1+1',
  '+cmd',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '＝1+1',
  '＋1',
  '－1',
  '＠a',
];

test.for(formulas)(
  'no cell begins as the formula %j, in a file of the console or of `vouch list`',
  (text) => {
    for (const file of [
      toCsv(['a'], [{ a: text }])
        .split('\r\n')
        .slice(1)
        .join('\r\n'),
      csvField(text),
    ])
      expect(file).toMatch(/^"?'/);
  },
);

test.for([-1.5, '-1.5', 'a = b'])('the cell %j stays as it is', (value) => {
  expect(toCsv(['a'], [{ a: value }])).toBe(`a\r\n${value}\r\n`);
});

describe('a download says what it does not hold', () => {
  test.for<
    readonly [
      what: string,
      read: Parameters<typeof readAll<number>>[0],
      most: number,
      rows: number,
      message: string | null,
    ]
  >([
    ['nothing where it holds the whole list', listOf(5), 10, 5, null],
    ['nothing of an empty list', listOf(0), 10, 0, null],
    [
      'rows beyond the longest file',
      listOf(5),
      3,
      3,
      'The file has 3 rows of 5 or more. A file has at most 3 rows. Narrow the list, or use `vouch list`.',
    ],
    [
      'rows behind a page that failed',
      listOf(9, 2),
      10,
      4,
      'The file has 4 rows of 9 or more. The gateway cannot be reached.',
    ],
    [
      'all rows where the first page failed',
      listOf(9, 0),
      10,
      0,
      'No file was written. The gateway cannot be reached.',
    ],
    [
      'all rows of a list that was refused',
      async () => null,
      10,
      0,
      'No file was written. The list was refused.',
    ],
  ])('%s', async ([, read, most, rows, message]) => {
    const result = await readAll(read, most);
    expect(result.items).toEqual(Array.from({ length: rows }, (_, number) => number));
    expect(incompleteMessage(result)).toBe(message);
  });
});
