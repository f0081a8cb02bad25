import { setImmediate } from 'node:timers/promises';
import type { Operations } from './run-operation.ts';

/** How many operations run at once, and how long others wait. Times are in milliseconds. */
export interface AdmissionLimits {
  /** Operations that run at once: more of them would only share the same connections and the same processor. */
  readonly slots: number;
  /** Slots that no single tenant takes. */
  readonly spared: number;
  /** An operation that has run for so long frees its slot: long ones are bounded by the connections of the store. */
  readonly lease: number;
  /** The longest wait, unless the client names another: an operation whose expected wait is longer is refused at once. */
  readonly deadline: number;
  /** Waiting operations of one user. A client that waits for its answers has few; a flood has as many as it is given. */
  readonly waitingOfUser: number;
  /** Waiting operations of all tenants: bounds memory. A tenant may hold as many as are left to the others. */
  readonly waiting: number;
}

export const admissionDefaults = Object.freeze({
  spared: 1,
  lease: 1_000,
  waiting: 4_096,
}) satisfies Partial<AdmissionLimits>;

/** The share of a bound beyond which operations are refused by chance, more and more of them. */
const refusedByChance = 0.75;
/** Milliseconds of saturation over which the pace is averaged. */
const paceMemory = 5_000;
/** Seconds over which clients that were refused are spread, at least and at most. */
const retrySpread = { least: 2, most: 10 };

/** More is asked for than is answered: this operation was not begun. */
export class Overloaded extends Error {
  /** Whole seconds after which the client tries again. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('More operations are requested than can be answered.');
    this.retryAfter = retryAfter;
  }
}

/** The user of a tenant: operations of one caller are answered in their order, callers take turns. */
export interface Caller {
  readonly tenant: string;
  readonly user: string;
}

export interface Wait {
  /** Milliseconds that the client waits at most; absent: the deadline of the gateway. */
  readonly deadline?: number | undefined;
  /** Aborts when the client is gone: its operation is not begun. */
  readonly client?: AbortSignal | undefined;
}

type Begin = () => void;

/** The waiting operations of a tenant by user. The user whose turn is next comes first. */
interface TenantQueue {
  readonly users: Map<string, Set<Begin>>;
  size: number;
}

/**
 * Admission control: which operations run, wait or are refused. An operation waits when its expected wait (operations ahead of it
 * × measured pace: L = λW) ends within its deadline, and is refused at once otherwise. Tenants take turns, and users within a tenant.
 * Clients that wait for their answers bound the queue by their own number; a flood is bounded by `waitingOfUser`. Near a bound
 * operations are refused by chance (random early detection: Floyd and Jacobson, 1993), so that a client that was refused finds a
 * place when it comes back, instead of those that were just answered. Memory is shared by dynamic thresholds (Choudhury and Hahne, 1998).
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #now: () => number;
  readonly #random: () => number;
  /** By tenant. The tenant whose turn is next comes first. */
  readonly #queues = new Map<string, TenantQueue>();
  readonly #taken = new Map<string, number>();
  readonly #pace: Pace;
  #running = 0;
  #waiting = 0;

  constructor(
    limits: AdmissionLimits,
    now: () => number = () => performance.now(),
    random: () => number = Math.random,
  ) {
    this.#limits = limits;
    this.#now = now;
    this.#random = random;
    this.#pace = new Pace(now());
  }

  /** How many operations run, and how many wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting };
  }

  /**
   * Seconds after which a caller tries again whose operation is refused now; null: it is not refused. For a check before the body is read,
   * also by chance.
   */
  refusal(caller: Caller, deadline = this.#limits.deadline): number | null {
    if (this.#begins(caller)) return null;
    return this.#fill(caller, deadline) > 1 - (1 - refusedByChance) * this.#random()
      ? this.retryAfter(caller)
      : null;
  }

  /** Whole seconds, scattered, so that clients that were refused together do not come back together. */
  retryAfter(caller: Caller): number {
    const { least, most } = retrySpread;
    const spread = Math.min(most, Math.max(least, Math.ceil(this.#expectedWait(caller) / 1_000)));
    return 1 + Math.floor(spread * this.#random());
  }

  /** Resolves with a function that frees the slot. Rejects with Overloaded, at once or at the deadline, and when the client is gone. */
  async enter(caller: Caller, wait: Wait = {}): Promise<() => void> {
    if (this.#begins(caller)) this.#take(caller.tenant);
    else await this.#wait(caller, wait);
    // The embedded store computes without a pause: requests that have arrived are read first, so that they wait here and not
    // in their sockets.
    await setImmediate();
    return this.#lease(caller.tenant);
  }

  #begins({ tenant }: Caller): boolean {
    return !this.#queues.has(tenant) && this.#hasSlot(tenant);
  }

  #hasSlot(tenant: string): boolean {
    const { slots, spared } = this.#limits;
    return this.#running < slots && (this.#taken.get(tenant) ?? 0) < Math.max(1, slots - spared);
  }

  get #isSaturated(): boolean {
    return this.#waiting > 0 || this.#running >= this.#limits.slots;
  }

  /** Fill of the queue with one more operation of this caller, as a share of the nearest bound; beyond 1 it is refused. */
  #fill(caller: Caller, deadline: number): number {
    const { waitingOfUser, waiting } = this.#limits;
    const { own, inTenant } = this.#sizes(caller);
    return Math.max(
      this.#expectedWait(caller) / deadline,
      (own + 1) / waitingOfUser,
      (inTenant + 1) / (waiting - this.#waiting),
    );
  }

  #sizes({ tenant, user }: Caller) {
    const queue = this.#queues.get(tenant);
    const own = queue?.users.get(user)?.size ?? 0;
    return {
      own,
      inTenant: queue?.size ?? 0,
      otherUsers: (queue?.users.size ?? 0) - (own > 0 ? 1 : 0),
      otherTenants: this.#queues.size - (queue === undefined ? 0 : 1),
    };
  }

  /** Milliseconds, an upper estimate: others take a turn for each operation of this caller. */
  #expectedWait(caller: Caller): number {
    const { own, inTenant, otherUsers, otherTenants } = this.#sizes(caller);
    const aheadInTenant = Math.min(inTenant, own + (own + 1) * otherUsers);
    const ahead = Math.min(this.#waiting, aheadInTenant + (aheadInTenant + 1) * otherTenants);
    return ahead === 0 ? 0 : this.#pace.until(ahead, this.#now(), this.#isSaturated);
  }

  #take(tenant: string): void {
    this.#pace.pass(this.#now(), this.#isSaturated);
    this.#running += 1;
    this.#taken.set(tenant, (this.#taken.get(tenant) ?? 0) + 1);
  }

  async #wait(caller: Caller, { deadline = this.#limits.deadline, client }: Wait): Promise<void> {
    if (this.#fill(caller, deadline) > 1) throw new Overloaded(this.retryAfter(caller));
    client?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown): void => {
      this.#remove(caller, resolve);
      reject(reason);
    };
    const gone = () => leave(client?.reason);
    const tooLate = setTimeout(() => leave(new Overloaded(this.retryAfter(caller))), deadline);
    client?.addEventListener('abort', gone, { once: true });
    this.#add(caller, resolve);
    await promise.finally(() => {
      clearTimeout(tooLate);
      client?.removeEventListener('abort', gone);
    });
  }

  #add({ tenant, user }: Caller, begin: Begin): void {
    this.#pace.pass(this.#now(), this.#isSaturated);
    const queue = this.#queues.get(tenant) ?? { users: new Map<string, Set<Begin>>(), size: 0 };
    const own = queue.users.get(user) ?? new Set();
    this.#queues.set(tenant, queue);
    queue.users.set(user, own);
    own.add(begin);
    queue.size += 1;
    this.#waiting += 1;
  }

  #remove({ tenant, user }: Caller, begin: Begin): void {
    const queue = this.#queues.get(tenant);
    const own = queue?.users.get(user);
    if (!queue || !own?.delete(begin)) return;
    this.#pace.pass(this.#now(), this.#isSaturated);
    queue.size -= 1;
    this.#waiting -= 1;
    if (own.size === 0) queue.users.delete(user);
    if (queue.size === 0) this.#queues.delete(tenant);
  }

  #lease(tenant: string): () => void {
    let isTaken = true;
    const free = (): void => {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(overdue);
      this.#free(tenant);
    };
    const overdue = setTimeout(free, this.#limits.lease).unref();
    return free;
  }

  #free(tenant: string): void {
    this.#pace.end(this.#now(), this.#isSaturated);
    this.#running -= 1;
    const taken = (this.#taken.get(tenant) ?? 0) - 1;
    if (taken > 0) this.#taken.set(tenant, taken);
    else this.#taken.delete(tenant);
    this.#beginNext();
  }

  #beginNext(): void {
    for (const [tenant, queue] of this.#queues) {
      if (!this.#hasSlot(tenant)) continue;
      const [[user, own] = []] = queue.users;
      const [begin] = own ?? [];
      if (user === undefined || own === undefined || begin === undefined) continue;
      // Behind the others: the next turn is theirs.
      moveToEnd(queue.users, user, own);
      moveToEnd(this.#queues, tenant, queue);
      this.#remove({ tenant, user }, begin);
      this.#take(tenant);
      begin();
      return;
    }
  }
}

const moveToEnd = <Value>(map: Map<string, Value>, key: string, value: Value): void => {
  map.delete(key);
  map.set(key, value);
};

/** How fast operations end while no slot is free: the mean time from one end to the next, in which older times count less and less. */
class Pace {
  #since: number;
  /** Milliseconds of saturation since the last end. */
  #stall = 0;
  /** A guess of a millisecond for each operation, which soon counts no more. */
  #busy = 100;
  #ends = 100;

  constructor(now: number) {
    this.#since = now;
  }

  /** Notes the time that has passed; to be called before the saturation may change. */
  pass(now: number, isSaturated: boolean): void {
    if (isSaturated) this.#stall += now - this.#since;
    this.#since = now;
  }

  end(now: number, isSaturated: boolean): void {
    this.pass(now, isSaturated);
    if (isSaturated) {
      const fading = Math.exp(-this.#stall / paceMemory);
      this.#busy = this.#busy * fading + paceMemory * (1 - fading);
      this.#ends = this.#ends * fading + 1;
    }
    this.#stall = 0;
  }

  /** Milliseconds until so many operations have ended. A store that has been stuck for a time is expected to be stuck for as long again. */
  until(ends: number, now: number, isSaturated: boolean): number {
    this.pass(now, isSaturated);
    return (ends * this.#busy) / this.#ends + this.#stall;
  }
}

/**
 * The operations, of which only so many run at once. Deliveries of a subscription are bounded elsewhere, by the number of subscriptions.
 */
export const admitted = <Context extends object>(
  operations: Operations<Context>,
  admission: Admission,
): Operations<Context> => {
  const slots = new WeakMap<Context, () => void>();
  return {
    open: async (input) => {
      const { tenant, user } = input.viewer ?? { tenant: '', user: '' };
      const leave = await admission.enter({ tenant, user }, { client: input.signal, ...input.wait });
      try {
        // Its client may have gone meanwhile.
        (input.wait?.client ?? input.signal).throwIfAborted();
        const context = await operations.open(input);
        slots.set(context, leave);
        return context;
      } catch (error) {
        leave();
        throw error;
      }
    },
    close: async (context, outcome) => {
      try {
        await operations.close(context, outcome);
      } finally {
        slots.get(context)?.();
      }
    },
  };
};
