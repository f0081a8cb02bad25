import type pg from 'pg';
import type { Viewer } from '#domain/privacy/viewer.ts';

type Holder = Pick<Viewer, 'tenant' | 'user'>;

/** Connections of the pool that no single tenant takes, and of a tenant's that no single user takes. */
const spared = { tenant: 2, user: 2 };

const keyOf = ({ tenant, user }: Holder): string => JSON.stringify([tenant, user]);

/** The message of `pg` for its own time-out: both are answered as an unavailable database. */
const tooLong = (): Error => new Error('timeout exceeded when trying to connect');

/** Connections of a pool that are in use, by tenant, and the callers waiting for one. */
class FairSeats {
  readonly #pool: pg.Pool;
  readonly #taken = new Map<string, number>();
  readonly #holders = new WeakMap<pg.PoolClient, Holder>();
  #waiting: { readonly holder: Holder; readonly enter: () => void }[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('release', (_error, client) => {
      const holder = this.#holders.get(client);
      if (holder === undefined) return;
      this.#holders.delete(client);
      this.#leave(holder);
    });
  }

  async connect(holder: Holder): Promise<pg.PoolClient> {
    await this.#enter(holder);
    try {
      const client = await this.#pool.connect();
      this.#holders.set(client, holder);
      return client;
    } catch (error) {
      this.#leave(holder);
      throw error;
    }
  }

  #isFree({ tenant, user }: Holder): boolean {
    const { max } = this.#pool.options;
    const most = Math.max(1, max - spared.tenant);
    return (
      (this.#taken.get(tenant) ?? 0) < most &&
      (this.#taken.get(keyOf({ tenant, user })) ?? 0) < Math.max(1, most - spared.user)
    );
  }

  #add({ tenant, user }: Holder, more: 1 | -1): void {
    for (const key of [tenant, keyOf({ tenant, user })]) {
      const taken = (this.#taken.get(key) ?? 0) + more;
      if (taken === 0) this.#taken.delete(key);
      else this.#taken.set(key, taken);
    }
  }

  async #enter(holder: Holder): Promise<void> {
    if (!this.#isFree(holder)) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiter = { holder, enter: resolve };
      this.#waiting.push(waiter);
      const { connectionTimeoutMillis = 0 } = this.#pool.options;
      const timer =
        connectionTimeoutMillis > 0
          ? setTimeout(() => {
              this.#waiting = this.#waiting.filter((one) => one !== waiter);
              reject(tooLong());
            }, connectionTimeoutMillis)
          : undefined;
      // Its seat is taken for it by who leaves.
      await promise.finally(() => clearTimeout(timer));
      return;
    }
    this.#add(holder, 1);
  }

  #leave(holder: Holder): void {
    this.#add(holder, -1);
    const next = this.#waiting.findIndex((waiter) => this.#isFree(waiter.holder));
    const [waiter] = next === -1 ? [] : this.#waiting.splice(next, 1);
    if (waiter === undefined) return;
    this.#add(waiter.holder, 1);
    waiter.enter();
  }
}

const seats = new WeakMap<pg.Pool, FairSeats>();

/**
 * A connection of the pool for a viewer. No tenant takes the last connections, and no user the last of their tenant's: they wait, in their
 * order, while others are served.
 */
export const connectFairly = (pool: pg.Pool, holder: Holder): Promise<pg.PoolClient> => {
  const known = seats.get(pool) ?? new FairSeats(pool);
  seats.set(pool, known);
  return known.connect(holder);
};
