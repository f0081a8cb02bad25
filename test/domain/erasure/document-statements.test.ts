import { describe, expect, test } from 'vitest';
import { decideDocumentStatement, onlySpansOf } from '#domain/erasure/document-statements.ts';

describe('a statement of an erased document', () => {
  test.for([
    ['goes where nobody promoted it and no other source says it', false, false, null],
    ['stays where somebody promoted it once', true, false, 'BELIEVED'],
    ['stays where another source says it', false, true, 'SAID_ELSEWHERE'],
    ['stays as believed where both hold', true, true, 'BELIEVED'],
  ] as const)('%s', ([, wasBelieved, isSaidElsewhere, reason]) => {
    expect(decideDocumentStatement({ wasBelieved, isSaidElsewhere })).toBe(reason);
  });

  test.for([
    ['of none, nothing but line breaks', [], '██\n██ ██'.replaceAll(' ', '█')],
    [
      'of two that overlap, both',
      [
        { start: 3, end: 5 },
        { start: 4, end: 6 },
      ],
      '██\ncd ██',
    ],
    [
      'of one within another, the wider one',
      [
        { start: 4, end: 5 },
        { start: 0, end: 5 },
      ],
      'ab\ncd███',
    ],
  ] as const)('keeps its words in the text: %s', ([, spans, left]) => {
    expect(onlySpansOf('ab\ncd ef', spans)).toBe(left);
  });
});
