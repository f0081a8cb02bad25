import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderedPair, resolutionActions } from '#domain/contradictions/contradictions.ts';
import { mergedLabels, mergedVisibility } from '#domain/contradictions/merged-visibility.ts';
import {
  type ContradictionFacts,
  decideReopening,
  decideResolution,
  type ResolutionViolation,
  resolutionMessage,
  type Side,
} from '#domain/contradictions/resolution.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { isVisible } from '#domain/privacy/visibility.ts';
import { type ItemStatus, itemStatuses } from '#domain/review/states.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

const side = (id: string, more: Partial<Side> = {}): Side => ({
  id,
  status: 'ACTIVE',
  supersededById: null,
  handAuthored: false,
  isPersonal: false,
  contributor: 'carol',
  audience: [],
  ...more,
});
const facts = (more: Partial<ContradictionFacts> = {}): ContradictionFacts => ({
  status: 'OPEN',
  revision: 1,
  older: side('a'),
  newer: side('b'),
  ...more,
});
const asked = { expectedRevision: null, saysMore: false, fourEyes: 'on' } as const;
const codeOf = (decision: { readonly outcome: string; readonly violation?: { readonly code: string } }) =>
  decision.violation?.code ?? decision.outcome;

describe('the sides of an open contradiction', () => {
  test.for(
    itemStatuses.flatMap((status) => {
      const out = ['INVALID', 'SUPERSEDED', 'RETIRED', 'ERASED'].includes(status);
      return [
        ['A', status, 'KEPT_A', out ? 'A does not stand' : 'b'],
        ['A', status, 'KEPT_B', out ? '' : 'a'],
        ['A', status, 'MERGE', out ? 'A does not stand' : 'a b'],
        ['A', status, 'BOTH_VALID', ''],
        ['B', status, 'KEPT_A', out ? '' : 'b'],
        ['B', status, 'KEPT_B', out ? 'B does not stand' : 'a'],
        ['B', status, 'MERGE', out ? 'B does not stand' : 'a b'],
        ['B', status, 'BOTH_VALID', ''],
      ] as const;
    }),
  )('%s is %s, %s: %s', ([which, status, action, verdict]) => {
    const sides = which === 'A' ? { older: side('a', { status }) } : { newer: side('b', { status }) };
    const decision = decideResolution(facts(sides), { ...asked, action });
    if (decision.outcome === 'refused')
      expect([decision.violation, verdict]).toEqual([
        { code: 'contradiction.side_not_standing', side: which, status },
        `${which} does not stand`,
      ]);
    else
      expect(decision.outcome === 'applied' && decision.losers.map(({ id }) => id).join(' ')).toBe(verdict);
  });

  test.for([
    ['KEPT_A', 'applied'],
    ['KEPT_B', 'applied'],
    ['BOTH_VALID', 'applied'],
    ['MERGE', 'contradiction.no_shared_audience'],
  ] as const)('of two groups, %s: %s', ([action, verdict]) => {
    const sides = facts({
      older: side('a', { audience: ['board'] }),
      newer: side('b', { audience: ['crew'] }),
    });
    expect(codeOf(decideResolution(sides, { ...asked, action }))).toBe(verdict);
  });

  test('both stay where both hold, and none is promoted', () => {
    const candidate = facts({ newer: side('b', { status: 'CANDIDATE' }) });
    expect(decideResolution(candidate, { ...asked, action: 'BOTH_VALID' })).toEqual({
      outcome: 'applied',
      losers: [],
      winner: null,
      promotesWinner: false,
      merged: null,
    });
  });

  test.for(resolutionActions)('%s: the revision first, then whether it is open', (action) => {
    const resolved = facts({ status: 'RESOLVED', revision: 2 });
    expect(codeOf(decideResolution(resolved, { ...asked, action, expectedRevision: 1 }))).toBe(
      'conflict.stale_revision',
    );
    expect(codeOf(decideResolution(resolved, { ...asked, action, expectedRevision: 2 }))).toBe(
      'conflict.already_resolved',
    );
  });
});

describe('a merge in words that say more than both sides is only proposed', () => {
  test.for([
    ['words of both sides', false, 'on', {}, 'applied'],
    ['more than both', true, 'on', {}, 'proposed'],
    ['more than both, where four eyes are strict', true, 'strict', {}, 'proposed'],
    ['more than both, by a single user', true, 'off', {}, 'applied'],
    ['more than both, for one person alone', true, 'on', { isPersonal: true }, 'applied'],
  ] as const)('%s', ([, saysMore, fourEyes, both, outcome]) => {
    const sides = facts({ older: side('a', both), newer: side('b', both) });
    expect(decideResolution(sides, { ...asked, action: 'MERGE', saysMore, fourEyes }).outcome).toBe(outcome);
    expect(decideResolution(sides, { ...asked, action: 'BOTH_VALID', saysMore, fourEyes }).outcome).toBe(
      'applied',
    );
  });
});

describe('a candidate takes the place of what is believed by its promotion alone', () => {
  test.for<readonly [ItemStatus, ItemStatus, boolean]>([
    ['CANDIDATE', 'ACTIVE', true],
    ['CANDIDATE', 'GRADUATED', true],
    ['CANDIDATE', 'CANDIDATE', false],
    ['CANDIDATE', 'SUPERSEDED', false],
    ['ACTIVE', 'ACTIVE', false],
    ['ACTIVE', 'CANDIDATE', false],
  ])('the winner is %s, the loser %s: %s', ([winner, loser, promotesWinner]) => {
    const sides = facts({ older: side('a', { status: loser }), newer: side('b', { status: winner }) });
    expect(decideResolution(sides, { ...asked, action: 'KEPT_B' })).toMatchObject({ promotesWinner });
  });

  test.for<readonly [ItemStatus, string]>([
    ['ACTIVE', 'applied'],
    ['CANDIDATE', 'applied'],
    ['GRADUATED', 'contradiction.side_changed'],
    ['SUPERSEDED', 'contradiction.side_changed'],
  ])('undone while the promoted side is %s: %s', ([status, verdict]) => {
    const resolved = {
      ...facts({
        status: 'RESOLVED',
        older: side('a', { status: 'SUPERSEDED', supersededById: 'b' }),
        newer: side('b', { status }),
      }),
      loserIds: ['a'],
      successorId: 'b',
      promotedId: 'b',
    };
    expect(codeOf(decideReopening(resolved, { expectedRevision: null }))).toBe(verdict);
  });
});

describe('a resolution is undone from where it put the sides', () => {
  test.for<readonly [ItemStatus, string | null, string]>([
    ['SUPERSEDED', 'a', 'applied'],
    ['INVALID', 'a', 'applied'],
    ['CANDIDATE', null, 'contradiction.side_changed'],
    ['ACTIVE', null, 'contradiction.side_changed'],
    ['SUPERSEDED', 'c', 'contradiction.side_changed'],
    ['INVALID', null, 'contradiction.side_changed'],
  ])('the loser is %s, and %s has its place: %s', ([status, supersededById, verdict]) => {
    const resolved = {
      ...facts({ status: 'RESOLVED', newer: side('b', { status, supersededById }) }),
      loserIds: ['b'],
      successorId: 'a',
      promotedId: null,
    };
    expect(codeOf(decideReopening(resolved, { expectedRevision: null }))).toBe(verdict);
    expect(codeOf(decideReopening({ ...resolved, status: 'OPEN' }, { expectedRevision: null }))).toBe(
      'contradiction.not_resolved',
    );
  });

  test.for(['A', 'B'] as const)('the side that moved is named: %s', (which) => {
    const moved = side(which, { status: 'RETIRED', supersededById: 'c' });
    const resolved = {
      ...facts({ status: 'RESOLVED', ...(which === 'A' ? { older: moved } : { newer: moved }) }),
      loserIds: [which],
      successorId: 'c',
      promotedId: null,
    };
    expect(decideReopening(resolved, { expectedRevision: null })).toEqual({
      outcome: 'refused',
      violation: { code: 'contradiction.side_changed', side: which, status: 'RETIRED' },
    });
  });
});

describe('what is merged', () => {
  const groups = ['board', 'crew', 'a,b', ''] as const;
  const visibility = fc.record({
    isPersonal: fc.boolean(),
    contributor: fc.constantFrom<string>('carol', 'dave'),
    audience: fc.uniqueArray(fc.constantFrom<string>(...groups), { maxLength: 3 }),
  });
  const anyViewer: fc.Arbitrary<Viewer> = fc.record({
    tenant: fc.constant('acme'),
    user: fc.constantFrom('carol', 'dave', 'erin'),
    roles: fc.constantFrom<Viewer['roles'][]>(['reader'], ['reviewer'], ['admin']),
    groups: fc.uniqueArray(fc.constantFrom<string>(...groups), { maxLength: 3 }),
  });

  test('is shown to nobody who is not shown both of its sides', () => {
    fc.assert(
      fc.property(visibility, visibility, anyViewer, (a, b, viewer) => {
        const merged = mergedVisibility(a, b);
        if (merged === null) return;
        const { owner, audience } = merged;
        // The resolver sees both sides and is neither's contributor.
        const contributor = owner ?? 'the resolver';
        const sees = (item: typeof a) =>
          isVisible(viewer, {
            ...item,
            tenant: 'acme',
            status: 'ACTIVE',
            quarantined: false,
            sensitivityLabels: [],
            labelPolicy: null,
          });
        if (sees({ isPersonal: owner !== null, contributor, audience: [...audience] }))
          expect([sees(a), sees(b)]).toEqual([true, true]);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  test('is for the groups of both, in their order', () => {
    const of = (...audience: string[]) => side('a', { audience });
    expect(mergedVisibility(of(), of('crew', 'board'))).toEqual({ owner: null, audience: ['board', 'crew'] });
    expect(mergedVisibility(of('crew', 'board', 'c'), of('d', 'board', 'crew'))).toEqual({
      owner: null,
      audience: ['board', 'crew'],
    });
    const own = side('a', { isPersonal: true, audience: ['board'] });
    expect(mergedVisibility(own, of())).toEqual({ owner: 'carol', audience: [] });
  });

  test('is for somebody, and the same whichever side comes first', () => {
    fc.assert(
      fc.property(visibility, visibility, (a, b) => {
        const merged = mergedVisibility(a, b);
        expect(mergedVisibility(b, a)).toEqual(merged);
        expect(mergedVisibility(a, a)).not.toBeNull();
        if (merged?.owner === null && a.audience.length > 0 && !a.isPersonal)
          expect(merged.audience).not.toEqual([]);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  test('loses no sensitivity label', () => {
    const labels = fc.array(fc.constantFrom('pii.email', 'pii.phone', 'secret.token', 'internal'), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(labels, labels, (a, b) => {
        const merged = mergedLabels(a, b);
        expect(new Set(merged)).toEqual(new Set([...a, ...b]));
        expect(merged).toEqual([...new Set(merged)].sort());
      }),
    );
  });
});

test('a pair is one, whichever was judged', () => {
  expect(orderedPair('mem_2', 'mem_1')).toEqual(orderedPair('mem_1', 'mem_2'));
});

test.for<readonly [ResolutionViolation, string]>([
  [
    { code: 'conflict.stale_revision', expected: 1, actual: 2 },
    'at revision 2; the decision was taken on revision 1',
  ],
  [{ code: 'conflict.already_resolved' }, 'Somebody has resolved'],
  [{ code: 'contradiction.not_resolved' }, 'nothing to undo'],
  [{ code: 'contradiction.side_not_standing', side: 'A', status: 'INVALID' }, 'takes nobody'],
  [{ code: 'contradiction.no_shared_audience' }, 'no audience that they share'],
  [{ code: 'contradiction.side_changed', side: 'B', status: 'ACTIVE' }, 'cannot be put back'],
])('$0.code says what happened and what to do', ([violation, words]) => {
  const message = resolutionMessage(violation);
  expect(message).toMatch(/^[A-Z].+\.$/);
  expect(message).toContain(words);
  if ('side' in violation) expect(message).toContain(`Side ${violation.side} is ${violation.status}`);
});
