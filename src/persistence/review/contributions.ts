import DataLoader from 'dataloader';
import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import { openContradictions } from '#persistence/contradictions/contradictions.ts';
import { conjunction } from '#persistence/reading/conditions.ts';
import type { Count } from '#persistence/reading/count.ts';
import { countFiltered, type FilteredList, readFiltered } from '#persistence/reading/filtered-list.ts';
import { itemColumns, itemsAsSeen, type MemoryRow } from '#persistence/reading/item-rows.ts';
import type { Page, PageArguments } from '#persistence/reading/keyset.ts';
import { listOrder, type OrderBy } from '#persistence/reading/list-order.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { mostItems } from './filtered-items.ts';
import { classesOf } from './item-counts.ts';
import { type ItemFilter, itemConditions, itemOrders, servedMembers } from './item-filter.ts';

export interface ContributionSelection {
  readonly filter?: ItemFilter | null | undefined;
  readonly orderBy?: OrderBy | null | undefined;
}

const orderOf = (orderBy: OrderBy | null | undefined) =>
  listOrder<MemoryRow>(
    {
      name: 'contributions',
      key: { of: sql.ref('n.id'), shape: 'string', keyOf: ({ id }) => id },
      direction: 'DESC',
    },
    itemOrders,
    orderBy,
  );

export const contributionCursor = (row: MemoryRow, orderBy?: OrderBy | null): string =>
  orderOf(orderBy).cursorOf(row);

const ownItems = ({ viewer }: ReadSession, filter: ItemFilter): FilteredList<ItemFilter> => {
  const conditions = (part: ItemFilter) => itemConditions(viewer, part, { of: 'n', kind: 'memory' });
  const own = sql<SqlBool>`(${itemsVisibleTo(viewer, 'n')} and n.contributor = ${viewer.user})`;
  return {
    served: servedMembers.memory,
    from: (part) => sql`from memories n where ${conjunction([own, ...conditions(part)])}`,
    conditions,
    most: mostItems(filter),
  };
};

/** The viewer's own memories, personal ones too, newest first unless another order is asked for. */
export const pageOfContributions = async (
  session: ReadSession,
  { filter, orderBy }: ContributionSelection,
  page: PageArguments,
): Promise<Page<MemoryRow>> => {
  const order = orderOf(orderBy);
  const list = {
    ...ownItems(session, filter ?? {}),
    columns: sql`${itemColumns('n', session, 'memory')}${order.position}`,
    order: order.keyset,
    asShown: (rows: readonly MemoryRow[]) => itemsAsSeen(session, rows),
  };
  return readFiltered(session, filter ?? {}, list, page);
};

export const countContributions = async (session: ReadSession, filter?: ItemFilter | null): Promise<Count> =>
  countFiltered(session, filter ?? {}, {
    ...ownItems(session, filter ?? {}),
    order: sql`n.id desc`,
  });

export interface MemoryStats {
  readonly total: number;
  readonly byStatus: readonly { readonly status: ItemStatus; readonly count: number }[];
  readonly byKind: readonly { readonly kind: MemoryKind; readonly count: number }[];
  readonly byDomain: readonly { readonly domain: string | null; readonly count: number }[];
  /** Pending items, counted as the review queue lists them. */
  readonly pendingReview: number;
  readonly openContradictions: number;
}

interface FigureRow {
  readonly counted: 'total' | 'status' | 'kind' | 'domain';
  readonly status: ItemStatus;
  readonly kind: MemoryKind;
  readonly domain: string | null;
  readonly count: string;
  readonly open: string;
  readonly pending: string;
}

/** Counts of a project (a name, or an expression for one), or of all. */
const figuresOf = (viewer: Viewer, project: unknown) =>
  sql`select case grouping(i.status, i.kind, i.domain) when 7 then 'total' when 3 then 'status' when 5 then 'kind' else 'domain' end as counted,
      i.status, i.kind, i.domain, coalesce(sum(i.items), 0) as count, ${openContradictions(viewer, project)} as open,
      coalesce(sum(i.items) filter (where i.status = 'CANDIDATE' and not i.is_personal), 0) as pending
    from item_counts i where ${classesOf.memory} and ${itemsVisibleTo(viewer, 'i')}${project === null ? sql`` : sql` and i.project = ${project}`}
    group by grouping sets ((), (i.status), (i.kind), (i.domain)) having grouping(i.status, i.kind, i.domain) = 7 or sum(i.items) <> 0`;

const figureOrder = sql`counted, status, kind, domain nulls last`;

const statsFrom = (rows: readonly FigureRow[]): MemoryStats => {
  const of = (counted: FigureRow['counted']) =>
    rows.filter((row) => row.counted === counted).map((row) => ({ ...row, count: Number(row.count) }));
  return {
    total: of('total')[0]?.count ?? 0,
    byStatus: of('status'),
    byKind: of('kind'),
    byDomain: of('domain'),
    pendingReview: Number(rows.find(({ counted }) => counted === 'total')?.pending ?? 0),
    openContradictions: Number(rows[0]?.open ?? 0),
  };
};

/** Counts what the viewer may see in one aggregation; sorted by the counted value, no domain last. `project` null for all. */
export const readMemoryStats = async (session: ReadSession, project: string | null): Promise<MemoryStats> => {
  const { rows } =
    await sql<FigureRow>`select * from (${figuresOf(session.viewer, project)}) f order by ${figureOrder}`.execute(
      await session.db(),
    );
  return statsFrom(rows);
};

/** Like `readMemoryStats`, for several projects. */
export const memoryStatsOfProject = (session: ReadSession) =>
  new DataLoader<string, MemoryStats>(async (projects) => {
    const { rows } = await sql<
      FigureRow & { readonly project: string }
    >`select named.project, f.* from unnest(${[...projects]}::text[]) named (project)
      cross join lateral (${figuresOf(session.viewer, sql.ref('named.project'))}) f order by ${figureOrder}`.execute(
      await session.byKey(),
    );
    const byProject = Map.groupBy(rows, ({ project }) => project);
    return projects.map((project) => statsFrom(byProject.get(project) ?? []));
  });
