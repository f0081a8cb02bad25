import { describe, expect, test } from 'vitest';
import {
  decideSourceChecks,
  type SourceChange,
  type SourcedItem,
  type StandingStatement,
} from '#domain/sources/source-checks.ts';
import { isDrift, sourceStates } from '#domain/sources/source-states.ts';

const gauges = 'The gauges of the north field are read at noon by the crew on duty.';
const reworded = 'The gauges of the north field are read at dusk by the crew on duty.';

/** A statement of a file under a heading; equal words have equal fingerprints. */
const said = (words: string, more: Partial<StandingStatement> = {}): StandingStatement => ({
  source: 'field gauges.md public',
  typeKey: 'REQUIREMENT',
  fingerprint: words,
  words,
  headingPath: ['Field', 'Gauges'],
  ...more,
});

/** An item that came from the first version of its file. */
const item = (words: string, more: Partial<SourcedItem> = {}): SourcedItem => ({
  ...said(words),
  id: 'mem_a',
  version: 'first',
  ...more,
});

const changed: readonly SourceChange[] = [{ source: 'field gauges.md public', isWithdrawn: false }];
const withdrawn: readonly SourceChange[] = [{ source: 'field gauges.md public', isWithdrawn: true }];

const stateOf = (standing: readonly StandingStatement[], of = item(gauges), changes = changed) =>
  decideSourceChecks([of], changes, standing).map(({ state }) => state);

describe('an item whose source has changed', () => {
  test.for<[string, readonly StandingStatement[], string]>([
    ['is unchanged where the same words stand in the same place', [said(gauges)], 'UNCHANGED'],
    ['has moved where they stand under another heading', [said(gauges, { headingPath: ['Dials'] })], 'MOVED'],
    ['has moved where they stand in another file', [said(gauges, { source: 'field dials.md' })], 'MOVED'],
    [
      'is unchanged where a heading above its own was renamed',
      [said(gauges, { headingPath: ['Gauges'] })],
      'UNCHANGED',
    ],
    ['is unchanged beside a copy elsewhere', [said(gauges, { headingPath: [] }), said(gauges)], 'UNCHANGED'],
    ['is reworded where like words stand in its place', [said(reworded)], 'REWORDED'],
    ['is gone where like words are of another type', [said(reworded, { typeKey: 'DECISION' })], 'GONE'],
    ['is gone where the same words are of another type', [said(gauges, { typeKey: 'DECISION' })], 'GONE'],
    ['is gone where like words stand elsewhere', [said(reworded, { headingPath: ['Dials'] })], 'GONE'],
    ['is gone where its place says something else', [said('Visitors sign at the gate.')], 'GONE'],
    ['is gone where nothing stands', [], 'GONE'],
  ])('%s', ([, standing, state]) => {
    expect(stateOf(standing)).toEqual([state]);
  });

  test('stands under the nearest heading that is not the statement itself', () => {
    const own = item(gauges, { headingPath: ['Gauges', gauges] });
    expect(stateOf([said(gauges)], own)).toEqual(['UNCHANGED']);
    expect(stateOf([said(gauges, { headingPath: [gauges] })], own)).toEqual(['MOVED']);
    expect(stateOf([said(gauges, { headingPath: [] })], item(gauges, { headingPath: [gauges] }))).toEqual([
      'UNCHANGED',
    ]);
  });

  test('is withdrawn with its file, whose words no longer count, and only with it', () => {
    expect(stateOf([said(gauges)], item(gauges), withdrawn)).toEqual(['WITHDRAWN']);
    expect(stateOf([said(reworded)], item(gauges), withdrawn)).toEqual(['WITHDRAWN']);
    const elsewhere = said(gauges, { source: 'field dials.md public' });
    expect(stateOf([elsewhere], item(gauges), withdrawn)).toEqual(['MOVED']);
    expect(stateOf([], item(gauges, { source: 'field dials.md public' }), withdrawn)).toEqual(['GONE']);
  });

  test('is answered with what was found, and how alike it is', () => {
    const [same] = decideSourceChecks([item(gauges)], changed, [said(gauges)]);
    expect(same).toEqual({ itemId: 'mem_a', state: 'UNCHANGED', found: said(gauges), similarity: 1 });
    const [other] = decideSourceChecks([item(gauges)], changed, [said(gauges, { headingPath: [] })]);
    expect(other).toEqual({
      itemId: 'mem_a',
      state: 'MOVED',
      found: said(gauges, { headingPath: [] }),
      similarity: 1,
    });
    const [new_] = decideSourceChecks([item(gauges)], changed, [said(reworded)]);
    expect(new_).toMatchObject({ itemId: 'mem_a', found: said(reworded) });
    expect(new_?.similarity).toBeGreaterThan(0.7);
    expect(new_?.similarity).toBeLessThan(1);
    const [gone] = decideSourceChecks([item(gauges)], changed, []);
    expect(gone).toEqual({ itemId: 'mem_a', state: 'GONE', found: null, similarity: null });
  });
});

describe('several items of one file', () => {
  const dusk = 'The gauges of the north field are read at dusk by all.';
  const states = (items: readonly SourcedItem[], standing: readonly StandingStatement[]) =>
    decideSourceChecks(items, changed, standing).map(({ itemId, state, found }) => [
      itemId,
      state,
      found?.words ?? null,
    ]);

  test('of one version share no rewording: it goes to the one that it is most like', () => {
    const far = item(dusk, { id: 'mem_far' });
    const near = item(gauges, { id: 'mem_near' });
    const expected = [
      ['mem_far', 'GONE', null],
      ['mem_near', 'REWORDED', reworded],
    ];
    expect(states([far, near], [said(reworded)])).toEqual(expected);
    expect(states([near, far], [said(reworded)])).toEqual([...expected].reverse());
  });

  test('of equal likeness leave it to the first id, whatever their order', () => {
    const [a, b] = [item(gauges, { id: 'mem_a' }), item(gauges, { id: 'mem_b' })];
    const taker = (items: readonly SourcedItem[]) =>
      states(items, [said(reworded)]).find(([, state]) => state === 'REWORDED')?.[0];
    expect(taker([a, b])).toBe('mem_a');
    expect(taker([b, a])).toBe('mem_a');
  });

  test('of two versions have the same rewording', () => {
    const items = [item(gauges, { id: 'mem_a' }), item(gauges, { id: 'mem_b', version: 'second' })];
    expect(states(items, [said(reworded)])).toEqual([
      ['mem_a', 'REWORDED', reworded],
      ['mem_b', 'REWORDED', reworded],
    ]);
  });

  test('have two rewordings between them, each its own', () => {
    const [a, b] = [item(gauges, { id: 'mem_a' }), item(dusk, { id: 'mem_b' })];
    const later = 'The gauges of the north field are read at dawn by all.';
    expect(states([a, b], [said(later), said(reworded)])).toEqual([
      ['mem_a', 'REWORDED', reworded],
      ['mem_b', 'REWORDED', later],
    ]);
  });

  test('are not reworded by a statement that their own version already had', () => {
    const [gone, kept] = [item(gauges, { id: 'mem_gone' }), item(reworded, { id: 'mem_kept' })];
    expect(states([gone, kept], [said(reworded)])).toEqual([
      ['mem_gone', 'GONE', null],
      ['mem_kept', 'UNCHANGED', reworded],
    ]);
    expect(states([gone, { ...kept, version: 'second' }], [said(reworded)])).toEqual([
      ['mem_gone', 'REWORDED', reworded],
      ['mem_kept', 'UNCHANGED', reworded],
    ]);
  });
});

test('a source drifts in every state but the one that was never checked and the unchanged one', () => {
  expect(sourceStates.filter(isDrift)).toEqual(['MOVED', 'REWORDED', 'GONE', 'WITHDRAWN']);
});
