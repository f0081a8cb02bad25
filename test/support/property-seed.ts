import fc from 'fast-check';

/**
 * Properties try the same inputs in every run, so that a check fails by the change it checks; `TEST_SEED` tries others. `TEST_LONG=on` runs
 * each of them in full (`propertyRuns`).
 */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20_261_122) });
