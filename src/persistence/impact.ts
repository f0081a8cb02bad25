import DataLoader from 'dataloader';
import { type Origin, originKey } from '#domain/impact/origin.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import { exactly } from '#persistence/reading/count.ts';
import { type CountKey, type NestedList, nestedCounts, nestedPages } from './reading/nested-list.ts';
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

type OriginKind = Origin['kind'];

/** Conditions for items read from the origin itself, whose key is `parent.id`. */
const isFrom: Readonly<Record<OriginKind, RawBuilder<SqlBool>>> = {
  document: sql`i.source_id in (select c.id from chunks c where c.tenant = i.tenant and c.document_id = parent.id)`,
  wave: sql`i.source_id in (select c.id from chunks c join documents d on d.tenant = c.tenant and d.id = c.document_id
    where c.tenant = i.tenant and d.wave_id = parent.id)`,
  interaction: sql`i.source_id = parent.id`,
  contributor: sql`i.contributor = parent.id`,
  extractor: sql`i.extractor_version = parent.id::jsonb ->> 0 and (parent.id::jsonb ->> 1 is null or i.rule = parent.id::jsonb ->> 1)`,
  trace: sql`i.source_id in (select chunk ->> 'chunk_id' from pathway_traces p cross join jsonb_array_elements(p.document -> 'kb_chunks') chunk
    where p.tenant = i.tenant and p.id = parent.id and starts_with(chunk ->> 'chunk_id', 'chk_'))`,
};

/** Items of the origin `parent.id` and those derived from them: entities that memories graduated to, and merged memories. */
const cameFrom = (viewer: Viewer, kind: OriginKind) => sql`with recursive own as (
    select 'memory' as "itemKind", i.id from memories i where i.tenant = ${viewer.tenant} and ${isFrom[kind]}
    union all select 'entity', i.id from graph_entities i where i.tenant = ${viewer.tenant} and ${isFrom[kind]}),
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

interface ImpactRef {
  readonly id: string;
}

const byId = { key: 'id', keyOf: ({ id }: ImpactRef) => id } as const;

/** Orders of the lists of an impact, for cursors. */
export const impactOrders = {
  items: { name: 'impact', ...byId },
  deliveries: { name: 'impact-deliveries', ...byId },
  resolutions: { name: 'impact-resolutions', ...byId },
} as const;
type ImpactList = keyof typeof impactOrders;

const rowsOf: Readonly<Record<ImpactList, (viewer: Viewer) => RawBuilder<unknown>>> = {
  items: () => sql`seen n`,
  /** The receipts, as far as the viewer sees them, of bundles in which any of it was delivered. */
  deliveries: (viewer) =>
    sql`bundle_receipts n where ${receiptsVisibleTo(viewer, 'n')} and n.item_ids && (select coalesce(array_agg(id), '{}') from seen)`,
  /** The resolved contradictions, as far as the viewer sees them, of which any of it is a side. */
  resolutions: (viewer) =>
    sql`contradictions n where n.status = 'RESOLVED' and ${contradictionsVisibleTo(viewer, 'n')}
      and (n.older_id in (select id from seen) or n.newer_id in (select id from seen))`,
};

const listOf = (kind: OriginKind, list: ImpactList): NestedList<ImpactRef> => ({
  ...impactOrders[list],
  columns: sql`n.id`,
  from: (viewer) =>
    sql`(${cameFrom(viewer, kind)} select ${viewer.tenant}::text as tenant, parent.id as origin, n.id from ${rowsOf[list](viewer)})`,
  parent: 'origin',
  visible: () => sql`true`,
});

export interface ImpactCount {
  readonly type: 'MEMORY' | 'ENTITY';
  readonly status: ItemStatus;
  readonly count: number;
}

const readCounts = async (session: ReadSession, kind: OriginKind, keys: readonly string[]) => {
  const { rows } = await sql<Omit<ImpactCount, 'count'> & { key: string; count: string }>`
    select parent.id as key, counted.* from unnest(${keys}::text[]) parent (id) cross join lateral (${cameFrom(session.viewer, kind)}
      select upper("itemKind") as type, status, count(*) as count from seen group by 1, 2) counted order by 2, 3`.execute(
    await session.byKey(),
  );
  const counts = Map.groupBy(rows, ({ key }) => key);
  return keys.map((key) =>
    (counts.get(key) ?? []).map(
      ({ type, status, count }): ImpactCount => ({ type, status, count: Number(count) }),
    ),
  );
};

const loadersOf = (session: ReadSession, kind: OriginKind) => {
  const counts = new DataLoader((keys: readonly string[]) => readCounts(session, kind, keys));
  const items = listOf(kind, 'items');
  const deliveries = listOf(kind, 'deliveries');
  const resolutions = listOf(kind, 'resolutions');
  return {
    counts,
    items: [
      nestedPages(session, items, 'string'),
      {
        load: async ({ parentId }: CountKey) =>
          exactly((await counts.load(parentId)).reduce((sum, { count }) => sum + count, 0)),
      },
    ],
    deliveries: [nestedPages(session, deliveries, 'string'), nestedCounts(session, deliveries)],
    resolutions: [nestedPages(session, resolutions, 'string'), nestedCounts(session, resolutions)],
  } as const;
};

/** Look-ups of what came from origins, one of each kind of origin an operation. */
export const impacts = (session: ReadSession) => {
  const made = new Map<OriginKind, ReturnType<typeof loadersOf>>();
  return (kind: OriginKind): ReturnType<typeof loadersOf> => {
    const loaders = made.get(kind) ?? loadersOf(session, kind);
    made.set(kind, loaders);
    return loaders;
  };
};

/** All of it that the viewer sees, in the order of ids. */
export const itemsFrom = async ({ viewer, db }: Session, origin: Origin): Promise<string[]> => {
  const { rows } = await sql<ImpactRef>`select seen.id from (values (${originKey(origin)}::text)) parent (id)
    cross join lateral (${cameFrom(viewer, origin.kind)} select id from seen) seen order by id`.execute(
    await db(),
  );
  return rows.map(({ id }) => id);
};
