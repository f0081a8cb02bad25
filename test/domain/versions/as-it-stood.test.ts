import { describe, expect, test } from 'vitest';
import {
  contradictionAt,
  disputeAt,
  pathwayAt,
  quarantineAt,
  relationAt,
  traceAt,
  workflowItemAt,
} from '#domain/versions/as-it-stood.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** Each thing as it stood at an instant, where it is of day 2 and changed at another. */
const things = (changed: Date | null, at: Date) => ({
  contradiction: contradictionAt({ detectedAt: day(2), resolvedAt: changed, revision: 2 }, at),
  item: workflowItemAt({ createdAt: day(2), decidedAt: changed, revision: 2 }, at, {
    status: 'NEEDS_REVIEW',
  }),
  trace: traceAt({ createdAt: day(2), supersededAt: changed }, at),
  pathway: pathwayAt({ createdAt: day(2), retiredAt: changed }, at),
  dispute: disputeAt({ raisedAt: day(2), settledAt: changed }, at),
  relation: relationAt({ relatedAt: day(2), unrelatedAt: changed }, at),
  quarantine: quarantineAt({ setAt: day(2), endedAt: changed }, at),
});
const each = <Value>(value: Value) =>
  Object.fromEntries(Object.keys(things(null, day(2))).map((name) => [name, value]));
const absent = each(null);
const asItIs = each({});
const before = {
  contradiction: {
    status: 'OPEN',
    action: null,
    resolvedBy: null,
    resolvedAt: null,
    note: null,
    revision: 1,
  },
  item: {
    status: 'NEEDS_REVIEW',
    decidedBy: null,
    decidedAt: null,
    decisionNote: null,
    revision: 1,
    updatedAt: day(2),
  },
  trace: { supersededAt: null, supersededByTraceUid: null },
  pathway: { retired: false, retiredAt: null },
  dispute: { verdict: null, settledBy: null, settledAt: null, decisionNote: null },
  relation: { unrelatedBy: null, unrelatedAt: null },
  quarantine: { endedAt: null },
};

describe('a thing of day 2 as it stood', () => {
  test.for([
    ['changed on day 4, before it was there', day(4), day(1), absent],
    ['changed on day 4, in the instant of its beginning', day(4), day(2), before],
    ['changed on day 4, between', day(4), day(3), before],
    ['changed on day 4, in the instant of the change', day(4), day(4), asItIs],
    ['changed on day 4, afterwards', day(4), day(5), asItIs],
    ['never changed, before it was there', null, day(1), absent],
    ['never changed, in the instant of its beginning', null, day(2), asItIs],
    ['never changed, afterwards', null, day(5), asItIs],
  ] as const)('%s', ([, changed, at, expected]) => {
    expect(things(changed, at)).toEqual(expected);
  });
});
