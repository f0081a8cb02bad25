import { describe, expect, test } from 'vitest';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import {
  decideEdit,
  decidePromotion,
  decideRejection,
  decideReturn,
  decideReturnByHand,
} from '#domain/review/promotion.ts';
import type { DecisionInput, ItemFacts } from '#domain/review/types.ts';

const viewer = (user: string, ...roles: Role[]): Viewer => ({ tenant: 'acme', user, roles, groups: [] });
const bob = viewer('bob', 'reviewer');

const candidate = (facts: Partial<ItemFacts> = {}): ItemFacts => ({
  kind: 'memory',
  status: 'CANDIDATE',
  revision: 3,
  contributor: 'ann',
  ingesters: ['ann'],
  handAuthored: false,
  recordedBy: null,
  claimedBy: null,
  routingStatus: null,
  frozen: false,
  isPersonal: false,
  originStatus: null,
  ...facts,
});
const by = (actor: Viewer, decisionInput: Partial<DecisionInput> = {}): DecisionInput => ({
  actor,
  expectedRevision: null,
  takeOver: false,
  fourEyes: true,
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
    expect(verdictOf(steps[step](candidate({ status }), by(bob)))).toBe(verdict);
  });

  test('the refusal names the step and both statuses', () => {
    expect(decidePromotion(candidate({ status: 'INVALID' }), by(bob))).toEqual({
      outcome: 'refused',
      violation: { code: 'promotion.illegal_transition', action: 'promote', from: 'INVALID', to: 'ACTIVE' },
    });
  });
});

describe('a candidate is not promoted by who wrote it by hand, or alone brought its source in', () => {
  test.for([
    ['its author', 'ann', true, true, 'promotion.reviewer_is_contributor'],
    ['its author, in another spelling', 'Ann\u200B', true, true, 'promotion.reviewer_is_contributor'],
    ['another reviewer', 'bob', true, true, 'ACTIVE'],
    ['who alone ingested its source', 'ann', false, true, 'promotion.reviewer_is_contributor'],
    ['its author, in a single-user installation', 'ann', true, false, 'ACTIVE'],
  ] as const)('promoted by %s', ([, user, handAuthored, fourEyes, verdict]) => {
    const facts = candidate({ contributor: 'ann', ingesters: ['ann'], handAuthored });
    expect(verdictOf(decidePromotion(facts, by(viewer(user, 'reviewer'), { fourEyes })))).toBe(verdict);
  });

  test('an admin is a person like any other', () => {
    const facts = candidate({ contributor: 'root', handAuthored: true });
    expect(verdictOf(decidePromotion(facts, by(viewer('root', 'admin'))))).toBe(
      'promotion.reviewer_is_contributor',
    );
  });

  test('its author may reject it, and may return it', () => {
    const ann = by(viewer('ann', 'reviewer'));
    const facts = candidate({ contributor: 'ann', handAuthored: true });
    expect(verdictOf(decideRejection(facts, ann))).toBe('INVALID');
    expect(verdictOf(decideReturn({ ...facts, status: 'ACTIVE' }, ann))).toBe('CANDIDATE');
  });
});

test('what others were superseded by is returned by a person only after them', () => {
  const facts = candidate({ status: 'ACTIVE' });
  expect(verdictOf(decideReturnByHand({ ...facts, holdsPlace: true }, by(bob)))).toBe('return.holds_place');
  expect(verdictOf(decideReturnByHand({ ...facts, holdsPlace: false }, by(bob)))).toBe('CANDIDATE');
  expect(verdictOf(decideReturn(facts, by(bob)))).toBe('CANDIDATE');
});

const edit = {
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
    expect(verdictOf(decidePromotion(candidate({ revision: 3 }), by(bob, { expectedRevision })))).toBe(
      verdict,
    );
  });

  test('the revision is asked before any rule, in every decision', () => {
    const facts = candidate({ status: 'GRADUATED', frozen: true });
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

test.for([
  ['return', 'ACTIVE', 'promotion.frozen'],
  ['promote', 'CANDIDATE', 'promotion.frozen'],
  ['reject', 'CANDIDATE', 'promotion.frozen'],
  ['promote', 'ACTIVE', 'promotion.illegal_transition'],
] as const)('while a graduation is proposed, %s from %s: %s', ([step, status, verdict]) => {
  expect(verdictOf(steps[step](candidate({ status, frozen: true }), by(bob)))).toBe(verdict);
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
    expect(verdictOf(decideEdit(candidate({ status }), edit, by(actor)))).toBe(verdict);
  });

  test('a frozen memory is not edited', () => {
    expect(verdictOf(decideEdit(candidate({ status: 'ACTIVE', frozen: true }), edit, by(bob)))).toBe(
      'promotion.frozen',
    );
  });

  test('a missing right to edit is reported before the revision is looked at', () => {
    const stale = by(viewer('cy', 'contributor'), { expectedRevision: 1 });
    expect(verdictOf(decideEdit(candidate(), edit, stale))).toBe('forbidden');
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
      verdictOf(decideEdit(candidate(), { present, proposed, repeatsVisibleItem: false }, by(bob))),
    ).toBe(verdict);
  });

  test('a rule refuses first', () => {
    const same = { repeatsVisibleItem: false, present, proposed: { content: 'old' } };
    expect(verdictOf(decideEdit(candidate({ status: 'INVALID' }), same, by(bob)))).toBe('edit.not_editable');
  });
});
