import { setImmediate } from 'node:timers/promises';
import type { Operations } from './operations.ts';

/** How many operations are under way at once, and how long the others wait. Times are in milliseconds. */
export interface AdmissionLimits {
  /** Operations under way at once: more of them would only share the same connections and the same processor. */
  readonly seats: number;
  /** Seats that no single tenant takes. */
  readonly spared: number;
  /** How long an operation may have to wait, by the measured pace, while nobody of its tenant waits from time to time. */
  readonly patience: number;
  /** The same in a standing queue: somebody of its tenant has been waiting for all of a `patience`, less than `memory` ago. */
  readonly target: number;
  /** How long a queue that stood is taken for one that stands. */
  readonly memory: number;
  /**
   * So many of a tenant may wait whatever the pace is: a page asks for much at once, a large ingest takes seconds, and who asks from so many
   * connections, each again when it is answered, is no overload.
   */
  readonly always: number;
  /** What has waited so long is refused, whatever the pace was. */
  readonly longest: number;
  /** A seat that was taken for so long is given to the next: what takes long is bounded by the connections of the store. */
  readonly lease: number;
  /** Operations that wait. */
  readonly waiting: number;
}

export const admissionDefaults = Object.freeze({
  patience: 100,
  target: 8,
  memory: 1_000,
  always: 12,
  longest: 5_000,
  lease: 1_000,
  waiting: 1_000,
  spared: 1,
}) satisfies Omit<AdmissionLimits, 'seats'>;

/** Too many operations are under way: this one was not begun. */
export class Overloaded extends Error {
  constructor() {
    super('More operations are asked for than are answered.');
  }
}

/** What begins each operation that waits, and since when there has been one. */
interface Queue {
  readonly begins: Set<() => void>;
  readonly since: number;
}

/**
 * Who is served now, who waits, and who is refused: controlled delay (CoDel: Nichols and Jacobson, "Controlling queue delay", ACM Queue 2012)
 * in the form for servers (Maurer, "Fail at scale", ACM Queue 2015). A burst may wait for as long as `patience`. A queue
 * that does not empty, or did not a moment ago, is kept as short as `target`, by the measured time from one operation that ends to the next, and what would
 * wait longer is refused at once. Tenants take turns, each with a queue of its own.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #now: () => number;
  /** By tenant. The tenant whose turn is next comes first. */
  readonly #queues = new Map<string, Queue>();
  readonly #taken = new Map<string, number>();
  /** By tenant: until when its queue is taken for one that stands. */
  readonly #standsUntil = new Map<string, number>();
  #underWay = 0;
  #waiting = 0;
  /** When a seat was taken or given back, the last time. */
  #movedAt: number;
  /** From one operation that ends while others wait to the next: a moving average, which begins with a guess. */
  #gap = 1;

  constructor(limits: AdmissionLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#movedAt = now();
  }

  /** How many are under way, and how many wait. */
  get load(): { readonly underWay: number; readonly waiting: number } {
    return { underWay: this.#underWay, waiting: this.#waiting };
  }

  /** Whether an operation of this tenant would be refused at once. */
  refuses(tenant: string): boolean {
    const { waiting, patience, target, always } = this.#limits;
    const ahead = this.#queues.get(tenant)?.begins.size ?? 0;
    if (ahead === 0 && this.#isFree(tenant)) return false;
    if (this.#waiting >= waiting) return true;
    const isStanding = this.#isStanding(tenant);
    if (ahead < always) return false;
    // CoDel's two delays.
    return (ahead + 1) * this.#queues.size * this.#gap > (isStanding ? target : patience);
  }

  /** Notes that the queue stands, too: asked of every operation that finds no seat. */
  #isStanding(tenant: string): boolean {
    const { patience, memory } = this.#limits;
    const now = this.#now();
    const queue = this.#queues.get(tenant);
    if (queue !== undefined && now - queue.since > patience) this.#standsUntil.set(tenant, now + memory);
    if ((this.#standsUntil.get(tenant) ?? now) > now) return true;
    this.#standsUntil.delete(tenant);
    return false;
  }

  /** Resolves with what gives the seat back. Rejects with Overloaded, at once or when it has waited too long. */
  async enter(tenant: string): Promise<() => void> {
    if (!this.#isFree(tenant)) await this.#wait(tenant);
    else this.#take(tenant);
    // What else has arrived is looked at first: the embedded store computes without a pause, and would leave it in the sockets.
    await setImmediate();
    return this.#lease(tenant);
  }

  #isFree(tenant: string): boolean {
    const { seats, spared } = this.#limits;
    return this.#underWay < seats && (this.#taken.get(tenant) ?? 0) < Math.max(1, seats - spared);
  }

  #take(tenant: string): void {
    this.#underWay += 1;
    this.#taken.set(tenant, (this.#taken.get(tenant) ?? 0) + 1);
    this.#movedAt = this.#now();
  }

  async #wait(tenant: string): Promise<void> {
    if (this.refuses(tenant)) throw new Overloaded();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = this.#queues.get(tenant) ?? { begins: new Set(), since: this.#now() };
    this.#queues.set(tenant, queue);
    queue.begins.add(resolve);
    this.#waiting += 1;
    const tooOld = setTimeout(() => {
      this.#leaveQueue(tenant, resolve);
      reject(new Overloaded());
    }, this.#limits.longest);
    await promise.finally(() => clearTimeout(tooOld));
  }

  #leaveQueue(tenant: string, begin: () => void): void {
    const queue = this.#queues.get(tenant);
    queue?.begins.delete(begin);
    // Behind the other tenants: the next turn is theirs.
    this.#queues.delete(tenant);
    if (queue !== undefined && queue.begins.size > 0) this.#queues.set(tenant, queue);
    this.#waiting -= 1;
  }

  #lease(tenant: string): () => void {
    let isTaken = true;
    const giveBack = (): void => {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(overdue);
      this.#leave(tenant);
    };
    const overdue = setTimeout(giveBack, this.#limits.lease).unref();
    return giveBack;
  }

  #leave(tenant: string): void {
    const now = this.#now();
    if (this.#waiting > 0) this.#gap += (now - this.#movedAt - this.#gap) / 16;
    this.#movedAt = now;
    this.#underWay -= 1;
    const taken = (this.#taken.get(tenant) ?? 0) - 1;
    if (taken > 0) this.#taken.set(tenant, taken);
    else this.#taken.delete(tenant);
    for (const [next, { begins }] of this.#queues) {
      const [begin] = begins;
      if (begin === undefined || !this.#isFree(next)) continue;
      this.#leaveQueue(next, begin);
      this.#take(next);
      begin();
      return;
    }
  }
}

/** The operations, of which only so many are under way at once. A subscription's readings are bounded by the number of subscriptions. */
export const admitted = <Context extends object>(
  operations: Operations<Context>,
  admission: Admission,
): Operations<Context> => {
  const seats = new WeakMap<Context, () => void>();
  return {
    open: async (input) => {
      const leave = await admission.enter(input.viewer?.tenant ?? '');
      try {
        // Its client may have gone meanwhile.
        input.signal.throwIfAborted();
        const context = await operations.open(input);
        seats.set(context, leave);
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
        seats.get(context)?.();
      }
    },
  };
};
