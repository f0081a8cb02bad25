import { describe, expect, test } from 'vitest';
import { incompleteMessage, readAll } from '../../src/console/explore/download.ts';

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
