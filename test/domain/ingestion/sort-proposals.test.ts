import { describe, expect, test } from 'vitest';
import type { ReadingDrop } from '#domain/ingestion/drop-reasons.ts';
import { sortProposals } from '#domain/ingestion/sort-proposals.ts';

const proposal = (
  identity: string,
  more: { dropped?: ReadingDrop; rejectedByRouting?: boolean; reviewScore?: number; kind?: string } = {},
) => ({
  identity,
  reviewScore: 0.5,
  dropped: null,
  rejectedByRouting: false,
  ...more,
});

const stored = new Map([
  ['stored', 'ACTIVE'],
  ['refused', 'INVALID'],
]);

describe('a pass sorts what it read', () => {
  test.for([
    ['new: fresh', [proposal('a')], ['a'], []],
    ['too short', [proposal('a', { dropped: 'TOO_SHORT' })], [], ['a TOO_SHORT']],
    [
      'too short and known: no sighting of it',
      [proposal('stored', { dropped: 'TOO_SHORT' })],
      [],
      ['stored TOO_SHORT'],
    ],
    [
      'below the threshold: the last of what is listed',
      [proposal('low', { dropped: 'BELOW_THRESHOLD' }), proposal('stored')],
      [],
      ['stored KNOWN', 'low BELOW_THRESHOLD'],
    ],
    ['rejected by a guardrail', [proposal('a', { rejectedByRouting: true })], [], ['a REJECTED_BY_ROUTING']],
    ['known already', [proposal('stored')], [], ['stored KNOWN']],
    ['known, and a person said no', [proposal('refused')], [], ['refused KNOWN']],
    ['twice in one pass: the first is fresh', [proposal('a'), proposal('a')], ['a'], ['a DUPLICATE']],
    [
      'a rejected reading does not shadow a sound one',
      [proposal('a', { rejectedByRouting: true }), proposal('a')],
      ['a'],
      ['a REJECTED_BY_ROUTING'],
    ],
  ] as const)('%s', ([, proposals, fresh, dropped]) => {
    const sorted = sortProposals(proposals, stored);
    expect(sorted.fresh.map(({ identity }) => identity)).toEqual(fresh);
    expect(sorted.dropped.map(({ proposal: { identity }, reason }) => `${identity} ${reason}`)).toEqual(
      dropped,
    );
  });

  test('sightings are what is known, and what repeats a fresh one', () => {
    const sorted = sortProposals(
      [proposal('stored'), proposal('a'), proposal('a'), proposal('refused')],
      stored,
    );
    expect(sorted.known.map(({ proposal: { identity } }) => identity)).toEqual(['stored', 'refused']);
    expect(sorted.repeats.map(({ identity }) => identity)).toEqual(['a']);
  });

  test.for([
    ['the likelier kind is proposed', 0.4, 0.7, 'REQUIREMENT', 'DECISION'],
    ['of equals the first', 0.7, 0.7, 'DECISION', 'REQUIREMENT'],
  ] as const)(
    'the same words read as two kinds are one statement: %s',
    ([, first, second, fresh, repeat]) => {
      const sorted = sortProposals(
        [
          proposal('a', { kind: 'DECISION', reviewScore: first }),
          proposal('a', { kind: 'REQUIREMENT', reviewScore: second }),
        ],
        new Map(),
      );
      expect(sorted.fresh.map(({ kind }) => kind)).toEqual([fresh]);
      expect(sorted.dropped.map(({ proposal: { kind }, reason }) => `${kind} ${reason}`)).toEqual([
        `${repeat} DUPLICATE`,
      ]);
    },
  );
});
