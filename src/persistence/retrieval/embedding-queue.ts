import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { embeddedText, type ItemWords } from '#domain/retrieval/embedded-text.ts';
import type { LeavingText } from '#domain/retrieval/may-leave.ts';
import { itemKeys } from '#entities/item-references.ts';
import { systemRole } from '#entities/policies.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { type RawBuilder, sql } from '#persistence/reading/sql.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { inReadSession, inWriteSession, type WriteSession } from '#persistence/store/viewer-session.ts';

/** Notes in the store which model gives vectors, so that items are queued as they are written; null: none does. */
export const setEmbeddingModel = (orm: Orm, model: string | null): Promise<void> =>
  inWriteSession(orm, gatewayOf(''), 'system', async ({ db }) => {
    await sql`update installation set embedding_model = ${model} where embedding_model is distinct from ${model}`.execute(
      db,
    );
  });

/** `part` of each table of items, all of them together. */
const ofItems = (part: (table: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    itemKeys.map(({ table }) => part(sql.table(table))),
    sql` union all `,
  );

/**
 * Queues `most` proposed or believed items of the tenant that have no vector of a model; answers how many. Nobody looks for others
 * by their meaning.
 */
export const queueWithoutVector = async (
  { db, viewer: { tenant } }: WriteSession,
  model: string,
  now: Date,
  most: number,
): Promise<number> => {
  const { rows } = await sql<{ queued: number }>`with queued as (
      insert into unembedded_items (tenant, item_id, attempts, due_at)
      select ${tenant}, i.id, 0, ${now}::timestamptz from (${ofItems(
        (
          table,
        ) => sql`(select i.id from ${table} i left join item_vectors v on v.tenant = i.tenant and v.item_id = i.id
          where i.tenant = ${tenant} and i.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED') and v.model is distinct from ${model}
            and not exists (select 1 from unembedded_items q where q.tenant = i.tenant and q.item_id = i.id)
          order by i.id desc limit ${most})`,
      )}) i limit ${most} on conflict do nothing returning 1)
    select count(*)::int as queued from queued`.execute(db);
  return rows[0]?.queued ?? 0;
};

/** Items that are due for a vector, by tenant, longest first. */
export const dueUnembeddedItems = async (
  orm: Orm,
  now: Date,
  most: number,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  return inReadSession(orm, gatewayOf(''), systemRole, async (session) => {
    const { rows } = await sql<{ tenant: string; itemId: string }>`select tenant, item_id as "itemId"
      from due_unembedded_items(${now}::timestamptz, ${most}::int)`.execute(await session.db());
    const byTenant = Map.groupBy(rows, ({ tenant }) => tenant);
    return new Map(byTenant.entries().map(([tenant, due]) => [tenant, due.map(({ itemId }) => itemId)]));
  });
};

/** An item that was taken from the queue. */
export interface TakenItem extends LeavingText {
  readonly itemId: string;
  /** How often it was taken. */
  readonly attempts: number;
}

/** Takes items until `until`, when they are due again unless they are done; none that somebody else has. */
export const takeUnembedded = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
  now: Date,
  until: Date,
): Promise<TakenItem[]> => {
  const policy = sql`i.is_personal as "isPersonal", i.audience, i.sensitivity_labels as labels`;
  const { rows } = await sql<Omit<TakenItem, 'text'> & ItemWords>`with taken as (
      update unembedded_items set attempts = attempts + 1, due_at = ${until}
      where tenant = ${tenant} and item_id in (select item_id from unembedded_items where tenant = ${tenant}
        and item_id = any(${[...ids]}) and due_at <= ${now} for update skip locked)
      returning item_id, attempts)
    select t.item_id as "itemId", t.attempts, i.* from taken t cross join lateral (
        select i.content, null as name, null as "entityType", ${policy} from memories i
          where i.tenant = ${tenant} and i.id = t.item_id
        union all select i.content, i.name, i.entity_type, ${policy} from graph_entities i
          where i.tenant = ${tenant} and i.id = t.item_id) i
    order by t.item_id`.execute(db);
  return rows.map((row) => ({ ...row, text: embeddedText(row) }));
};

/** Done with items that were taken until `until`: those that have been queued anew meanwhile stay. */
const done = (tenant: string, ids: readonly string[], until: Date) =>
  sql`done as (delete from unembedded_items where tenant = ${tenant} and item_id = any(${[...ids]}) and due_at = ${until} returning item_id)`;

/** Items before vectors, as an erasure locks them: vectors of a tenant are written by one transaction at a time. */
const lockItems = async (
  { db, send, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
): Promise<void> => {
  const lockIn = (table: RawBuilder<unknown>) =>
    sql`select 1 from ${table} where ${hasId(tenant, ids)} order by id for no key update`;
  send(lockIn(sql`memories`));
  await lockIn(sql`graph_entities`).execute(db);
};

export interface MadeVectors {
  readonly model: string;
  /** Unit vectors of one length, by the item that they are of. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

const base64Of = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Writes the vectors of items that were taken until `until`. */
export const writeVectors = async (
  session: WriteSession,
  { model, vectors }: MadeVectors,
  now: Date,
  until: Date,
): Promise<void> => {
  const ids = [...vectors.keys()];
  await lockItems(session, ids);
  const dimension = vectors.values().next().value?.length ?? 0;
  const {
    db,
    viewer: { tenant },
  } = session;
  await sql`with ${done(tenant, ids, until)}
    insert into item_vectors (tenant, item_id, project, model, dimension, vector, made_at)
    select ${tenant}, made.id, i.project, ${model}, ${dimension}::int, decode(made.vector, 'base64'), ${now}::timestamptz
    from unnest(${ids}::text[], ${[...vectors.values()].map(base64Of)}::text[]) made (id, vector) join done on done.item_id = made.id
      cross join lateral (${ofItems((table) => sql`select i.project from ${table} i where i.tenant = ${tenant} and i.id = made.id`)}) i
    on conflict (tenant, item_id) do update set model = excluded.model, dimension = excluded.dimension,
      vector = excluded.vector, made_at = excluded.made_at`.execute(db);
};

/** Leaves items that were taken until `until` without a vector: of those that had one it is erased. */
export const withholdVectors = async (
  session: WriteSession,
  ids: readonly string[],
  until: Date,
): Promise<void> => {
  await lockItems(session, ids);
  const {
    db,
    viewer: { tenant },
  } = session;
  await sql`with ${done(tenant, ids, until)}
    update item_vectors set model = null, dimension = 0, vector = null
    where tenant = ${tenant} and item_id in (select item_id from done) and vector is not null`.execute(db);
};

/** Gives up items that were taken until `until`; the search for items without a vector finds them again. */
export const giveUpUnembedded = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
  until: Date,
): Promise<void> => {
  await sql`with ${done(tenant, ids, until)} select 1 from done`.execute(db);
};

/** Items that were taken until `until` are due at another instant, after so many attempts. */
export const postponeUnembedded = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
  until: Date,
  { dueAt, attempts }: { readonly dueAt: Date; readonly attempts: number },
): Promise<void> => {
  await sql`update unembedded_items set due_at = ${dueAt}, attempts = ${attempts}
    where tenant = ${tenant} and item_id = any(${[...ids]}) and due_at = ${until}`.execute(db);
};
