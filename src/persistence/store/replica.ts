import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { sendQueued, sendTogether } from '#pg-pipeline/statement-batch.ts';
import { connectFairly } from './fair-seats.ts';
import { comparePositions, laterOf } from './log-position.ts';
import { type Orm, poolOf } from './orm.ts';

/** Place that a read went to: the replica, or the primary because the replica was behind it, or could not be reached. */
type ReadPlace = 'replica' | 'primary_behind' | 'primary_unreachable';

/** Milliseconds that a read waits for the replica to have what its tenant wrote, and between two looks. */
const patience = 200;
const pause = 10;
/** Milliseconds that the replica may be behind the primary. */
const mostLag = 10_000;
const lookEvery = 1_000;
/** Tenants whose last position is kept. */
const keptTenants = 10_000;

interface Written {
  readonly position: string;
  /** True when the replica has been seen past it. */
  isReached: boolean;
}

/** The timeline of a server that follows none: each promotion begins another. */
const timeline = `left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`;
const hasReplayed = {
  sql: `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn else ${timeline} = $2 end as "isThere"`,
};
const currentPosition = {
  sql: `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end::text as position`,
  parameters: [],
};
const currentPlace = `${currentPosition.sql}, case when not pg_is_in_recovery() then ${timeline} end as timeline`;

/** A server in its log. */
interface Place {
  readonly position: string | null;
  /** Null: it follows another server. */
  readonly timeline: string | null;
}

interface ReplicaParts {
  readonly count: (place: ReadPlace) => void;
  /** Finds why the replica cannot be reached; null: it can. Rejects where it must not be read. */
  readonly findOutage: () => Promise<string | null>;
}

/**
 * A standby of the store's server, which queries read from. A tenant's query sees what the tenant has written through this gateway,
 * and what `after` names: where the replica does not have it within 200 ms, or is more than ten seconds behind, the primary answers.
 */
export class Replica {
  readonly #primary: Orm;
  readonly #reader: Orm;
  readonly #written = new Map<string, Written>();
  readonly #parts: ReplicaParts;
  readonly #looks: NodeJS.Timeout;
  #looking: Promise<void> | null = null;
  /** True from the first read that failed until a look finds it with what the primary had at the look before: no query tries it. */
  #isAway = true;
  /** Milliseconds until which nobody knows what was written. */
  #unknownUntil = 0;
  /** The primary at the last look. */
  #primaryAt: Place | null = null;
  /** The oldest position of the primary that the replica has not been seen past, and since when it stands there. */
  #behind: { readonly position: string; readonly since: number } | null = null;

  constructor(primary: Orm, reader: Orm, parts: ReplicaParts) {
    this.#primary = primary;
    this.#reader = reader;
    this.#parts = parts;
    this.#looks = setInterval(() => void this.look(), lookEvery).unref();
  }

  /** Looks for the first time. Rejects where the replica must not be read. */
  start(): Promise<void> {
    const compared = this.#compare();
    this.#looking = compared
      .catch(() => undefined)
      .finally(() => {
        this.#looking = null;
      });
    return compared;
  }

  /** Compares both servers, one look at a time. Never rejects: while the primary does not answer, the replica counts as where it was. */
  async look(): Promise<void> {
    if (this.#looking === null) await this.start().catch(() => undefined);
    else await this.#looking;
  }

  /** Milliseconds by which the replica is behind the primary, to the second. */
  get lag(): number {
    return this.#behind === null ? 0 : performance.now() - this.#behind.since;
  }

  /** The position of the log after the tenant's last write through this gateway; null: none yet. */
  positionOf(tenant: string): string | null {
    return this.#written.get(tenant)?.position ?? null;
  }

  /** Asks on a connection that commits how far the log is then, and keeps it for the tenant. Never rejects. */
  async noteWrite(tenant: string, client: PoolClient): Promise<void> {
    const asked = sendTogether<{ position: string }>(client, currentPosition);
    // A snapshot that begins behind it in one batch would begin within its transaction, which is too late for an isolation level.
    sendQueued(client);
    const answer = await asked.catch(() => null);
    this.#keep(tenant, answer?.rows[0]?.position ?? null);
  }

  /** Notes the present end of the log for a tenant, so that its later queries see all that the primary has shown. Never rejects. */
  async noteSeen(tenant: string): Promise<void> {
    const place = await placeOf(this.#primary).catch(() => null);
    this.#keep(tenant, place?.position ?? null);
  }

  #keep(tenant: string, found: string | null): void {
    // Nobody knows how far the log is: the primary answers until the replica has it or is too far behind.
    if (found === null) this.#unknownUntil = performance.now() + mostLag + lookEvery;
    const position = laterOf(found, this.positionOf(tenant));
    if (found === null || position === null) return;
    if (this.#written.size >= keptTenants)
      for (const [name, { isReached }] of this.#written) if (isReached) this.#written.delete(name);
    this.#written.set(tenant, { position, isReached: false });
  }

  /** A connection of the replica, which has what the viewer must see; null: the primary answers. */
  async connect(viewer: Viewer, after: string | null): Promise<PoolClient | null> {
    const written = this.#written.get(viewer.tenant);
    const wanted = laterOf(after, written === undefined || written.isReached ? null : written.position);
    const { place, client } = await this.#take(viewer, wanted);
    this.#parts.count(place);
    if (client !== null && written !== undefined && wanted !== null)
      written.isReached ||= comparePositions(wanted, written.position) >= 0;
    return client;
  }

  async close(): Promise<void> {
    clearInterval(this.#looks);
    await this.#reader.close();
  }

  async #take(
    viewer: Viewer,
    wanted: string | null,
  ): Promise<{ readonly place: ReadPlace; readonly client: PoolClient | null }> {
    const pool = poolOf(this.#reader);
    if (pool === null || this.#isAway || performance.now() < this.#unknownUntil)
      return { place: 'primary_unreachable', client: null };
    if (this.lag > mostLag) return { place: 'primary_behind', client: null };
    try {
      for (const deadline = performance.now() + patience; ; await sleep(pause)) {
        const client = await connectFairly(pool, viewer);
        if (wanted === null || (await isThere(client, wanted, this.#primaryAt?.timeline ?? null)))
          return { place: 'replica', client };
        client.release();
        if (performance.now() > deadline) return { place: 'primary_behind', client: null };
      }
    } catch {
      this.#isAway = true;
      return { place: 'primary_unreachable', client: null };
    }
  }

  async #compare(): Promise<void> {
    const former = this.#primaryAt;
    this.#primaryAt = null;
    const primary = await placeOf(this.#primary);
    this.#primaryAt = primary;
    if (this.#isAway && (await this.#parts.findOutage()) !== null) return;
    const replica = await placeOf(this.#reader).catch(() => null);
    if (replica === null || isPromoted(replica, primary)) this.#isAway = true;
    if (primary.position === null || replica === null || replica.position === null) return;
    const { position } = replica;
    if (this.#isAway && !isPromoted(replica, primary))
      this.#isAway = comparePositions(position, former?.position ?? primary.position) < 0;
    if (this.#behind === null || comparePositions(position, this.#behind.position) >= 0)
      this.#behind =
        comparePositions(position, primary.position) >= 0
          ? null
          : { position: primary.position, since: performance.now() };
  }
}

const isThere = async (
  client: PoolClient,
  position: string,
  primaryLine: string | null,
): Promise<boolean> => {
  try {
    const { rows } = await sendTogether<{ isThere: boolean | null }>(client, {
      ...hasReplayed,
      parameters: [position, primaryLine],
    });
    return rows[0]?.isThere === true;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
};

/** Finds where a server is in its log. Rejects where it does not answer. */
export const placeOf = async (orm: Orm): Promise<Place> => {
  const answer = await poolOf(orm)?.query<{ position: string | null; timeline: string | null }>(currentPlace);
  return answer?.rows[0] ?? { position: null, timeline: null };
};

/** True for a server that was promoted and writes a log of its own: what the primary writes never reaches it. */
export const isPromoted = ({ timeline: own }: Place, primary: Place): boolean =>
  own !== null && own !== primary.timeline;

const replicas = new WeakMap<Orm, Replica>();

/** The replica that queries of a store read from; null: the store itself. */
export const replicaOf = (orm: Orm): Replica | null => replicas.get(orm) ?? null;

/** Lets queries of a store read from another server. */
export const attachReplica = (orm: Orm, reader: Orm, parts: ReplicaParts): Replica => {
  const replica = new Replica(orm, reader, parts);
  replicas.set(orm, replica);
  return replica;
};
