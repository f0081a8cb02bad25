import { diffWordsWithSpace } from 'diff';

export const segmentOperations = ['EQUAL', 'INSERT', 'DELETE'] as const;
type SegmentOperation = (typeof segmentOperations)[number];

export interface Segment {
  readonly operation: SegmentOperation;
  readonly text: string;
}

/** Words that may differ before the search for the shortest difference ends: it takes time in their square. */
const mostEdits = 1_000;

const operationOf = ({
  added,
  removed,
}: {
  readonly added: boolean;
  readonly removed: boolean;
}): SegmentOperation => {
  if (added) return 'INSERT';
  return removed ? 'DELETE' : 'EQUAL';
};

/** Length of the shared start of two texts, never within a pair of surrogates. */
const sharedStart = (from: string, to: string): number => {
  const most = Math.min(from.length, to.length);
  let length = 0;
  while (length < most && from[length] === to[length]) length += 1;
  return length > 0 && /[\uD800-\uDBFF]/.test(from[length - 1] ?? '') ? length - 1 : length;
};

const sharedEnd = (from: string, to: string, start: number): number => {
  const most = Math.min(from.length, to.length) - start;
  let length = 0;
  while (length < most && from.at(-1 - length) === to.at(-1 - length)) length += 1;
  return length > 0 && /[\uDC00-\uDFFF]/.test(from[from.length - length] ?? '') ? length - 1 : length;
};

/** The whole text between the shared start and the shared end of two texts. */
const coarseDifference = (from: string, to: string): Segment[] => {
  const start = sharedStart(from, to);
  const end = sharedEnd(from, to, start);
  const segments: Segment[] = [
    { operation: 'EQUAL', text: from.slice(0, start) },
    { operation: 'DELETE', text: from.slice(start, from.length - end) },
    { operation: 'INSERT', text: to.slice(start, to.length - end) },
    { operation: 'EQUAL', text: from.slice(from.length - end) },
  ];
  return segments.filter(({ text }) => text !== '');
};

/**
 * Two texts as one sequence: EQUAL and DELETE together are `from`, EQUAL and INSERT together are `to`, character for character. By words;
 * where more than a thousand of them differ, in one piece.
 */
export const wordDifference = (from: string, to: string): Segment[] => {
  const changes = diffWordsWithSpace(from, to, { maxEditLength: mostEdits });
  return changes === undefined
    ? coarseDifference(from, to)
    : changes.map((change) => ({ operation: operationOf(change), text: change.value }));
};
