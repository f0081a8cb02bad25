import { filePrefix, type PathwayIdentity, pathwayId } from '#domain/pathways/identity.ts';
import type { TraceDocument } from '#domain/pathways/trace-document.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';
import { tracesNamed } from './pathways.ts';

export interface LockedTrace {
  readonly id: string;
  readonly pathwayRef: string;
  readonly pathwayId: string;
  readonly traceUid: string;
  readonly version: number;
  readonly rootTraceUid: string;
  readonly supersededAt: Date | null;
  readonly document: TraceDocument;
  readonly replayCount: number;
  readonly replaysSucceeded: number;
}

/** The trace, locked until the transaction ends; null when the tenant has none with this id or uid. */
export const lockTrace = async ({ db, viewer }: WriteSession, name: string): Promise<LockedTrace | null> => {
  const { rows } =
    await sql<LockedTrace>`select t.id, t.pathway_ref as "pathwayRef", p.pathway_id as "pathwayId", t.trace_uid as "traceUid", t.version,
      t.root_trace_uid as "rootTraceUid", t.superseded_at as "supersededAt", t.document, t.replay_count as "replayCount",
      t.replays_succeeded as "replaysSucceeded"
    from pathway_traces t join pathways p on p.tenant = t.tenant and p.id = t.pathway_ref
    where t.tenant = ${viewer.tenant} and ${tracesNamed('t', name)} for update of t`.execute(db);
  return rows[0] ?? null;
};

export interface OpenedPathway {
  readonly id: string;
  readonly pathwayId: string;
  readonly retired: boolean;
}

/** The pathway of this identity, created with this id when the tenant has none; locked until the transaction ends. */
export const openPathwayRow = async (
  { db, viewer }: WriteSession,
  identity: PathwayIdentity,
  { newId, now }: { readonly newId: string; readonly now: Date },
): Promise<OpenedPathway> => {
  const id = pathwayId(identity);
  const { rows } = await sql<{ id: string; retired: boolean }>`insert into pathways
      (id, tenant, pathway_id, task_class, file_prefix, signal_class, created_at, updated_at)
    values (${newId}, ${viewer.tenant}, ${id}, ${identity.taskClass}, ${filePrefix(identity.filePath)},
      ${identity.signalClass}, ${now}, ${now})
    on conflict (tenant, pathway_id) do update set updated_at = greatest(pathways.updated_at, excluded.updated_at)
    returning id, retired`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An upsert of a pathway returned no row.');
  return { ...row, pathwayId: id };
};

/** Adds vectors that the tenant does not have, and of others touches none: new ones are added by one transaction at a time. */
export const addVectors = async ({ db, viewer }: WriteSession, counts: readonly string[]): Promise<void> => {
  const vectors = [...new Set(counts)].sort();
  await sql`insert into pathway_vectors (tenant, counts) select ${viewer.tenant}, v.counts from unnest(${vectors}::text[]) v (counts)
    where not exists (select 1 from pathway_vectors k where k.tenant = ${viewer.tenant} and k.counts = v.counts) on conflict do nothing`.execute(
    db,
  );
};

/** Marks a trace as superseded by its revision. */
export const supersedeTrace = async (
  { db, viewer }: WriteSession,
  id: string,
  byTraceUid: string,
  now: Date,
): Promise<void> => {
  await sql`update pathway_traces set superseded_at = ${now}, superseded_by_trace_uid = ${byTraceUid}
    where tenant = ${viewer.tenant} and id = ${id}`.execute(db);
};

export interface PathwayCounts {
  readonly retired: boolean;
  readonly replayCount: number;
  readonly replaysSucceeded: number;
}

/** The counts of a pathway, locked until the transaction ends. */
export const lockPathwayCounts = async ({ db, viewer }: WriteSession, id: string): Promise<PathwayCounts> => {
  const { rows } = await sql<PathwayCounts>`select retired, replay_count::float8 as "replayCount",
      replays_succeeded::float8 as "replaysSucceeded"
    from pathways where tenant = ${viewer.tenant} and id = ${id} for update`.execute(db);
  const [pathway] = rows;
  if (!pathway) throw new Error('A trace has no pathway.');
  return pathway;
};

/** Stores the replay counts of a trace. */
export const storeTraceCounts = async (
  { db, viewer }: WriteSession,
  id: string,
  counts: { readonly replayCount: number; readonly replaysSucceeded: number; readonly successRate: number },
): Promise<void> => {
  await sql`update pathway_traces set replay_count = ${counts.replayCount}, replays_succeeded = ${counts.replaysSucceeded},
      success_rate = ${counts.successRate} where tenant = ${viewer.tenant} and id = ${id}`.execute(db);
};

/** Stores the replay counts of a pathway, and retires it when `retires`. */
export const storePathwayCounts = async (
  { db, viewer }: WriteSession,
  id: string,
  counts: { readonly replayCount: number; readonly replaysSucceeded: number; readonly retires: boolean },
  now: Date,
): Promise<void> => {
  await sql`update pathways set replay_count = ${counts.replayCount}, replays_succeeded = ${counts.replaysSucceeded},
      updated_at = greatest(updated_at, ${now}::timestamptz), retired = retired or ${counts.retires},
      retired_at = case when ${counts.retires} then ${now}::timestamptz else retired_at end
    where tenant = ${viewer.tenant} and id = ${id}`.execute(db);
};

/** Adds what imported traces counted to their pathway, and retires it when one of them was retired. */
export const addImportedCounts = async (
  { db, viewer }: WriteSession,
  id: string,
  counts: { readonly replays: number; readonly succeeded: number; readonly retired: boolean },
): Promise<void> => {
  await sql`update pathways set replay_count = replay_count + ${counts.replays},
      replays_succeeded = replays_succeeded + ${counts.succeeded}, retired = retired or ${counts.retired}
    where tenant = ${viewer.tenant} and id = ${id}`.execute(db);
};

/** Finds the uids that the tenant has already. */
export const presentTraceUids = async (
  { db, viewer }: WriteSession,
  uids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ uid: string }>`select trace_uid as uid from pathway_traces
    where tenant = ${viewer.tenant} and trace_uid = any(${[...uids]})`.execute(db);
  return new Set(rows.map(({ uid }) => uid));
};

export const hasPathways = async ({ db, viewer }: WriteSession): Promise<boolean> => {
  const { rows } = await sql`select 1 from pathways where tenant = ${viewer.tenant} limit 1`.execute(db);
  return rows.length > 0;
};

/** Stores what a state file says besides its traces, for the next export; replaces what was stored before. */
export const storeStateEnvelope = async (
  { db, viewer }: WriteSession,
  envelope: Readonly<Record<string, unknown>>,
  emptyBuckets: readonly string[],
  now: Date,
): Promise<void> => {
  await sql`insert into pathway_states (tenant, envelope, empty_buckets, imported_at)
    values (${viewer.tenant}, ${JSON.stringify(envelope)}::jsonb, ${[...emptyBuckets]}, ${now})
    on conflict (tenant) do update set envelope = excluded.envelope, empty_buckets = excluded.empty_buckets,
      imported_at = excluded.imported_at`.execute(db);
};
