import type { Origin } from '#domain/impact/origin.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import { type Count, countedAtMost, countOf } from '#persistence/reading/count.ts';
import {
  type Direction,
  encodeCursor,
  type KeysetOrder,
  keyset,
  type Page,
  type PageArguments,
  pageOf,
} from './reading/keyset.ts';
import { type RawBuilder, type SqlBool, sql } from './reading/sql.ts';
import {
  contradictionsVisibleTo,
  documentsVisibleTo,
  interactionsVisibleTo,
  itemsVisibleTo,
  receiptsVisibleTo,
  wavesVisibleTo,
} from './reading/visibility-predicate.ts';
import type { ReadSession } from './store/viewer-session.ts';

type Session = Pick<ReadSession, 'viewer' | 'db'>;

const originTables = {
  document: ['documents', documentsVisibleTo],
  wave: ['waves', wavesVisibleTo],
  interaction: ['interactions', interactionsVisibleTo],
} as const;

/** True when the viewer sees the origin; contributors and extractors need no check. */
export const seesOrigin = async ({ viewer, db }: Session, origin: Origin): Promise<boolean> => {
  if (origin.kind === 'contributor' || origin.kind === 'extractor') return true;
  const found =
    origin.kind === 'trace'
      ? sql`select 1 from pathway_traces n where n.tenant = ${viewer.tenant} and n.id = ${origin.id}`
      : sql`select 1 from ${sql.table(originTables[origin.kind][0])} n where n.id = ${origin.id} and ${originTables[origin.kind][1](viewer, 'n')}`;
  return (await found.execute(await db())).rows.length > 0;
};

/** Condition for items read from the origin itself. */
const isFrom = (origin: Origin): RawBuilder<SqlBool> => {
  switch (origin.kind) {
    case 'document':
      return sql<SqlBool>`i.source_id in (select c.id from chunks c where c.tenant = i.tenant and c.document_id = ${origin.id})`;
    case 'wave':
      return sql<SqlBool>`i.source_id in (select c.id from chunks c join documents d on d.tenant = c.tenant and d.id = c.document_id
        where c.tenant = i.tenant and d.wave_id = ${origin.id})`;
    case 'interaction':
      return sql<SqlBool>`i.source_id = ${origin.id}`;
    case 'contributor':
      return sql<SqlBool>`i.contributor = ${origin.name}`;
    case 'extractor':
      return sql<SqlBool>`i.extractor_version = ${origin.version}${origin.rule === null ? sql`` : sql` and i.rule = ${origin.rule}`}`;
    case 'trace':
      return sql<SqlBool>`i.source_id in (select chunk ->> 'chunk_id' from pathway_traces p cross join jsonb_array_elements(p.document -> 'kb_chunks') chunk
        where p.tenant = i.tenant and p.id = ${origin.id} and starts_with(chunk ->> 'chunk_id', 'chk_'))`;
  }
};

/** Items of an origin and those derived from them: entities that memories graduated to, and merged memories. */
const cameFrom = ({ viewer }: Session, origin: Origin) => sql`with recursive own as (
    select 'memory' as "itemKind", i.id from memories i where i.tenant = ${viewer.tenant} and ${isFrom(origin)}
    union all select 'entity', i.id from graph_entities i where i.tenant = ${viewer.tenant} and ${isFrom(origin)}),
  came ("itemKind", id) as (
    select * from own
    union
    select derived."itemKind", derived.id from came join lateral (
      select 'entity' as "itemKind", e.id from graph_entities e where e.tenant = ${viewer.tenant} and e.graduated_from_id = came.id
      union all select 'memory', n.merged_id from contradictions n where n.tenant = ${viewer.tenant} and n.merged_id is not null
        and (n.older_id = came.id or n.newer_id = came.id)) derived on true),
  seen as (
    select came."itemKind", i.id, i.status, i.kind as type from came join memories i on i.tenant = ${viewer.tenant} and i.id = came.id and ${itemsVisibleTo(viewer, 'i')}
    union all select came."itemKind", i.id, i.status, i.entity_type from came join graph_entities i on i.tenant = ${viewer.tenant} and i.id = came.id
      and ${itemsVisibleTo(viewer, 'i')})`;

export interface ImpactCount {
  readonly type: 'MEMORY' | 'ENTITY';
  readonly status: ItemStatus;
  readonly count: number;
}

export const countImpact = async (session: Session, origin: Origin): Promise<ImpactCount[]> => {
  const { rows } = await sql<Omit<ImpactCount, 'count'> & { count: string }>`${cameFrom(session, origin)}
    select upper("itemKind") as type, status, count(*) as count from seen group by 1, 2 order by 1, 2`.execute(
    await session.db(),
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
};

export interface ImpactRef {
  readonly id: string;
}

const order = (name: string): KeysetOrder => ({
  name,
  direction: 'ASC',
  columns: [{ of: sql.ref('n.id'), shape: 'string' }],
});
const itemOrder = order('impact');
const deliveryOrder = order('impact-deliveries');
const resolutionOrder = order('impact-resolutions');
export const impactCursor = ({ id }: ImpactRef): string => encodeCursor(itemOrder.name, [id]);
export const resolutionCursor = ({ id }: ImpactRef): string => encodeCursor(resolutionOrder.name, [id]);
export const deliveryCursor = ({ id }: ImpactRef): string => encodeCursor(deliveryOrder.name, [id]);

export const pageOfImpact = async (
  session: Session,
  origin: Origin,
  page: PageArguments,
  direction: Direction = 'ASC',
): Promise<Page<ImpactRef>> => {
  const { between, tail } = keyset({ ...itemOrder, direction }, page);
  const { rows } =
    await sql<ImpactRef>`${cameFrom(session, origin)} select n.id from seen n where true${between} ${tail}`.execute(
      await session.db(),
    );
  return pageOf(rows, page);
};

const deliveries = (session: Session) =>
  sql`from bundle_receipts n where ${receiptsVisibleTo(session.viewer, 'n')} and n.item_ids && (select coalesce(array_agg(id), '{}') from seen)`;

/** The receipts, as far as the viewer sees them, of bundles in which any of it was delivered. */
export const pageOfDeliveries = async (
  session: Session,
  origin: Origin,
  page: PageArguments,
  direction: Direction = 'ASC',
): Promise<Page<ImpactRef>> => {
  const { between, tail } = keyset({ ...deliveryOrder, direction }, page);
  const { rows } =
    await sql<ImpactRef>`${cameFrom(session, origin)} select n.id ${deliveries(session)}${between} ${tail}`.execute(
      await session.db(),
    );
  return pageOf(rows, page);
};

export const countDeliveries = async (session: Session, origin: Origin): Promise<Count> => {
  const { rows } = await sql<{
    count: string;
  }>`${cameFrom(session, origin)} select ${countedAtMost(deliveries(session))} as count`.execute(
    await session.db(),
  );
  return countOf(rows[0]?.count);
};

const resolutions = ({ viewer }: Session) =>
  sql`from contradictions n where n.status = 'RESOLVED' and ${contradictionsVisibleTo(viewer, 'n')}
    and (n.older_id in (select id from seen) or n.newer_id in (select id from seen))`;

/** The resolved contradictions, as far as the viewer sees them, of which any of it is a side. */
export const pageOfResolutions = async (
  session: Session,
  origin: Origin,
  page: PageArguments,
  direction: Direction = 'ASC',
): Promise<Page<ImpactRef>> => {
  const { between, tail } = keyset({ ...resolutionOrder, direction }, page);
  const { rows } =
    await sql<ImpactRef>`${cameFrom(session, origin)} select n.id ${resolutions(session)}${between} ${tail}`.execute(
      await session.db(),
    );
  return pageOf(rows, page);
};

export const countResolutions = async (session: Session, origin: Origin): Promise<Count> => {
  const { rows } = await sql<{
    count: string;
  }>`${cameFrom(session, origin)} select ${countedAtMost(resolutions(session))} as count`.execute(
    await session.db(),
  );
  return countOf(rows[0]?.count);
};

/** All of it that the viewer sees, in the order of ids. */
export const itemsFrom = async (session: Session, origin: Origin): Promise<string[]> => {
  const { rows } = await sql<ImpactRef>`${cameFrom(session, origin)} select id from seen order by id`.execute(
    await session.db(),
  );
  return rows.map(({ id }) => id);
};
