import { vi } from 'vitest';

/** Waits until a check passes. Its end, 30 s, is for what never comes: a slow machine does not fail. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 });
