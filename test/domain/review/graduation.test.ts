import { describe, expect, test } from 'vitest';
import {
  decideDeferral,
  decideDeletion,
  decideGraduation,
  decidePromotion,
  decideRegaining,
  decideReplacement,
  decideReplacementUndone,
  decideRestoring,
  decideRetirement,
  decideSuperseding,
} from '#domain/review/promotion.ts';
import { itemStatuses } from '#domain/review/states.ts';
import type { DecisionInput, DeletionFacts, SuccessorFacts } from '#domain/review/types.ts';
import { itemFacts } from '#test/support/item-facts.ts';

const by = (expectedRevision: number | null = null): DecisionInput => ({
  actor: { tenant: 'acme', user: 'bob', roles: ['reviewer'], groups: [] },
  expectedRevision,
  takeOver: false,
  fourEyes: 'on',
});
const item = (facts: Partial<DeletionFacts> = {}): DeletionFacts => ({
  ...itemFacts({ status: 'ACTIVE' }),
  wasPromoted: false,
  isSuccessor: false,
  ...facts,
});
const codeOf = (decision: { outcome: string; violation?: { code: string } }) =>
  decision.violation?.code ?? decision.outcome;

describe('only an active, shared memory that is not proposed yet graduates', () => {
  test.for<[string, Partial<DeletionFacts>, string]>([
    ['ACTIVE', {}, 'applied'],
    ...itemStatuses
      .filter((status) => status !== 'ACTIVE')
      .map((status): [string, Partial<DeletionFacts>, string] => [
        status,
        { status },
        'graduation.not_active',
      ]),
    ['personal', { isPersonal: true }, 'graduation.personal'],
    ['proposed already', { frozen: true }, 'promotion.frozen'],
  ])('%s: %s', ([, facts, code]) => {
    expect(codeOf(decideGraduation(item(facts), by()))).toBe(code);
  });
});

describe('an entity is promoted while the memory it came from is active', () => {
  test.for([
    [null, 'applied'],
    ['ACTIVE', 'applied'],
    ['CANDIDATE', 'graduation.origin_not_active'],
    ['INVALID', 'graduation.origin_not_active'],
    ['SUPERSEDED', 'graduation.origin_not_active'],
    ['GRADUATED', 'graduation.origin_not_active'],
  ] as const)('a memory that is %s: %s', ([originStatus, code]) => {
    expect(codeOf(decidePromotion(item({ kind: 'entity', status: 'CANDIDATE', originStatus }), by()))).toBe(
      code,
    );
  });
});

test('an entity is not promoted while the memory it came from is personal', () => {
  const personal = { kind: 'entity', status: 'CANDIDATE', isPersonal: true } as const;
  expect(codeOf(decidePromotion(item({ ...personal, originStatus: 'ACTIVE' }), by()))).toBe(
    'graduation.personal',
  );
  expect(codeOf(decidePromotion(item({ ...personal, originStatus: null }), by()))).toBe('applied');
});

describe('what stands in the queue is deferred, and deleted when it was never believed', () => {
  test.for(
    itemStatuses.flatMap((status) =>
      [false, true].map((wasPromoted) => ({
        status,
        wasPromoted,
        deferral: status === 'CANDIDATE' ? 'applied' : 'review.not_candidate',
        deletion:
          status !== 'CANDIDATE' ? 'review.not_candidate' : wasPromoted ? 'deletion.was_promoted' : 'applied',
      })),
    ),
  )('$status, promoted before $wasPromoted: $deferral, $deletion', (row) => {
    const facts = item({ status: row.status, wasPromoted: row.wasPromoted });
    expect([codeOf(decideDeferral(facts, by())), codeOf(decideDeletion(facts, by()))]).toEqual([
      row.deferral,
      row.deletion,
    ]);
  });
});

test('a candidate that another item names as what took its place is not deleted', () => {
  expect(codeOf(decideDeletion(item({ status: 'CANDIDATE', isSuccessor: true }), by()))).toBe(
    'deletion.is_successor',
  );
  expect(codeOf(decideDeletion(item({ status: 'CANDIDATE', isSuccessor: false }), by()))).toBe('applied');
});

describe('an active entity takes the place of another active one', () => {
  const successor: SuccessorFacts = { isTheItemItself: false, status: 'ACTIVE', isForFewer: false };
  test.for<[string, Partial<DeletionFacts>, Partial<SuccessorFacts>, string]>([
    ['both active', {}, {}, 'applied'],
    ['itself', {}, { isTheItemItself: true }, 'superseding.by_itself'],
    ['by one for fewer people', {}, { isForFewer: true }, 'superseding.successor_for_fewer'],
    ['a candidate', { status: 'CANDIDATE' }, {}, 'promotion.illegal_transition'],
    ['one that is superseded', { status: 'SUPERSEDED' }, {}, 'promotion.illegal_transition'],
    ['one that is frozen', { frozen: true }, {}, 'promotion.frozen'],
    ...itemStatuses
      .filter((status) => status !== 'ACTIVE')
      .map((status): [string, Partial<DeletionFacts>, Partial<SuccessorFacts>, string] => [
        `by one that is ${status}`,
        {},
        { status },
        'superseding.successor_not_active',
      ]),
  ])('%s: %s', ([, facts, other, code]) => {
    expect(
      codeOf(
        decideSuperseding(
          { ...item({ kind: 'entity', ...facts }), successor: { ...successor, ...other } },
          by(),
        ),
      ),
    ).toBe(code);
  });

  test.for(itemStatuses.map((status) => [status] as const))(
    'only what is superseded or retired is restored: %s',
    ([status]) => {
      expect(codeOf(decideRestoring(item({ status }), by()))).toBe(
        status === 'SUPERSEDED' || status === 'RETIRED' ? 'applied' : 'promotion.illegal_transition',
      );
    },
  );
});

describe('what lost its place is not brought back by who wrote it', () => {
  test.for<[string, Partial<DeletionFacts>, DecisionInput['fourEyes'], string]>([
    ['the words of somebody else', {}, 'on', 'applied'],
    [
      'their own words',
      { contributor: 'Bob', handAuthored: true },
      'on',
      'promotion.reviewer_is_contributor',
    ],
    ['what came of their source alone', { ingesters: ['bob'] }, 'on', 'promotion.reviewer_is_contributor'],
    ['what came of their source and another', { ingesters: ['bob', 'ann'] }, 'on', 'applied'],
    ['their own words, as a single user', { contributor: 'bob', handAuthored: true }, 'off', 'applied'],
  ])('%s: %#', ([, facts, fourEyes, code]) => {
    const decisionInput = { ...by(), fourEyes };
    expect(codeOf(decideRestoring(item({ ...facts, status: 'RETIRED' }), decisionInput))).toBe(code);
    expect(codeOf(decideRegaining(item({ ...facts, status: 'SUPERSEDED' }), decisionInput))).toBe(code);
    expect(codeOf(decideRegaining(item({ ...facts, status: 'INVALID' }), decisionInput))).toBe('applied');
  });
});

describe('a memory is superseded and retired', () => {
  test.for(itemStatuses)('only an active one is retired: %s', (status) => {
    expect(codeOf(decideRetirement(item({ status }), by()))).toBe(
      status === 'ACTIVE' ? 'applied' : 'promotion.illegal_transition',
    );
  });

  test('one whose graduation is proposed is not retired', () => {
    expect(codeOf(decideRetirement(item({ frozen: true }), by()))).toBe('promotion.frozen');
  });

  test.for(itemStatuses)('its successor is active, or a candidate that is promoted with it: %s', (status) => {
    const successor = { isTheItemItself: false, status, isForFewer: false };
    expect(codeOf(decideSuperseding({ ...item({}), successor }, by()))).toBe(
      status === 'ACTIVE' || status === 'CANDIDATE' ? 'applied' : 'superseding.successor_not_standing',
    );
  });

  test.for<[string, Partial<DeletionFacts>, boolean, string]>([
    ['active', {}, false, 'applied'],
    ['active, and for more people than its successor', {}, true, 'unchanged'],
    ['frozen', { frozen: true }, false, 'unchanged'],
    ...itemStatuses
      .filter((status) => status !== 'ACTIVE')
      .map((status): [string, Partial<DeletionFacts>, boolean, string] => [
        status,
        { status },
        false,
        'unchanged',
      ]),
  ])('one that a promotion would replace, and that is %s: %s', ([, facts, isForFewer, outcome]) => {
    expect(decideReplacement(item(facts), { isForFewer }, by()).outcome).toBe(outcome);
  });

  test.for(itemStatuses)('it has its place again when its successor returns to the queue: %s', (status) => {
    expect(decideReplacementUndone(item({ status }), by()).outcome).toBe(
      status === 'SUPERSEDED' || status === 'RETIRED' ? 'applied' : 'unchanged',
    );
  });
});

test('the revision is asked before any rule', () => {
  const facts = item({ status: 'GRADUATED', frozen: true, isPersonal: true, wasPromoted: true });
  const itself = { isTheItemItself: true, status: 'ACTIVE', isForFewer: false } as const;
  for (const decision of [
    decideGraduation(facts, by(1)),
    decideDeferral(facts, by(1)),
    decideDeletion(facts, by(1)),
    decideRestoring(facts, by(1)),
    decideSuperseding({ ...facts, successor: itself }, by(1)),
  ])
    expect(codeOf(decision)).toBe('conflict.stale_revision');
});
