import { expect, test } from 'vitest';
import type { RoutingVerdict } from '#domain/routing/routing.ts';
import {
  decideRoutingWrite,
  type RoutingHistory,
  routingViolationMessage,
} from '#domain/routing/routing-write.ts';

const verdicts = {
  AUTO_APPROVED: { status: 'AUTO_APPROVED', reason: 'OK' },
  NEEDS_REVIEW: { status: 'NEEDS_REVIEW', reason: 'LOW_CONFIDENCE' },
  REJECTED: { status: 'REJECTED', reason: 'GUARDRAIL_REJECTED' },
} as const satisfies Record<string, RoutingVerdict>;

type Row = [title: string, history: Partial<RoutingHistory>, status: keyof typeof verdicts, verdict: string];
test.for<Row>([
  ['a first approval', {}, 'AUTO_APPROVED', 'INSERTED'],
  ['a first rejection', {}, 'REJECTED', 'INSERTED'],
  ['the same approval again', { status: 'AUTO_APPROVED' }, 'AUTO_APPROVED', 'SAME_STATUS'],
  ['the same rejection again', { status: 'REJECTED', everRejected: true }, 'REJECTED', 'SAME_STATUS'],
  ['a demotion from approval to review', { status: 'AUTO_APPROVED' }, 'NEEDS_REVIEW', 'UPDATED'],
  ['a demotion from approval to rejection', { status: 'AUTO_APPROVED' }, 'REJECTED', 'UPDATED'],
  ['review to approval, never rejected', { status: 'NEEDS_REVIEW' }, 'AUTO_APPROVED', 'UPDATED'],
  ['a rejection eased to review', { status: 'REJECTED', everRejected: true }, 'NEEDS_REVIEW', 'UPDATED'],
  ['rejected to approved', { status: 'REJECTED' }, 'AUTO_APPROVED', 'workflow.illegal_transition'],
  [
    'approval laundered through review',
    { status: 'NEEDS_REVIEW', everRejected: true },
    'AUTO_APPROVED',
    'workflow.illegal_transition',
  ],
  [
    'approval laundered through a new routing version',
    { status: null, everRejected: true },
    'AUTO_APPROVED',
    'workflow.illegal_transition',
  ],
  [
    'review under a new version after a rejection',
    { status: null, everRejected: true },
    'NEEDS_REVIEW',
    'INSERTED',
  ],
  [
    'rejecting what a person approved',
    { status: 'APPROVED', decidedByHuman: true },
    'REJECTED',
    'DECIDED_BY_HUMAN',
  ],
  [
    'approving what a person rejected',
    { status: 'REJECTED', decidedByHuman: true, everRejected: true },
    'AUTO_APPROVED',
    'DECIDED_BY_HUMAN',
  ],
  [
    'approving what a person reopened',
    { status: 'NEEDS_REVIEW', decidedByHuman: true, everRejected: true },
    'AUTO_APPROVED',
    'DECIDED_BY_HUMAN',
  ],
  [
    'a new version after a person decided',
    { status: null, decidedByHuman: true },
    'REJECTED',
    'DECIDED_BY_HUMAN',
  ],
  [
    'the status a person chose, once more',
    { status: 'NEEDS_REVIEW', decidedByHuman: true },
    'NEEDS_REVIEW',
    'DECIDED_BY_HUMAN',
  ],
])('%s', ([, history, status, verdict]) => {
  const write = decideRoutingWrite(
    { status: null, decidedByHuman: false, everRejected: false, ...history },
    verdicts[status],
  );
  const said =
    write.outcome === 'refused'
      ? write.violation.code
      : write.outcome === 'UNCHANGED'
        ? write.because
        : write.outcome;
  expect(said).toBe(verdict);
});

test('an update says where it came from', () => {
  const history = { status: 'AUTO_APPROVED', decidedByHuman: false, everRejected: false } as const;
  expect(decideRoutingWrite(history, verdicts.REJECTED)).toEqual({
    outcome: 'UPDATED',
    from: 'AUTO_APPROVED',
  });
});

test.for([
  ['NEEDS_REVIEW', 'NEEDS_REVIEW'],
  [null, 'REJECTED'],
] as const)('a refused approval of %s names %s as its start', ([status, from]) => {
  const refused = decideRoutingWrite(
    { status, decidedByHuman: false, everRejected: true },
    verdicts.AUTO_APPROVED,
  );
  expect(refused).toEqual({
    outcome: 'refused',
    violation: { code: 'workflow.illegal_transition', from, to: 'AUTO_APPROVED' },
  });
});

test('the message says what to do', () => {
  expect(
    routingViolationMessage({ code: 'workflow.illegal_transition', from: 'REJECTED', to: 'AUTO_APPROVED' }),
  ).toBe(
    'This extraction was rejected before, so routing does not make it AUTO_APPROVED. A reviewer has to approve it.',
  );
});
