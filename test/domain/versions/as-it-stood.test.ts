import { describe, expect, test } from 'vitest';
import { contradictionAt, pathwayAt, traceAt, workflowItemAt } from '#domain/versions/as-it-stood.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const open = {
  status: 'OPEN',
  action: null,
  resolvedBy: null,
  resolvedAt: null,
  note: null,
  revision: 1,
} as const;
const undecided = {
  decidedBy: null,
  decidedAt: null,
  decisionNote: null,
  revision: 1,
  updatedAt: day(2),
} as const;

describe('a thing of day 2 that was changed on day 4, as it stood', () => {
  test.for([
    ['before it was there', 1, { contradiction: null, item: null, trace: null, pathway: null }],
    [
      'between',
      3,
      {
        contradiction: open,
        item: { status: 'NEEDS_REVIEW', ...undecided },
        trace: { supersededAt: null, supersededByTraceUid: null },
        pathway: { retired: false, retiredAt: null },
      },
    ],
    ['in the instant of its beginning', 2, { contradiction: open }],
    ['in the instant of the change', 4, { contradiction: {}, item: {}, trace: {}, pathway: {} }],
    ['afterwards', 5, { contradiction: {}, item: {}, trace: {}, pathway: {} }],
  ] as const)('%s', ([, at, expected]) => {
    const instant = day(at);
    expect({
      contradiction: contradictionAt({ detectedAt: day(2), resolvedAt: day(4), revision: 2 }, instant),
      item: workflowItemAt({ createdAt: day(2), decidedAt: day(4), revision: 2 }, instant, {
        status: 'NEEDS_REVIEW',
      }),
      trace: traceAt({ createdAt: day(2), supersededAt: day(4) }, instant),
      pathway: pathwayAt({ createdAt: day(2), retiredAt: day(4) }, instant),
    }).toMatchObject(expected);
  });

  test('what nobody has changed is as it was', () => {
    expect([
      contradictionAt({ detectedAt: day(2), resolvedAt: null, revision: 1 }, day(3)),
      workflowItemAt({ createdAt: day(2), decidedAt: null, revision: 1 }, day(3), { status: 'NEEDS_REVIEW' }),
      traceAt({ createdAt: day(2), supersededAt: null }, day(3)),
      pathwayAt({ createdAt: day(2), retiredAt: null }, day(3)),
    ]).toEqual([{}, {}, {}, {}]);
  });
});
