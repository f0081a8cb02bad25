import { expect, test } from 'vitest';
import { writtenTexts } from '#domain/erasure/written-words.ts';

test('the words of an input are all its texts but names, ids and dates', () => {
  expect(
    writtenTexts({
      memoryId: 'mem_1',
      subjectId: 'Ottoline Quarrick',
      project: 'tides',
      owner: { kind: 'USER', name: 'Ottoline Quarrick' },
      until: new Date(0),
      dryRun: true,
      reason: 'Not so.',
      summary: null,
      note: '',
      decisions: [{ id: 'mem_1', content: 'It is so.' }],
      taskClass: 'review',
      category: 'moorings',
      bugFingerprints: [{ flag: 'A', example: 'It broke.' }],
    }),
  ).toEqual([
    { path: ['reason'], text: 'Not so.' },
    { path: ['decisions', '0', 'content'], text: 'It is so.' },
    { path: ['taskClass'], text: 'review' },
    { path: ['category'], text: 'moorings' },
    { path: ['bugFingerprints', '0', 'flag'], text: 'A' },
    { path: ['bugFingerprints', '0', 'example'], text: 'It broke.' },
  ]);
});
