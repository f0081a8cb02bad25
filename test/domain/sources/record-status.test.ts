import { describe, expect, test } from 'vitest';
import { saysItEnded } from '#domain/sources/record-status.ts';

const status = (text: string, heading = 'Status') => [{ headingPath: ['9. Cache', heading], text }];

describe('a record says of itself that it no longer holds', () => {
  test.for([
    'Superseded',
    'superseded by ADR-0012',
    'Superceded by 12',
    'Rejected',
    'Deprecated since 2024.',
    'Withdrawn',
    'Obsolete',
    'Replaced by the next one',
    '**Superseded** by 12',
    '## Status\n\nSuperseded by 12',
    'Accepted\nSuperseded by 12',
    'Accepted on Monday\n\nReviewed on Tuesday\n\nRejected on Friday',
  ])('%j', (text) => {
    expect(saysItEnded(status(text))).toBe(true);
  });

  test.for([
    ['an accepted one', status('Accepted')],
    ['one that takes the place of another', status('Accepted, supersedes ADR-0005')],
    ['one that was not rejected', status('Not rejected')],
    ['a word that only begins like it', status('Supersededness is a word')],
    ['a fourth line', status('Accepted\nReviewed\nPrinted\nRejected')],
    ['a heading alone', status('## Superseded')],
    ['another section', status('Superseded by 12', 'Context')],
    ['a section whose name has more words', status('Superseded by 12', 'Status quo')],
    ['a section whose name ends so', status('Superseded by 12', 'Old status')],
    ['a section under the status', [{ headingPath: ['Status', 'History'], text: 'Superseded by 12' }]],
    ['a section without headings', [{ headingPath: [], text: 'Superseded by 12' }]],
    ['a document without sections', []],
  ] as const)('not by %s', ([, sections]) => {
    expect(saysItEnded(sections)).toBe(false);
  });

  test('in any of its sections, whatever the letters of the heading', () => {
    expect(saysItEnded([...status('We cache.', 'Context'), ...status('Rejected', ' STATUS ')])).toBe(true);
  });
});
