import { Counter, Gauge } from 'prom-client';
import type { Config } from '#config/config.ts';
import { type Orm, openOrm } from '#persistence/store/orm.ts';
import { attachReplica, type Replica } from '#persistence/store/replica.ts';
import { findReplicaOutage } from '#persistence/store/replica-check.ts';
import type { Logger } from './telemetry/logger.ts';
import type { Metrics } from './telemetry/metrics.ts';

interface Parts {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/**
 * Lets queries read from the standby that DATABASE_READ_URL names; null: there is none. A standby that cannot be reached is no reason
 * not to start: the primary answers until it can.
 */
export const openReplica = async (
  { databaseReadUrl, statementTimeoutMs, poolSize, anyDatabaseLogin }: Config,
  orm: Orm,
  { metrics: { registry }, logger, clock }: Parts,
): Promise<Replica | null> => {
  if (databaseReadUrl === null) return null;
  const reader = await openOrm({ url: databaseReadUrl, statementTimeoutMs, poolSize });
  let known: string | null = null;
  const findOutage = async () => {
    const reason = await findReplicaOutage(reader, orm, {
      url: databaseReadUrl,
      anyLogin: anyDatabaseLogin,
      clock,
    });
    if (reason !== null && reason !== known) logger.warn({ event: 'replica.unreachable', reason });
    known = reason;
    return reason;
  };
  const registers = [registry];
  const reads = new Counter({
    name: 'vouch_reads_total',
    help: 'Queries by the server that answered: the replica, or the primary because the replica was behind or could not be reached.',
    labelNames: ['place'],
    registers,
  });
  const replica = attachReplica(orm, reader, { count: (place) => reads.inc({ place }), findOutage });
  try {
    await replica.start();
  } catch (error) {
    await replica.close();
    throw error;
  }
  new Gauge({
    name: 'vouch_replica_lag_seconds',
    help: 'Seconds by which the replica is behind the primary, measured each second.',
    registers,
    collect() {
      this.set(replica.lag / 1_000);
    },
  });
  return replica;
};
