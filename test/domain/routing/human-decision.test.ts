import { expect, test } from 'vitest';
import {
  decideHumanDecision,
  type HumanDecision,
  humanDecisionMessage,
  humanDecisions,
} from '#domain/routing/human-decision.ts';
import { type WorkflowStatus, workflowStatuses } from '#domain/routing/workflow-states.ts';

const facts = { status: 'REJECTED', decidedByHuman: false, revision: 3, superseded: false } as const;
const statusAfter = { APPROVE: 'APPROVED', REJECT: 'REJECTED', REOPEN: 'NEEDS_REVIEW' } as const;

test.for(workflowStatuses.flatMap((status) => humanDecisions.map((decision) => [decision, status] as const)))(
  '%s leads from %s to where it says',
  ([decision, status]) => {
    expect(decideHumanDecision({ ...facts, status }, decision, null)).toEqual({
      outcome: 'applied',
      to: statusAfter[decision],
    });
  },
);

type Row = [
  title: string,
  given: Partial<Parameters<typeof decideHumanDecision>[0]>,
  HumanDecision,
  expected: number | null,
  verdict: string,
];
test.for<Row>([
  ['the revision that was looked at', {}, 'APPROVE', 3, 'applied'],
  ['an older revision', {}, 'APPROVE', 2, 'conflict.stale_revision'],
  ['an item of an older version', { superseded: true }, 'APPROVE', null, 'workflow.superseded'],
  ['an older revision of such an item', { superseded: true }, 'APPROVE', 2, 'conflict.stale_revision'],
  [
    'approving what a person approved',
    { status: 'APPROVED', decidedByHuman: true },
    'APPROVE',
    null,
    'workflow.illegal_transition',
  ],
  [
    'rejecting what a person approved',
    { status: 'APPROVED', decidedByHuman: true },
    'REJECT',
    null,
    'applied',
  ],
  ['reopening what a person rejected', { decidedByHuman: true }, 'REOPEN', null, 'applied'],
  [
    'reopening twice',
    { status: 'NEEDS_REVIEW', decidedByHuman: true },
    'REOPEN',
    null,
    'workflow.illegal_transition',
  ],
])('%s', ([, given, decision, expected, verdict]) => {
  const said = decideHumanDecision({ ...facts, ...given }, decision, expected);
  expect(said.outcome === 'applied' ? 'applied' : said.violation.code).toBe(verdict);
  if (said.outcome === 'refused')
    expect(humanDecisionMessage(said.violation)).toMatch(/[A-Z].*\. [A-Z].*\.$/);
});

test('no status of routing is a word of a person', () => {
  const words: readonly WorkflowStatus[] = Object.values(statusAfter);
  expect(words).not.toContain('AUTO_APPROVED');
});
