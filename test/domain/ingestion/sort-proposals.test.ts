import { describe, expect, test } from 'vitest';
import { sortProposals } from '#domain/ingestion/sort-proposals.ts';

const proposal = (identity: string, more: { tooShort?: boolean; rejectedByRouting?: boolean } = {}) => ({
  identity,
  tooShort: false,
  rejectedByRouting: false,
  ...more,
});

const held = new Map([
  ['held', { rejected: false }],
  ['refused', { rejected: true }],
]);

describe('a pass sorts what it read', () => {
  test.for([
    ['new: fresh', [proposal('a')], ['a'], []],
    ['too short', [proposal('a', { tooShort: true })], [], ['a TOO_SHORT']],
    ['too short and held: no sighting of it', [proposal('held', { tooShort: true })], [], ['held TOO_SHORT']],
    ['rejected by a guardrail', [proposal('a', { rejectedByRouting: true })], [], ['a REJECTED_BY_ROUTING']],
    ['held already', [proposal('held')], [], ['held DUPLICATE']],
    ['held, and a person said no', [proposal('refused')], [], ['refused PREVIOUSLY_REJECTED']],
    ['twice in one pass: the first is fresh', [proposal('a'), proposal('a')], ['a'], ['a DUPLICATE']],
    [
      'a rejected reading does not shadow a sound one',
      [proposal('a', { rejectedByRouting: true }), proposal('a')],
      ['a'],
      ['a REJECTED_BY_ROUTING'],
    ],
  ] as const)('%s', ([, proposals, fresh, dropped]) => {
    const sorted = sortProposals(proposals, held);
    expect(sorted.fresh.map(({ identity }) => identity)).toEqual(fresh);
    expect(sorted.dropped.map(({ proposal: { identity }, reason }) => `${identity} ${reason}`)).toEqual(
      dropped,
    );
  });

  test('sightings are what is held, and what repeats a fresh one', () => {
    const sorted = sortProposals([proposal('held'), proposal('a'), proposal('a'), proposal('refused')], held);
    expect(sorted.known.map(({ proposal: { identity } }) => identity)).toEqual(['held', 'refused']);
    expect(sorted.repeats.map(({ identity }) => identity)).toEqual(['a']);
  });
});
