import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Role, roles, type Viewer } from '#domain/privacy/viewer.ts';
import {
  type DocumentVisibilityFacts,
  excludesPersonal,
  type InteractionVisibilityFacts,
  type ItemVisibilityFacts,
  isDocumentVisible,
  isInteractionVisible,
  isVisible,
  visibleSubset,
} from '#domain/privacy/visibility.ts';
import { type ItemStatus, itemStatuses } from '#domain/review/states.ts';

const viewer = (role: Role, given: Partial<Viewer> = {}): Viewer => ({
  tenant: 'acme',
  user: role,
  roles: [role],
  groups: [],
  ...given,
});
const ann = viewer('contributor', { user: 'ann' });
const item = (facts: Partial<ItemVisibilityFacts> = {}): ItemVisibilityFacts => ({
  tenant: 'acme',
  status: 'ACTIVE',
  isPersonal: false,
  audience: [],
  contributor: 'ann',
  quarantined: false,
  sensitivityLabels: [],
  labelPolicy: null,
  ...facts,
});

describe('a tenant is a hard boundary', () => {
  const foreign = { tenant: 'other' };
  test.for(roles)('%s of another tenant sees nothing, be it of the same name', (role) => {
    const stranger = viewer(role, { user: 'ann' });
    expect(isVisible(stranger, item(foreign))).toBe(false);
    expect(isDocumentVisible(stranger, item(foreign))).toBe(false);
    expect(isInteractionVisible(stranger, item(foreign))).toBe(false);
  });
});

describe('what was promoted is for all; what waits or was rejected is for review and its contributor', () => {
  const inReview: readonly ItemStatus[] = ['CANDIDATE', 'INVALID', 'ERASED'];
  const verdicts: readonly [Role, boolean][] = [
    ['reader', false],
    ['contributor', false],
    ['curator', false],
    ['service', false],
    ['reviewer', true],
    ['auditor', true],
    ['admin', true],
  ];
  const rows = itemStatuses.flatMap((status) =>
    verdicts.map(([role, seesReview]) => ({
      status,
      role,
      verdict: seesReview || !inReview.includes(status),
    })),
  );
  test.for(rows)('$role sees $status: $verdict', ({ role, status, verdict }) => {
    expect(isVisible(viewer(role), item({ status }))).toBe(verdict);
  });
  test.for(itemStatuses)('its contributor sees %s', (status) => {
    expect(isVisible(ann, item({ status }))).toBe(true);
  });
  test('a status that nobody knows is hidden, even from an admin', () => {
    expect(isVisible(viewer('admin'), item({ status: 'FORGOTTEN' as ItemStatus }))).toBe(false);
  });
});

describe('what is personal is for its contributor and admins', () => {
  test.for([
    ['its contributor', ann, true],
    ['admin', viewer('admin'), true],
    ['reviewer', viewer('reviewer'), false],
    ['auditor', viewer('auditor'), false],
    ['curator', viewer('curator'), false],
    ['service', viewer('service'), false],
    ['a member of its audience', viewer('reader', { groups: ['board'] }), false],
  ] as const)('%s: %s', ([, actor, verdict]) => {
    expect(isVisible(actor, item({ isPersonal: true, audience: ['board'] }))).toBe(verdict);
  });
});

describe('an audience is for its members, its contributor and admins', () => {
  test.for([
    ['nobody in particular', viewer('reader'), [], true],
    ['a member', viewer('reader', { groups: ['staff', 'board'] }), ['board', 'legal'], true],
    ['a member of another group', viewer('reader', { groups: ['staff'] }), ['board'], false],
    ['a member of a group of a longer name', viewer('reader', { groups: ['boards'] }), ['board'], false],
    ['no member, a reviewer', viewer('reviewer'), ['board'], false],
    ['no member, an auditor', viewer('auditor'), ['board'], false],
    ['no member, its contributor', ann, ['board'], true],
    ['no member, an admin', viewer('admin'), ['board'], true],
  ] as const)('%s', ([, actor, audience, verdict]) => {
    expect(isVisible(actor, item({ audience }))).toBe(verdict);
    expect(isDocumentVisible(actor, item({ audience }))).toBe(verdict);
  });
});

describe('an interaction is read by who recorded it, reviewers, auditors and admins, within its marks', () => {
  const board = ['board'];
  type Row = [Role | 'recorder', plain: boolean, personal: boolean, board: boolean, boardMember: boolean];
  test.for<Row>([
    ['recorder', true, true, true, true],
    ['admin', true, true, true, true],
    ['reviewer', true, false, false, true],
    ['auditor', true, false, false, true],
    ['reader', false, false, false, false],
    ['contributor', false, false, false, false],
    ['curator', false, false, false, false],
    ['service', false, false, false, false],
  ])('%s: plain %s, personal %s, for the board %s, and as a member %s', ([role, ...verdicts]) => {
    const actor = role === 'recorder' ? ann : viewer(role);
    expect([
      isInteractionVisible(actor, item()),
      isInteractionVisible(actor, item({ isPersonal: true })),
      isInteractionVisible(actor, item({ audience: board })),
      isInteractionVisible({ ...actor, groups: board }, item({ audience: board })),
    ]).toEqual(verdicts);
  });
});

test('of a set, the visible subset comes out in its order', () => {
  const items = [
    { id: 1, ...item({ status: 'CANDIDATE' }) },
    { id: 2, ...item() },
    { id: 3, ...item({ tenant: 'other' }) },
    { id: 4, ...item({ isPersonal: true }) },
    { id: 5, ...item({ status: 'SUPERSEDED' }) },
  ];
  expect(visibleSubset(viewer('reader'), items).map(({ id }) => id)).toEqual([2, 5]);
  expect(visibleSubset(ann, items).map(({ id }) => id)).toEqual([1, 2, 4, 5]);
});

test.for([
  ['admin', false, false],
  ['admin', true, true],
  ['admin', null, true],
  ['reviewer', false, true],
  ['auditor', false, true],
  ['reader', null, true],
] as const)(
  'asked by %s with excludePersonal %s, a list leaves personal items out: %s',
  ([role, requested, verdict]) => {
    expect(excludesPersonal(viewer(role), requested)).toBe(verdict);
  },
);

describe('for all viewers and things', () => {
  const groups = fc.uniqueArray(fc.constantFrom('board', 'legal', 'staff'));
  const anyViewer: fc.Arbitrary<Viewer> = fc.record({
    tenant: fc.constantFrom('acme', 'other'),
    user: fc.constantFrom('ann', 'bob', 'cy'),
    roles: fc.uniqueArray(fc.constantFrom(...roles)),
    groups,
  });
  const anyItem: fc.Arbitrary<ItemVisibilityFacts> = fc.record({
    tenant: fc.constantFrom('acme', 'other'),
    status: fc.constantFrom(...itemStatuses),
    isPersonal: fc.boolean(),
    audience: groups,
    contributor: fc.constantFrom('ann', 'bob', 'cy'),
    quarantined: fc.boolean(),
    sensitivityLabels: fc.constant(['pii.email']),
    labelPolicy: fc.constant(null),
  });
  const visibilityRules: readonly ((actor: Viewer, facts: ItemVisibilityFacts) => boolean)[] = [
    isVisible,
    isDocumentVisible,
    isInteractionVisible,
  ];

  test('one more role or group never hides', () => {
    fc.assert(
      fc.property(anyViewer, anyItem, fc.constantFrom(...roles), groups, (actor, facts, role, more) => {
        const wider = { ...actor, roles: [...actor.roles, role], groups: [...actor.groups, ...more] };
        for (const sees of visibilityRules) if (sees(actor, facts)) expect(sees(wider, facts)).toBe(true);
      }),
    );
  });

  test('in their tenant, admins see everything and a contributor sees what is theirs', () => {
    fc.assert(
      fc.property(anyViewer, anyItem, (actor, facts) => {
        const home = { ...actor, tenant: facts.tenant };
        for (const sees of visibilityRules) {
          expect(sees({ ...home, roles: ['admin'] }, facts)).toBe(true);
          expect(sees({ ...home, user: facts.contributor }, { ...facts, quarantined: false })).toBe(true);
        }
      }),
    );
  });

  test('visibility never widens on the way up: what its source hides by a mark, an item with that mark hides', () => {
    fc.assert(
      fc.property(anyViewer, anyItem, (actor, facts) => {
        const document: DocumentVisibilityFacts = facts;
        if (!isDocumentVisible(actor, document)) expect(isVisible(actor, facts)).toBe(false);
      }),
    );
  });

  test('a whole interaction is open to nobody from whom an active item with its marks is hidden', () => {
    fc.assert(
      fc.property(anyViewer, anyItem, (actor, facts) => {
        const interaction: InteractionVisibilityFacts = facts;
        if (isInteractionVisible(actor, interaction))
          expect(isVisible(actor, { ...facts, quarantined: false })).toBe(true);
      }),
    );
  });
});
