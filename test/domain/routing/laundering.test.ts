import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replay } from '#domain/routing/replay.ts';
import { currentRouting, route } from '#domain/routing/routing.ts';
import { decideRoutingWrite, yieldsCandidates } from '#domain/routing/routing-write.ts';
import type { WorkflowStatus } from '#domain/routing/workflow-states.ts';

/** Stored facts of one extraction, as its tables keep them. */
interface Stored {
  readonly status: WorkflowStatus;
  readonly guardrailFlags: readonly string[];
  readonly threshold: number;
}

const extraction = {
  extractionId: 'ext_1',
  schemaName: 'invoice',
  fieldConfidence: [{ field: 'total', confidence: 0.8 }],
};

const run = fc.record({
  guardrailFlags: fc.subarray(['invalid_citation', 'pii', 'toxic']),
  threshold: fc.constantFrom(0.5, 0.75, 0.9),
  version: fc.constantFrom('v1', 'v2', 'v3'),
});

test('however many runs, flags, thresholds and versions: what was rejected once is not approved, and every row replays', () => {
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 30 }), (runs) => {
      const rows = new Map<string, Stored>();
      let rejected = false;
      for (const { version, ...terms } of runs) {
        const ruleSet = { ...currentRouting, version };
        const decision = route({ ...extraction, ...terms }, ruleSet);
        const key = decision.idempotencyKey;
        const write = decideRoutingWrite(
          { status: rows.get(key)?.status ?? null, decidedByHuman: false, everRejected: rejected },
          decision,
        );
        if (rejected && decision.status === 'AUTO_APPROVED' && rows.get(key)?.status !== 'AUTO_APPROVED')
          expect(write.outcome).toBe('refused');
        if (write.outcome !== 'refused') rows.set(key, { status: decision.status, ...terms });
        rejected ||= decision.status === 'REJECTED' && write.outcome !== 'refused';
        for (const stored of rows.values())
          expect(replay(extraction, stored, { withRecordedFlags: true, threshold: 0.75 }).matchesStored).toBe(
            true,
          );
      }
    }),
  );
});

test('the same row, routed again, stays one row', () => {
  fc.assert(
    fc.property(fc.array(run, { minLength: 1 }), (runs) => {
      const keys = runs.map(({ version, ...terms }) =>
        route({ ...extraction, ...terms }, { ...currentRouting, version }),
      );
      expect(new Set(keys.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(
        new Set(runs.map(({ version }) => version)).size,
      );
    }),
  );
});

test.for([
  ['AUTO_APPROVED', false, true],
  ['NEEDS_REVIEW', false, true],
  ['REJECTED', false, false],
  ['NEEDS_REVIEW', true, false],
  ['REJECTED', true, false],
  ['APPROVED', false, true],
  ['APPROVED', true, true],
] as const)('%s, rejected before: %s, gives candidates: %s', ([status, everRejected, verdict]) => {
  expect(yieldsCandidates(status, everRejected)).toBe(verdict);
});

test.for([
  ['with recorded flags', true, 'REJECTED', true],
  ['literally', false, 'NEEDS_REVIEW', false],
] as const)('a replay %s', ([, withRecordedFlags, status, matchesStored]) => {
  const stored = { status: 'REJECTED', guardrailFlags: ['invalid_citation'], threshold: 0.5 } as const;
  expect(replay(extraction, stored, { withRecordedFlags, threshold: 0.9 })).toMatchObject({
    status,
    matchesStored,
  });
});

test('a replay of what was never routed matches nothing', () => {
  expect(replay(extraction, null, { withRecordedFlags: true, threshold: 0.75 })).toMatchObject({
    status: 'AUTO_APPROVED',
    matchesStored: null,
  });
});
