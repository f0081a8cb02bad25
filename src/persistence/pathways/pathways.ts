import DataLoader from 'dataloader';
import type { OptionalCondition } from '#domain/input/condition.ts';
import { exportTrace } from '#domain/pathways/pathway-state.ts';
import type { TraceDocument } from '#domain/pathways/trace-document.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { Pathway } from '#entities/pathway.ts';
import type { PathwayTrace } from '#entities/pathway-trace.ts';
import { conjunction, meets } from '#persistence/reading/conditions.ts';
import { type Count, countRows } from '#persistence/reading/count.ts';
import {
  type Direction,
  encodeCursor,
  type KeysetOrder,
  keyset,
  type Page,
  type PageArguments,
  pageOf,
} from '#persistence/reading/keyset.ts';
import { listOrder, type OrderBy, type OrderColumns } from '#persistence/reading/list-order.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { columnList, type ReadColumns } from '#persistence/reading/row-columns.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** Pathways and traces are seen by the whole tenant: the tenant is all of their visibility. */

const pathwayNames = [
  'id', 'pathwayId', 'taskClass', 'filePrefix', 'signalClass', 'retired', 'retiredAt', 'createdAt', 'updatedAt',
] as const; // biome-ignore format: a list to be read across

export interface PathwayRow
  extends ReadColumns<Pathway, (typeof pathwayNames)[number] | 'replayCount' | 'replaysSucceeded'> {
  /** True when the pathway has a head. */
  readonly hasHead: boolean;
}

const traceNames = [
  'id', 'pathwayRef', 'traceUid', 'version', 'parentTraceUid', 'rootTraceUid', 'supersededAt', 'supersededByTraceUid', 'taskClass', 'filePath',
  'signalClass', 'vectorCounts', 'subjectIds', 'redactions', 'legacy', 'replayCount', 'replaysSucceeded', 'successRate', 'createdAt',
] as const; // biome-ignore format: a list to be read across

/** A trace without its document, which is read only where it is asked for. */
export type TraceRow = ReadColumns<PathwayTrace, (typeof traceNames)[number]>;

/** The sums are 64-bit integers, which the driver hands out as text. */
const pathwayColumns = sql`${columnList('n', pathwayNames)}, n.replay_count::float8 as "replayCount",
  n.replays_succeeded::float8 as "replaysSucceeded",
  exists (select 1 from pathway_traces t where t.tenant = n.tenant and t.pathway_ref = n.id and t.superseded_at is null) as "hasHead"`;

export const traceColumns = columnList('n', traceNames);

/** A trace by its id, or by the UUID of the specification, in whatever case. */
export const tracesNamed = (alias: string, name: string): RawBuilder<SqlBool> =>
  name.startsWith('trc_')
    ? sql<SqlBool>`${sql.ref(`${alias}.id`)} = ${name}`
    : sql<SqlBool>`${sql.ref(`${alias}.trace_uid`)} = ${name.toLowerCase()}`;

const byKey = <Row>(session: ReadSession, columns: RawBuilder<unknown>, table: string, key: string) =>
  new DataLoader<string, Row | null>(async (keys) => {
    const { rows } = await sql<{ key: string } & Row>`select ${sql.ref(`n.${key}`)} as key, ${columns}
      from ${sql.table(table)} n where n.tenant = ${session.viewer.tenant}
        and ${sql.ref(`n.${key}`)} = any(${[...keys]})`.execute(await session.byKey());
    const found = new Map<string, Row>(rows.map((row) => [row.key, row]));
    return keys.map((value) => found.get(value) ?? null);
  });

export const pathwaysById = (session: ReadSession) =>
  byKey<PathwayRow>(session, pathwayColumns, 'pathways', 'id');
/** By the hash that every runtime computes. */
export const pathwaysByHash = (session: ReadSession) =>
  byKey<PathwayRow>(session, pathwayColumns, 'pathways', 'pathway_id');
export const tracesById = (session: ReadSession) =>
  byKey<TraceRow>(session, traceColumns, 'pathway_traces', 'id');
export const tracesByUid = (session: ReadSession) =>
  byKey<TraceRow>(session, traceColumns, 'pathway_traces', 'trace_uid');

/** The documents of traces, by the traces' ids; who may read which member is the caller's question. */
export const traceDocuments = (session: ReadSession) =>
  byKey<{ readonly document: TraceDocument }>(session, sql`n.document`, 'pathway_traces', 'id');

const nestedTraces = (
  name: string,
  parent: string,
  key: 'id' | 'version',
  until: { readonly until?: 'superseded_at' } = {},
): NestedList<TraceRow> => ({
  name,
  columns: traceColumns,
  from: sql`pathway_traces`,
  parent,
  lasts: { since: 'created_at', ...until },
  key,
  keyOf: (row) => row[key],
  visible: () => sql<SqlBool>`true`,
});

/** In the order they were written. */
export const tracesOfPathway = nestedTraces('pathway-traces', 'pathway_ref', 'id');
/** No former versions; at an instant, none that were former versions then. */
export const headsOfPathway = nestedTraces('pathway-heads', 'pathway_ref', 'id', { until: 'superseded_at' });
/** The versions of a chain, root first, by the uid of its root. */
export const chainOfRoot = nestedTraces('trace-chain', 'root_trace_uid', 'version');

export interface PathwayFilter {
  readonly taskClass?: OptionalCondition<string>;
  readonly filePrefix?: OptionalCondition<string>;
  readonly signalClass?: OptionalCondition<string>;
  readonly pathwayId?: OptionalCondition<string>;
  readonly retired?: boolean | null | undefined;
  readonly replayCount?: OptionalCondition<number>;
  readonly createdAt?: OptionalCondition<Date>;
  readonly updatedAt?: OptionalCondition<Date>;
}

/** A hash is named in whatever case. */
const folded = (condition: OptionalCondition<string>): OptionalCondition<string> => {
  if (condition == null) return condition;
  const { eq, in: among, not, ...rest } = condition;
  const lower = (text: string) => text.toLowerCase();
  return {
    ...rest,
    eq: eq == null ? null : lower(eq),
    in: among == null ? null : among.map(lower),
    not: not == null ? null : not.map(lower),
  };
};

const pathwayConditions = ({ viewer }: ReadSession, filter: PathwayFilter) =>
  conjunction([
    sql<SqlBool>`n.tenant = ${viewer.tenant}`,
    meets(sql.ref('n.task_class'), filter.taskClass),
    meets(sql.ref('n.file_prefix'), filter.filePrefix),
    meets(sql.ref('n.signal_class'), filter.signalClass),
    meets(sql.ref('n.pathway_id'), folded(filter.pathwayId)),
    filter.retired != null && sql<SqlBool>`n.retired = ${filter.retired}`,
    meets(sql`n.replay_count::float8`, filter.replayCount),
    meets(sql.ref('n.created_at'), filter.createdAt),
    meets(sql.ref('n.updated_at'), filter.updatedAt),
  ]);

/** They are made in the order of their ids. */
const pathwayOrders = {
  CREATED_AT: null,
  UPDATED_AT: { of: sql.ref('n.updated_at'), shape: 'instant' },
  REPLAY_COUNT: { of: sql`n.replay_count::float8`, shape: 'integer' },
} as const satisfies OrderColumns;

const pathwayOrder = (orderBy: OrderBy | null | undefined) =>
  listOrder<PathwayRow>(
    {
      name: 'pathways',
      key: { of: sql.ref('n.id'), shape: 'string', keyOf: ({ id }) => id },
      direction: 'DESC',
    },
    pathwayOrders,
    orderBy,
  );
export const pathwayCursor = (row: PathwayRow, orderBy?: OrderBy | null): string =>
  pathwayOrder(orderBy).cursorOf(row);

/** A page of the tenant's pathways, the newest first unless an order is given. */
export const pageOfPathways = async (
  session: ReadSession,
  { filter, orderBy }: { readonly filter: PathwayFilter; readonly orderBy?: OrderBy | null | undefined },
  page: PageArguments,
): Promise<Page<PathwayRow>> => {
  const order = pathwayOrder(orderBy);
  const { between, tail } = keyset(order.keyset, page);
  const { rows } = await sql<PathwayRow>`select ${pathwayColumns}${order.position} from pathways n
    where ${pathwayConditions(session, filter)}${between} ${tail}`.execute(await session.db());
  return pageOf(rows, page);
};

export const countPathways = async (session: ReadSession, filter: PathwayFilter): Promise<Count> =>
  countRows(await session.db(), sql`from pathways n where ${pathwayConditions(session, filter)}`);

const subjectOrder: KeysetOrder = {
  name: 'traces-by-subject',
  direction: 'ASC',
  columns: [{ of: sql.ref('s.trace_id'), shape: 'string' }],
};
export const subjectCursor = ({ id }: TraceRow): string => encodeCursor(subjectOrder.name, [id]);

const traceOfSubject = (session: ReadSession, subjectId: string, includeHistory: boolean) =>
  sql`trace_subjects s join pathway_traces n on n.tenant = s.tenant and n.id = s.trace_id
    where s.tenant = ${session.viewer.tenant} and s.subject_id = ${subjectId}${
      includeHistory ? sql`` : sql` and n.superseded_at is null`
    }`;

/** A page of the traces about a subject, oldest first: heads, and with history superseded versions. */
export const pageOfTracesBySubject = async (
  session: ReadSession,
  subjectId: string,
  includeHistory: boolean,
  page: PageArguments,
  direction: Direction = subjectOrder.direction,
): Promise<Page<TraceRow>> => {
  const { between, tail } = keyset({ ...subjectOrder, direction }, page);
  const { rows } = await sql<TraceRow>`select ${traceColumns}
    from ${traceOfSubject(session, subjectId, includeHistory)}${between} ${tail}`.execute(await session.db());
  return pageOf(rows, page);
};

export const countTracesBySubject = async (
  session: ReadSession,
  subjectId: string,
  includeHistory: boolean,
): Promise<Count> =>
  countRows(await session.db(), sql`from ${traceOfSubject(session, subjectId, includeHistory)}`);

/** The whole chain that a trace belongs to, root first; null when the viewer sees no such trace. */
export const findChain = async (session: ReadSession, name: string): Promise<readonly TraceRow[] | null> => {
  const { tenant } = session.viewer;
  const { rows } = await sql<TraceRow>`select ${traceColumns} from pathway_traces n
    where n.tenant = ${tenant} and n.root_trace_uid =
      (select named.root_trace_uid from pathway_traces named where named.tenant = ${tenant} and ${tracesNamed('named', name)})
    order by n.version`.execute(await session.db());
  return rows.length === 0 ? null : rows;
};

/**
 * The traces of a pathway that is not retired, by (success rate, replay count, newest), served by an index of heads and,
 * with history, by one of superseded versions.
 */
export const readForHotswap = async (
  session: ReadSession,
  pathwayId: string,
  { k, includeHistory }: { readonly k: number; readonly includeHistory: boolean },
): Promise<readonly TraceRow[]> => {
  const { tenant } = session.viewer;
  const order = sql`order by n.success_rate desc, n.replay_count desc, n.created_at desc, n.id desc limit ${k}`;
  const best = (which: RawBuilder<SqlBool>) => sql`select n.* from pathway_traces n where n.tenant = ${tenant}
    and n.pathway_ref = (select p.id from pathways p where p.tenant = ${tenant} and p.pathway_id = ${pathwayId} and not p.retired)
    and ${which} ${order}`;
  const heads = best(sql<SqlBool>`n.superseded_at is null`);
  const from = includeHistory
    ? sql`(${heads}) union all (${best(sql<SqlBool>`n.superseded_at is not null`)})`
    : heads;
  const { rows } = await sql<TraceRow>`select ${traceColumns} from (${from}) n ${order}`.execute(
    await session.db(),
  );
  return rows;
};

interface ExportedRow extends Omit<TraceRow, 'redactions'> {
  readonly pathwayId: string;
  readonly document: TraceDocument;
  readonly retiredHere: boolean;
}

const gatedMembers = [
  ['reducer_summary', 'reducerSummary'],
  ['final_verdict', 'finalVerdict'],
  ['subject_ids', 'subjectIds'],
] as const;

/** A trace under the specification's names, without the members whose fields this viewer may not read. */
export const readableTrace = (viewer: Viewer, trace: object): object => {
  const hidden = gatedMembers.filter(([, field]) => !mayReadField(viewer, field));
  return Object.fromEntries(
    Object.entries(trace).filter(([member]) => !hidden.some(([name]) => name === member)),
  );
};

/**
 * The tenant's traces as the specification's `state.json` (§7), as far as the viewer may read their fields: the file
 * that was imported, where nothing moved on since.
 */
export const exportState = async (session: ReadSession): Promise<Readonly<Record<string, unknown>>> => {
  const db = await session.db();
  const { tenant } = session.viewer;
  const { rows: states } = await sql<{
    envelope: Readonly<Record<string, unknown>> | null;
    emptyBuckets: readonly string[] | null;
    importedAt: Date | null;
    changedAt: Date | null;
  }>`select s.envelope, s.empty_buckets as "emptyBuckets", s.imported_at as "importedAt", changed.at as "changedAt"
    from (select max(p.updated_at) as at from pathways p where p.tenant = ${tenant}) changed
    left join pathway_states s on s.tenant = ${tenant}`.execute(db);
  const { rows } = await sql<ExportedRow>`select ${traceColumns}, n.document, p.pathway_id as "pathwayId",
      p.retired_at is not null as "retiredHere"
    from pathway_traces n join pathways p on p.tenant = n.tenant and p.id = n.pathway_ref
    where n.tenant = ${tenant} order by n.id`.execute(db);
  const pathways: Record<string, unknown[]> = {};
  for (const bucket of states[0]?.emptyBuckets ?? []) pathways[bucket] = [];
  for (const row of rows) {
    pathways[row.pathwayId] ??= [];
    pathways[row.pathwayId]?.push(readableTrace(session.viewer, exportTrace(row)));
  }
  const { envelope, importedAt, changedAt } = states[0] ?? {};
  const movedOn = changedAt && (!importedAt || changedAt > importedAt);
  return {
    ...envelope,
    pathways,
    ...(envelope && !movedOn ? {} : { last_updated_at: changedAt?.toISOString() ?? null }),
  };
};
