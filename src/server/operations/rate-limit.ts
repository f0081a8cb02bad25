import type { Caller } from './admission.ts';
import type { Operations } from './run-operation.ts';

/** Operations a second, averaged over ten seconds; null: any number. */
export interface RateLimits {
  /** The rate of all users of a tenant together. */
  readonly tenant: number | null;
  /** The rate of one user, with whatever tokens. */
  readonly user: number | null;
}

/** Milliseconds over which a rate is averaged: operations of so long may come at once. */
const window = 10_000;
/** Callers that are remembered before those are forgotten who may begin as many operations as ever. */
const manyCallers = 10_000;

/** A caller begins more operations than its rate allows: this one was not begun. */
export class RateLimited extends Error {
  /** Whole seconds after which the next operation may begin. */
  readonly retryAfter: number;
  constructor(milliseconds: number) {
    super('The caller begins more operations than its rate allows.');
    this.retryAfter = Math.max(1, Math.ceil(milliseconds / 1_000));
  }
}

/** Counts by the generic cell rate algorithm: for each caller the time until which its operations are paid for. */
const createMeter = (rate: number, now: () => number) => {
  const paidUntil = new Map<string, number>();
  const interval = 1_000 / rate;
  const ahead = (caller: string): number => Math.max(0, (paidUntil.get(caller) ?? 0) - now());
  return {
    /** Milliseconds until the caller may begin an operation; 0: now. */
    wait: (caller: string): number => Math.max(0, ahead(caller) + interval - Math.max(window, interval)),
    count: (caller: string): void => {
      if (paidUntil.size >= manyCallers)
        for (const [other, until] of paidUntil) if (until <= now()) paidUntil.delete(other);
      paidUntil.set(caller, now() + ahead(caller) + interval);
    },
  };
};

/** Returns a function that counts an operation of a caller, or throws RateLimited and counts nothing. */
export const createRateLimit = (
  limits: RateLimits,
  now: () => number = () => performance.now(),
): ((caller: Caller) => void) => {
  const tenants = limits.tenant === null ? null : createMeter(limits.tenant, now);
  const users = limits.user === null ? null : createMeter(limits.user, now);
  return ({ tenant, user }) => {
    const name = JSON.stringify([tenant, user]);
    const wait = Math.max(tenants?.wait(tenant) ?? 0, users?.wait(name) ?? 0);
    if (wait > 0) throw new RateLimited(wait);
    tenants?.count(tenant);
    users?.count(name);
  };
};

/** The operations, of which a caller begins only so many a second. Deliveries of a subscription are not counted. */
export const rateLimited = <Context extends object>(
  operations: Operations<Context>,
  limits: RateLimits,
): Operations<Context> => {
  const count = createRateLimit(limits);
  return {
    open: async (input) => {
      if (input.viewer !== null) count(input.viewer);
      return operations.open(input);
    },
    close: operations.close,
  };
};
