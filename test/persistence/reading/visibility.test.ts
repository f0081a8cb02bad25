import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onServerStore } from '#test/support/store.ts';
import { placePolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import {
  asOwner,
  disagreements,
  predicatedTables,
  seenThroughPolicies,
  seenThroughPredicates,
} from '#test/support/visibility/seen-rows.ts';
import { governedTables } from '#test/support/visibility/thing-rows.ts';
import { anyStoredPolicy, anyThing, anyViewer } from '#test/support/visibility/things.ts';
import { verdicts } from '#test/support/visibility/verdicts.ts';

describe('the pure rule, the policies and the predicates agree', () => {
  onServerStore((store) => {
    test('on every viewer and row that is generated, at least two thousand pairs', {
      timeout: 300_000,
    }, async () => {
      let pairs = 0;
      let shown = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyThing, { minLength: 40, maxLength: 50, size: 'max' }),
          fc.array(anyViewer, { minLength: 5, maxLength: 6 }),
          fc.record({ acme: anyStoredPolicy, "o'hara": anyStoredPolicy }),
          async (things, viewers, policies) => {
            const db = asOwner(store());
            const placed = await placePolicies(db, await placeThings(db, things), policies);
            for (const viewer of viewers) {
              const throughPolicies = await seenThroughPolicies(store(), viewer, placed);
              expect(disagreements(throughPolicies, viewer, placed, governedTables)).toEqual([]);
              const throughPredicates = await seenThroughPredicates(store(), viewer, placed);
              expect(disagreements(throughPredicates, viewer, placed, predicatedTables)).toEqual([]);
              pairs += placed.length;
              shown += placed.filter((thing) => verdicts.memories(viewer, thing)).length;
            }
          },
        ),
        { numRuns: 10, endOnFailure: true },
      );
      expect(pairs).toBeGreaterThanOrEqual(2_000);
      // Neither check trivially refuses or allows everything.
      expect(shown).toBeGreaterThan(pairs / 50);
      expect(shown).toBeLessThan(pairs / 2);
    });
  });
});
