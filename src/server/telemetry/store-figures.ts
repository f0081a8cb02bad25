import { Gauge } from 'prom-client';
import { countQuietDomains } from '#persistence/contradictions/quiet-domains.ts';
import { countUnusualIntake } from '#persistence/people/intake.ts';
import { listenLagOf } from '#persistence/store/change-listener.ts';
import { countDueWork, countWaitingCandidates } from '#persistence/store/due-work.ts';
import { type Orm, poolOf } from '#persistence/store/orm.ts';
import type { StoreCheck } from '#persistence/store/readiness.ts';
import type { Metrics } from './metrics.ts';

/** Milliseconds between two counts of the unusual. */
const unusualPause = 900_000;

/** Counts no more often than `unusualPause`; null while the store cannot be reached. */
const countedSeldom = (clock: () => Date, count: (now: Date) => Promise<number>) => {
  let last: { readonly at: number; readonly found: number } | null = null;
  return async (): Promise<number | null> => {
    const now = clock();
    if (last === null || now.getTime() - last.at > unusualPause) {
      const found = await count(now).catch(() => null);
      last = found === null ? null : { at: now.getTime(), found };
    }
    return last?.found ?? null;
  };
};

/** Registers what the store shows of itself at each reading: that it can serve, its connections, and the work that is due. */
export const registerStoreFigures = (
  { registry }: Metrics,
  orm: Orm,
  clock: () => Date,
  quietItemsOf: (tenant: string) => number,
  { find }: Pick<StoreCheck, 'find'>,
): void => {
  const registers = [registry];
  new Gauge({
    name: 'vouch_ready',
    help: 'Whether the store can be read and written and has the schema of this release: 1 or 0; `/ready` names the reason.',
    registers,
    async collect() {
      this.set((await find().catch(() => 'unknown')) === null ? 1 : 0);
    },
  });
  new Gauge({
    name: 'vouch_database_connections',
    help: 'Connections of the pool, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      const pool = poolOf(orm);
      this.set({ state: 'idle' }, pool?.idleCount ?? 0);
      this.set({ state: 'in_use' }, (pool?.totalCount ?? 0) - (pool?.idleCount ?? 0));
    },
  });
  new Gauge({
    name: 'vouch_database_connections_max',
    help: 'Connections that the pool opens at most.',
    registers,
    collect() {
      this.set(poolOf(orm)?.options.max ?? 0);
    },
  });
  new Gauge({
    name: 'vouch_database_connection_waits',
    help: 'Requests for a connection that wait until one is free.',
    registers,
    collect() {
      this.set(poolOf(orm)?.waitingCount ?? 0);
    },
  });
  /** A figure that is left out while nobody knows it: null. */
  const shown = (name: string, help: string, read: () => number | null | Promise<number | null>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await read();
        if (found === null) this.remove();
        else this.set(found);
      },
    });
  shown(
    'vouch_listen_lag_seconds',
    'Time from the commit of a change until this process hears of it, measured every 15 seconds while anybody subscribes.',
    () => {
      const lag = listenLagOf(orm);
      return lag === null ? null : lag / 1_000;
    },
  );
  shown(
    'vouch_candidates_waiting',
    'Candidates of all tenants, those that are deferred included: the largest part of the inboxes.',
    () => countWaitingCandidates(orm).catch(() => null),
  );
  shown(
    'vouch_unusual_intake',
    'Contributors of all tenants who bring in far more than is usual, counted every 15 minutes.',
    countedSeldom(clock, (now) => countUnusualIntake(orm, now)),
  );
  shown(
    'vouch_quiet_domains',
    'Busy domains of all tenants in which nothing was ever found to contradict, counted every 15 minutes.',
    countedSeldom(clock, () => countQuietDomains(orm, quietItemsOf)),
  );
  new Gauge({
    name: 'vouch_due_work',
    help: 'Work of all tenants that is due and not done, by kind; at most 10,000 of a kind are counted.',
    labelNames: ['kind'],
    registers,
    async collect() {
      // Figures of a store that cannot be reached are left out; those of the process are shown.
      this.reset();
      for (const [kind, due] of await countDueWork(orm, clock()).catch(() => [])) this.set({ kind }, due);
    },
  });
};
