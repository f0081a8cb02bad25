import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import type { LeavingText } from '#domain/retrieval/may-leave.ts';
import { systemRole } from '#entities/policies.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { inReadSession, inWriteSession, type WriteSession } from '#persistence/store/viewer-session.ts';

/** Notes in the store which model gives vectors, so that memories are queued as they are written; null: none does. */
export const setEmbeddingModel = (orm: Orm, model: string | null): Promise<void> =>
  inWriteSession(orm, gatewayOf(''), 'system', async ({ db }) => {
    await sql`update installation set embedding_model = ${model} where embedding_model is distinct from ${model}`.execute(
      db,
    );
  });

/** Proposed or believed: nobody looks for others by their meaning. */
const stands = sql`m.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED')`;

/** Queues `most` memories of the tenant that have no vector of a model; answers how many. */
export const queueWithoutVector = async (
  { db, viewer: { tenant } }: WriteSession,
  model: string,
  now: Date,
  most: number,
): Promise<number> => {
  const { rows } = await sql<{ queued: number }>`with queued as (
      insert into unembedded_memories (tenant, memory_id, attempts, due_at)
      select m.tenant, m.id, 0, ${now}::timestamptz from memories m
        left join memory_vectors v on v.tenant = m.tenant and v.memory_id = m.id
      where m.tenant = ${tenant} and ${stands} and v.model is distinct from ${model}
        and not exists (select 1 from unembedded_memories q where q.tenant = m.tenant and q.memory_id = m.id)
      order by m.id desc limit ${most} on conflict do nothing returning 1)
    select count(*)::int as queued from queued`.execute(db);
  return rows[0]?.queued ?? 0;
};

/** Memories that are due for a vector, by tenant, longest first. */
export const dueUnembeddedMemories = async (
  orm: Orm,
  now: Date,
  most: number,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  return inReadSession(orm, gatewayOf(''), systemRole, async (session) => {
    const { rows } = await sql<{ tenant: string; memoryId: string }>`select tenant, memory_id as "memoryId"
      from due_unembedded_memories(${now}::timestamptz, ${most}::int)`.execute(await session.db());
    const byTenant = Map.groupBy(rows, ({ tenant }) => tenant);
    return new Map(byTenant.entries().map(([tenant, due]) => [tenant, due.map(({ memoryId }) => memoryId)]));
  });
};

/** A memory that was taken from the queue. */
export interface TakenMemory extends LeavingText {
  readonly memoryId: string;
  /** How often it was taken. */
  readonly attempts: number;
}

/** Takes memories until `until`, when they are due again unless they are done; none that somebody else has. */
export const takeUnembedded = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
  now: Date,
  until: Date,
): Promise<TakenMemory[]> => {
  const { rows } = await sql<TakenMemory>`with taken as (
      update unembedded_memories set attempts = attempts + 1, due_at = ${until}
      where tenant = ${tenant} and memory_id in (select memory_id from unembedded_memories where tenant = ${tenant}
        and memory_id = any(${[...ids]}) and due_at <= ${now} for update skip locked)
      returning memory_id, attempts)
    select t.memory_id as "memoryId", t.attempts, m.content as text, m.is_personal as "isPersonal", m.audience, m.sensitivity_labels as labels
    from taken t join memories m on m.tenant = ${tenant} and m.id = t.memory_id order by t.memory_id`.execute(
    db,
  );
  return rows;
};

/** Done with memories that were taken until `until`: those that have been queued anew meanwhile stay. */
const done = (tenant: string, ids: readonly string[], until: Date) =>
  sql`done as (delete from unembedded_memories where tenant = ${tenant} and memory_id = any(${[...ids]}) and due_at = ${until} returning memory_id)`;

/** Memories before vectors, as an erasure locks them: vectors of a tenant are written by one transaction at a time. */
const lockMemories = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
): Promise<void> => {
  await sql`select 1 from memories where ${hasId(tenant, ids)} order by id for no key update`.execute(db);
};

export interface MadeVectors {
  readonly model: string;
  /** Unit vectors of one length, by the memory that they are of. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

const base64Of = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Writes the vectors of memories that were taken until `until`. */
export const writeVectors = async (
  session: WriteSession,
  { model, vectors }: MadeVectors,
  now: Date,
  until: Date,
): Promise<void> => {
  const ids = [...vectors.keys()];
  await lockMemories(session, ids);
  const dimension = vectors.values().next().value?.length ?? 0;
  const {
    db,
    viewer: { tenant },
  } = session;
  await sql`with ${done(tenant, ids, until)}
    insert into memory_vectors (tenant, memory_id, project, model, dimension, vector, made_at)
    select ${tenant}, made.id, m.project, ${model}, ${dimension}::int, decode(made.vector, 'base64'), ${now}::timestamptz
    from unnest(${ids}::text[], ${[...vectors.values()].map(base64Of)}::text[]) made (id, vector) join done on done.memory_id = made.id
      join memories m on m.tenant = ${tenant} and m.id = made.id
    on conflict (tenant, memory_id) do update set model = excluded.model, dimension = excluded.dimension,
      vector = excluded.vector, made_at = excluded.made_at`.execute(db);
};

/** Leaves memories that were taken until `until` without a vector: of those that had one it is erased. */
export const withholdVectors = async (
  session: WriteSession,
  ids: readonly string[],
  until: Date,
): Promise<void> => {
  await lockMemories(session, ids);
  const {
    db,
    viewer: { tenant },
  } = session;
  await sql`with ${done(tenant, ids, until)}
    update memory_vectors set model = null, dimension = 0, vector = null
    where tenant = ${tenant} and memory_id in (select memory_id from done) and vector is not null`.execute(
    db,
  );
};

/** Gives memories that were taken until `until` up; what looks for memories without a vector finds them again. */
export const giveUpUnembedded = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
  until: Date,
): Promise<void> => {
  await sql`with ${done(tenant, ids, until)} select 1 from done`.execute(db);
};

/** Memories that were taken until `until` are due at another instant, after so many attempts. */
export const postponeUnembedded = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
  until: Date,
  { dueAt, attempts }: { readonly dueAt: Date; readonly attempts: number },
): Promise<void> => {
  await sql`update unembedded_memories set due_at = ${dueAt}, attempts = ${attempts}
    where tenant = ${tenant} and memory_id = any(${[...ids]}) and due_at = ${until}`.execute(db);
};
