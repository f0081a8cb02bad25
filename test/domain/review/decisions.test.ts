import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { decideDispute, decideEvidence, decideSettlement, decideVote } from '#domain/review/belief.ts';
import {
  decideErasure,
  decideHolding,
  decideLabelling,
  decideLosing,
  decideRegaining,
  decideReplacement,
  decideReplacementUndone,
  decideRetirement,
  decideWithdrawal,
} from '#domain/review/promotion.ts';
import type { DecisionInput, ItemFacts, Violation } from '#domain/review/types.ts';
import { itemFacts } from '#test/support/item-facts.ts';

const actor = (user: string): Viewer => ({ tenant: 'acme', user, roles: ['reviewer'], groups: [] });
const by = (user: string, given: Partial<DecisionInput> = {}): DecisionInput => ({
  actor: actor(user),
  expectedRevision: null,
  takeOver: false,
  fourEyes: 'on',
  ...given,
});

type Outcome =
  | { readonly outcome: 'refused'; readonly violation: Violation }
  | { readonly outcome: 'applied'; readonly to?: string }
  | { readonly outcome: 'unchanged' };
const verdictOf = (decision: Outcome): string => {
  if (decision.outcome === 'refused') return decision.violation.code;
  return decision.outcome === 'applied' ? (decision.to ?? 'applied') : decision.outcome;
};

const active = itemFacts({ status: 'ACTIVE' });
const settle = (facts: ItemFacts, input: DecisionInput) =>
  decideSettlement(facts, { openDisputes: 1, verdict: 'UPHELD', authors: [] }, input);
const stays = { isOpen: false, repeatsVisibleItem: false };

describe('a decision is on the revision that was read, and on what nobody else works on', () => {
  const decisions: readonly [string, (facts: ItemFacts, input: DecisionInput) => Outcome, boolean][] = [
    ['a vote', decideVote, true],
    ['evidence', (facts, input) => decideEvidence(facts, { isDenial: false }, input), true],
    ['a dispute', (facts, input) => decideDispute(facts, stays, input), false],
    ['the settling of a dispute', settle, true],
    ['labels', decideLabelling, true],
    ['an interval', decideHolding, true],
    ['retiring', decideRetirement, true],
    ['erasing', decideErasure, false],
  ];
  test.for(decisions)('%s', ([, decide, waits]) => {
    expect(verdictOf(decide(active, by('bob', { expectedRevision: 3 })))).not.toMatch(/\./);
    expect(verdictOf(decide(active, by('bob', { expectedRevision: 2 })))).toBe('conflict.stale_revision');
    const claimed = { ...active, claimedBy: 'cy' };
    if (waits) expect(verdictOf(decide(claimed, by('bob')))).toBe('inbox.claimed');
    else expect(verdictOf(decide(claimed, by('bob')))).not.toMatch(/\./);
    expect(verdictOf(decide(claimed, by('bob', { takeOver: true })))).not.toMatch(/\./);
  });
});

test.for<readonly [what: string, decision: Outcome, verdict: string]>([
  ['words that vouch', decideEvidence(active, { isDenial: false }, by('bob')), 'applied'],
  ['words that deny', decideEvidence(active, { isDenial: true }, by('bob')), 'evidence.denial'],
  ['a first dispute', decideDispute(active, stays, by('bob')), 'applied'],
  [
    'a dispute of a candidate',
    decideDispute(itemFacts({ status: 'CANDIDATE' }), stays, by('bob')),
    'dispute.not_believed',
  ],
  ['a second dispute', decideDispute(active, { ...stays, isOpen: true }, by('bob')), 'dispute.already_open'],
  [
    'a dispute by words that stand elsewhere',
    decideDispute(active, { ...stays, repeatsVisibleItem: true }, by('bob')),
    'memory.duplicate',
  ],
])('%s: %s', ([, decision, verdict]) => {
  expect(verdictOf(decision)).toBe(verdict);
});

test.for<
  readonly [
    openDisputes: number,
    verdict: 'UPHELD' | 'DISMISSED',
    user: string,
    fourEyes: 'on' | 'off',
    outcome: string,
  ]
>([
  [1, 'DISMISSED', 'bob', 'on', 'applied'],
  [0, 'DISMISSED', 'bob', 'on', 'dispute.none_open'],
  [1, 'DISMISSED', 'ann', 'on', 'dispute.own_words'],
  [1, 'DISMISSED', 'ANN', 'on', 'dispute.own_words'],
  [1, 'UPHELD', 'ann', 'on', 'applied'],
  [1, 'DISMISSED', 'ann', 'off', 'applied'],
])('%i disputes of words of ann, %s by %s, four eyes %s: %s', (row) => {
  const [openDisputes, verdict, user, fourEyes, outcome] = row;
  const decision = decideSettlement(
    active,
    { openDisputes, verdict, authors: ['ann', 'dee'] },
    by(user, { fourEyes }),
  );
  expect(verdictOf(decision)).toBe(outcome);
});

test.for<readonly [what: string, status: ItemFacts['status'], frozen: boolean, verdict: string]>([
  ['retired', 'ACTIVE', false, 'RETIRED'],
  ['retired', 'ACTIVE', true, 'promotion.frozen'],
  ['retired', 'CANDIDATE', false, 'promotion.illegal_transition'],
  ['erased', 'RETIRED', false, 'ERASED'],
  ['erased', 'ACTIVE', true, 'ERASED'],
  ['erased', 'ERASED', false, 'promotion.illegal_transition'],
  ['beaten', 'ACTIVE', false, 'SUPERSEDED'],
  ['beaten', 'CANDIDATE', false, 'INVALID'],
  ['beaten', 'ACTIVE', true, 'promotion.frozen'],
  ['beaten', 'RETIRED', false, 'promotion.illegal_transition'],
  ['given back', 'SUPERSEDED', false, 'ACTIVE'],
  ['given back', 'INVALID', false, 'CANDIDATE'],
  ['given back', 'INVALID', true, 'promotion.frozen'],
  ['given back', 'GRADUATED', false, 'promotion.illegal_transition'],
  ['withdrawn', 'ACTIVE', false, 'INVALID'],
  ['withdrawn', 'CANDIDATE', false, 'INVALID'],
  ['withdrawn', 'INVALID', false, 'unchanged'],
  ['withdrawn', 'ACTIVE', true, 'promotion.frozen'],
  ['withdrawn', 'SUPERSEDED', false, 'promotion.illegal_transition'],
  ['replaced', 'ACTIVE', false, 'SUPERSEDED'],
  ['replaced', 'ACTIVE', true, 'unchanged'],
  ['replaced', 'RETIRED', false, 'unchanged'],
  ['replaced by one for fewer', 'ACTIVE', false, 'unchanged'],
  ['no longer replaced', 'SUPERSEDED', false, 'ACTIVE'],
  ['no longer replaced', 'ACTIVE', false, 'unchanged'],
])('%s from %s, frozen %s: %s', ([what, status, frozen, verdict]) => {
  const decide: Readonly<Record<string, (facts: ItemFacts, input: DecisionInput) => Outcome>> = {
    retired: decideRetirement,
    erased: decideErasure,
    beaten: decideLosing,
    'given back': decideRegaining,
    withdrawn: decideWithdrawal,
    replaced: (facts, input) => decideReplacement(facts, { isForFewer: false }, input),
    'replaced by one for fewer': (facts, input) => decideReplacement(facts, { isForFewer: true }, input),
    'no longer replaced': decideReplacementUndone,
  };
  expect(verdictOf(decide[what]?.(itemFacts({ status, frozen }), by('bob')) as Outcome)).toBe(verdict);
});

test.for<readonly [status: ItemFacts['status'], verdict: string]>([
  ['SUPERSEDED', 'promotion.reviewer_is_contributor'],
  ['INVALID', 'CANDIDATE'],
])('who wrote it by hand gives back what is %s: %s', ([status, verdict]) => {
  expect(verdictOf(decideRegaining(itemFacts({ status, handAuthored: true }), by('ann')))).toBe(verdict);
});

test('who wrote it by hand does not say when it holds', () => {
  const facts = itemFacts({ status: 'ACTIVE', handAuthored: true });
  expect(verdictOf(decideHolding(facts, by('ann')))).toBe('promotion.reviewer_is_contributor');
  expect(verdictOf(decideHolding(facts, by('bob')))).toBe('applied');
});

test('what changed since it was replaced stays as it is', () => {
  const facts = itemFacts({ status: 'SUPERSEDED' });
  expect(verdictOf(decideReplacementUndone(facts, by('bob', { expectedRevision: 2 })))).toBe('unchanged');
});
