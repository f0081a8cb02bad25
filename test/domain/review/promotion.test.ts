import { describe, expect, test } from 'vitest';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import {
  decideEdit,
  decideGraduation,
  decideOwnership,
  decidePromotion,
  decideRejection,
  decideRestoring,
  decideReturn,
  decideReturnByHand,
  decideVerification,
} from '#domain/review/promotion.ts';
import type { DecisionInput, ItemFacts } from '#domain/review/types.ts';
import { itemFacts } from '#test/support/item-facts.ts';

const viewer = (user: string, ...roles: Role[]): Viewer => ({ tenant: 'acme', user, roles, groups: [] });
const bob = viewer('bob', 'reviewer');

const by = (actor: Viewer, decisionInput: Partial<DecisionInput> = {}): DecisionInput => ({
  actor,
  expectedRevision: null,
  takeOver: false,
  fourEyes: 'on',
  ...decisionInput,
});

const steps = { promote: decidePromotion, reject: decideRejection, return: decideReturn };
const verdictOf = (decision: ReturnType<typeof decideEdit>): string => {
  if (decision.outcome === 'refused') return decision.violation.code;
  return decision.outcome === 'applied' ? decision.to : decision.outcome;
};

describe('a step leads only where the transition table says', () => {
  test.for([
    ['promote', 'CANDIDATE', 'ACTIVE'],
    ['promote', 'ACTIVE', 'promotion.illegal_transition'],
    ['promote', 'INVALID', 'promotion.illegal_transition'],
    ['promote', 'SUPERSEDED', 'promotion.illegal_transition'],
    ['promote', 'GRADUATED', 'promotion.illegal_transition'],
    ['reject', 'CANDIDATE', 'INVALID'],
    ['reject', 'ACTIVE', 'promotion.illegal_transition'],
    ['reject', 'INVALID', 'promotion.illegal_transition'],
    ['reject', 'SUPERSEDED', 'promotion.illegal_transition'],
    ['reject', 'GRADUATED', 'promotion.illegal_transition'],
    ['return', 'CANDIDATE', 'promotion.illegal_transition'],
    ['return', 'ACTIVE', 'CANDIDATE'],
    ['return', 'INVALID', 'CANDIDATE'],
    ['return', 'SUPERSEDED', 'promotion.illegal_transition'],
    ['return', 'GRADUATED', 'promotion.illegal_transition'],
  ] as const)('%s from %s: %s', ([step, status, verdict]) => {
    expect(verdictOf(steps[step](itemFacts({ status }), by(bob)))).toBe(verdict);
  });

  test('the refusal names the step and both statuses', () => {
    expect(decidePromotion(itemFacts({ status: 'INVALID' }), by(bob))).toEqual({
      outcome: 'refused',
      violation: { code: 'promotion.illegal_transition', action: 'promote', from: 'INVALID', to: 'ACTIVE' },
    });
  });
});

describe('a candidate is not promoted by who wrote it by hand, or alone brought its source in', () => {
  test.for([
    ['its author', 'ann', true, 'on', 'promotion.reviewer_is_contributor'],
    ['its author, in another spelling', 'Ann\u200B', true, 'on', 'promotion.reviewer_is_contributor'],
    ['another reviewer', 'bob', true, 'on', 'ACTIVE'],
    ['who alone ingested its source', 'ann', false, 'on', 'promotion.reviewer_is_contributor'],
    ['its author, in a single-user installation', 'ann', true, 'off', 'ACTIVE'],
  ] as const)('promoted by %s', ([, user, handAuthored, fourEyes, verdict]) => {
    const facts = itemFacts({ contributor: 'ann', ingesters: ['ann'], handAuthored });
    expect(verdictOf(decidePromotion(facts, by(viewer(user, 'reviewer'), { fourEyes })))).toBe(verdict);
  });

  test('an admin is a person like any other', () => {
    const facts = itemFacts({ contributor: 'root', handAuthored: true });
    expect(verdictOf(decidePromotion(facts, by(viewer('root', 'admin'))))).toBe(
      'promotion.reviewer_is_contributor',
    );
  });

  test('its author may reject it, and may return it', () => {
    const ann = by(viewer('ann', 'reviewer'));
    const facts = itemFacts({ contributor: 'ann', handAuthored: true });
    expect(verdictOf(decideRejection(facts, ann))).toBe('INVALID');
    expect(verdictOf(decideReturn({ ...facts, status: 'ACTIVE' }, ann))).toBe('CANDIDATE');
  });
});

test('what others were superseded by is returned by a person only after them', () => {
  const facts = itemFacts({ status: 'ACTIVE' });
  expect(verdictOf(decideReturnByHand({ ...facts, holdsPlace: true }, by(bob)))).toBe('return.holds_place');
  expect(verdictOf(decideReturnByHand({ ...facts, holdsPlace: false }, by(bob)))).toBe('CANDIDATE');
  expect(verdictOf(decideReturn(facts, by(bob)))).toBe('CANDIDATE');
});

const edit = {
  saysMore: false,
  repeatsVisibleItem: false,
  present: { content: 'old', summary: null },
  proposed: { content: 'new' },
};

describe('a decision is taken on the revision that the actor looked at', () => {
  test.for([
    [null, 'ACTIVE'],
    [3, 'ACTIVE'],
    [2, 'conflict.stale_revision'],
    [4, 'conflict.stale_revision'],
    [0, 'conflict.stale_revision'],
  ] as const)('expecting %s of an item at revision 3: %s', ([expectedRevision, verdict]) => {
    expect(verdictOf(decidePromotion(itemFacts({ revision: 3 }), by(bob, { expectedRevision })))).toBe(
      verdict,
    );
  });

  test('the revision is asked before any rule, in every decision', () => {
    const facts = itemFacts({ status: 'GRADUATED', frozen: true });
    const stale = by(bob, { expectedRevision: 1 });
    const violation = { code: 'conflict.stale_revision', expected: 1, actual: 3 };
    for (const decision of [
      decidePromotion(facts, stale),
      decideRejection(facts, stale),
      decideReturn(facts, stale),
      decideEdit(facts, edit, stale),
    ])
      expect(decision).toEqual({ outcome: 'refused', violation });
  });
});

describe('words that say more than the source belong to who wrote them', () => {
  const reworded = itemFacts({ rewordedBy: ['Bob'], saysMoreThanSource: true });
  test.for([
    ['their author', reworded, 'bob', 'on', 'ACTIVE', true],
    [
      'their author, where four eyes are strict',
      reworded,
      'bob',
      'strict',
      'promotion.reviewer_is_contributor',
      null,
    ],
    ['their author, as a single user', reworded, 'bob', 'off', 'ACTIVE', false],
    ['another reviewer', reworded, 'cy', 'strict', 'ACTIVE', false],
    [
      'the author of tidied words',
      { ...reworded, saysMoreThanSource: false },
      'bob',
      'strict',
      'ACTIVE',
      false,
    ],
  ] as const)('promoted by %s', ([, facts, user, fourEyes, verdict, inOwnWords]) => {
    const expectedRevision = facts.revision;
    const decision = decidePromotion(facts, by(viewer(user, 'reviewer'), { fourEyes, expectedRevision }));
    expect(verdictOf(decision)).toBe(verdict);
    expect(decision.outcome === 'applied' ? decision.inOwnWords : null).toBe(inOwnWords);
  });

  test.for([
    ['bob', 'verification.own_wording'],
    ['BOB', 'verification.own_wording'],
    ['cy', 'applied'],
  ] as const)('verified by %s: %s', ([user, verdict]) => {
    const decision = decideVerification(
      itemFacts({ status: 'ACTIVE', wordingBy: 'bob' }),
      by(viewer(user, 'reviewer')),
    );
    expect(decision.outcome === 'refused' ? decision.violation.code : decision.outcome).toBe(verdict);
  });

  const dora = { kind: 'USER', name: 'dora' } as const;
  test.for([
    ['its owner', { owner: dora }, 'applied'],
    ['a member of the group that looks after it', { owner: { kind: 'GROUP', name: 'board' } }, 'applied'],
    ['somebody of the name of that group', { owner: { kind: 'GROUP', name: 'dora' } }, 'forbidden'],
    ["a member of a group of its owner's name", { owner: { kind: 'USER', name: 'board' } }, 'forbidden'],
    ['somebody else', { owner: { kind: 'USER', name: 'Dora' } }, 'forbidden'],
    ['its owner, of words of a reviewer', { owner: dora, wordingBy: 'bob' }, 'verification.needs_reviewer'],
    [
      'its owner, of a rejected extraction',
      { owner: dora, routingStatus: 'REJECTED' },
      'verification.needs_reviewer',
    ],
    ['somebody else, of a former revision', { revision: 2 }, 'forbidden'],
  ] as const)('without the role reviewer it is verified by %s: %s', ([, facts, verdict]) => {
    const decision = decideVerification(
      itemFacts({ status: 'ACTIVE', ...facts }),
      by(
        { ...viewer('dora', 'reader'), groups: ['board'] },
        { expectedRevision: 'revision' in facts ? 1 : null },
      ),
    );
    expect(decision.outcome === 'refused' ? decision.violation.code : decision.outcome).toBe(verdict);
  });

  test.for([
    ['a candidate', { status: 'CANDIDATE' }, true, 'on', 'applied'],
    ['a believed item', { status: 'ACTIVE' }, true, 'on', 'proposed'],
    ['a believed item within its source', { status: 'ACTIVE' }, false, 'on', 'applied'],
    ['a believed item for one person alone', { status: 'ACTIVE', isPersonal: true }, true, 'on', 'proposed'],
    ['a believed item, as a single user', { status: 'ACTIVE' }, true, 'off', 'applied'],
  ] as const)('an edit of %s that says more: %#', ([, facts, saysMore, fourEyes, outcome]) => {
    expect(decideEdit(itemFacts(facts), { ...edit, saysMore }, by(bob, { fourEyes })).outcome).toBe(outcome);
  });
});

test.for([
  ['as it was proposed', [], null, 'ACTIVE'],
  ['in words of the reviewer', ['Bob'], null, 'ACTIVE'],
  ['in words of its contributor, of which no revision is named', ['ann'], null, 'promotion.reworded'],
  ['in words of two people, of which no revision is named', ['bob', 'cy'], null, 'promotion.reworded'],
  ['in words of its contributor, in the revision that was read', ['ann'], 3, 'ACTIVE'],
  ['in words of its contributor, in another revision', ['ann'], 2, 'conflict.stale_revision'],
  ['in words that it was proposed in', ['ann'], null, 'ACTIVE', 1],
] as const)('a candidate %s is promoted: %s', ([, rewordedBy, expectedRevision, verdict, revision = 3]) => {
  const facts = itemFacts({ revision, rewordedBy });
  expect(verdictOf(decidePromotion(facts, by(bob, { expectedRevision })))).toBe(verdict);
});

test('a candidate in the place of others is promoted while they stand', () => {
  expect(verdictOf(decidePromotion(itemFacts({ succeeds: 'standing' }), by(bob)))).toBe('ACTIVE');
  expect(verdictOf(decidePromotion(itemFacts({ succeeds: 'moved' }), by(bob)))).toBe(
    'promotion.succeeded_moved',
  );
});

test.for([
  ['return', 'ACTIVE', 'promotion.frozen'],
  ['promote', 'CANDIDATE', 'promotion.frozen'],
  ['reject', 'CANDIDATE', 'promotion.frozen'],
  ['promote', 'ACTIVE', 'promotion.illegal_transition'],
] as const)('while a graduation is proposed, %s from %s: %s', ([step, status, verdict]) => {
  expect(verdictOf(steps[step](itemFacts({ status, frozen: true }), by(bob)))).toBe(verdict);
});

describe('a reviewer edits what is proposed or believed; its contributor, while it is a candidate', () => {
  test.for([
    ['a reviewer', bob, 'CANDIDATE', 'CANDIDATE'],
    ['a reviewer', bob, 'ACTIVE', 'ACTIVE'],
    ['a reviewer', bob, 'INVALID', 'edit.not_editable'],
    ['a reviewer', bob, 'SUPERSEDED', 'edit.not_editable'],
    ['a reviewer', bob, 'GRADUATED', 'edit.not_editable'],
    ['an admin', viewer('root', 'admin'), 'ACTIVE', 'ACTIVE'],
    ['its contributor', viewer('ann', 'contributor'), 'CANDIDATE', 'CANDIDATE'],
    ['its contributor', viewer('ann', 'contributor'), 'ACTIVE', 'forbidden'],
    ['its contributor', viewer('ann', 'contributor'), 'INVALID', 'forbidden'],
    ['another contributor', viewer('cy', 'contributor'), 'CANDIDATE', 'forbidden'],
    ['an auditor', viewer('al', 'auditor'), 'CANDIDATE', 'forbidden'],
  ] as const)('%s (%o) edits a %s: %s', ([, actor, status, verdict]) => {
    expect(verdictOf(decideEdit(itemFacts({ status }), edit, by(actor)))).toBe(verdict);
  });

  test('a frozen memory is not edited', () => {
    expect(verdictOf(decideEdit(itemFacts({ status: 'ACTIVE', frozen: true }), edit, by(bob)))).toBe(
      'promotion.frozen',
    );
  });

  test('words that another visible item has are not written again, also as a proposal', () => {
    for (const [status, saysMore] of [
      ['CANDIDATE', false],
      ['ACTIVE', true],
    ] as const)
      expect(
        verdictOf(
          decideEdit(itemFacts({ status }), { ...edit, saysMore, repeatsVisibleItem: true }, by(bob)),
        ),
      ).toBe('memory.duplicate');
  });

  test('a missing right to edit is reported before the revision is looked at', () => {
    const stale = by(viewer('cy', 'contributor'), { expectedRevision: 1 });
    expect(verdictOf(decideEdit(itemFacts(), edit, stale))).toBe('forbidden');
  });
});

describe('an edit that repeats what stands changes nothing', () => {
  const present = { content: 'old', summary: null };
  test.for([
    ['nothing proposed', {}, 'unchanged'],
    ['the same content', { content: 'old' }, 'unchanged'],
    ['the same content and the same absent summary', { content: 'old', summary: null }, 'unchanged'],
    ['other content', { content: 'new' }, 'CANDIDATE'],
    ['the same content and a new summary', { content: 'old', summary: 'short' }, 'CANDIDATE'],
    ['a difference of one space', { content: 'old ' }, 'CANDIDATE'],
    ['a field that was not there', { quote: 'x' }, 'CANDIDATE'],
    ['an absent field left absent', { quote: null }, 'unchanged'],
  ] as const)('%s: %s', ([, proposed, verdict]) => {
    expect(
      verdictOf(
        decideEdit(itemFacts(), { present, proposed, saysMore: false, repeatsVisibleItem: false }, by(bob)),
      ),
    ).toBe(verdict);
  });

  test('a rule refuses first', () => {
    const same = { saysMore: false, repeatsVisibleItem: false, present, proposed: { content: 'old' } };
    expect(verdictOf(decideEdit(itemFacts({ status: 'INVALID' }), same, by(bob)))).toBe('edit.not_editable');
  });
});

describe('what another has claimed is decided by them, unless it is taken over', () => {
  const claimedBy = 'ben';
  test.for([
    ['who looks after it', decideOwnership, itemFacts({ claimedBy })],
    ['a graduation', decideGraduation, itemFacts({ status: 'ACTIVE', claimedBy })],
    ['restoring', decideRestoring, itemFacts({ status: 'RETIRED', claimedBy })],
    [
      'a return',
      (facts: ItemFacts, input: DecisionInput) => decideReturnByHand({ ...facts, holdsPlace: false }, input),
      itemFacts({ status: 'ACTIVE', claimedBy }),
    ],
  ] as const)('%s', ([, decide, facts]) => {
    expect(decide(facts, by(bob))).toEqual({
      outcome: 'refused',
      violation: { code: 'inbox.claimed', by: claimedBy },
    });
    expect(decide(facts, by(bob, { takeOver: true })).outcome).toBe('applied');
  });
});
