import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type FaultStep, type FaultTally, faults, runFaults } from '#test/support/fault-run.ts';
import { seededChance } from '#test/support/seeded-chance.ts';
import { storeKinds } from '#test/support/store.ts';

/** `npm run torture` sets the rounds; `TEST_SEED` the seed, of which fast-check prints the one that fails, shrunk. */
const rounds = Number(process.env.TORTURE_ROUNDS ?? 1);

const step: fc.Arbitrary<FaultStep> = fc.record({
  clients: fc.integer({ min: 1, max: 12 }),
  fault: fc.constantFrom(...faults, 'cut' as const),
  after: fc.integer({ min: 0, max: 3 }),
  ingests: fc.boolean(),
  edits: fc.boolean(),
  promotes: fc.boolean(),
  passes: fc.constantFrom(0, 1, 3_600_000, 40 * 86_400_000),
});

describe.each(storeKinds)('faults in the middle of writing, on %s', (kind) => {
  const tally: FaultTally = { acknowledged: 0, faults: 0, lost: 0 };
  afterAll(() => {
    if (rounds > 1) process.stdout.write(`torture ${kind}: ${JSON.stringify({ rounds, ...tally })}\n`);
  });

  test(
    'lose nothing that was acknowledged, do nothing twice, and leave the log whole',
    {
      timeout: Math.max(180_000, rounds * 120_000),
    },
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 2, maxLength: 3, size: 'max' }),
          fc.integer(),
          async (steps, seed) => {
            expect(await runFaults(kind, steps, seededChance(seed), tally)).toBeNull();
          },
        ),
        { numRuns: rounds, endOnFailure: true },
      ),
  );
});
