import type { OptionalCondition } from '#domain/input/condition.ts';
import { excludesPersonal } from '#domain/privacy/visibility.ts';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import type { WorkflowReason, WorkflowStatus } from '#domain/routing/workflow-states.ts';
import type { Count } from '#persistence/reading/count.ts';
import { conjunction, meets } from './reading/conditions.ts';
import { countFiltered, type FilteredList, mostLookedUp, readFiltered } from './reading/filtered-list.ts';
import type { Page, PageArguments } from './reading/keyset.ts';
import { listOrder, type OrderBy, type OrderColumns } from './reading/list-order.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from './reading/sql.ts';
import { extractionsVisibleTo } from './reading/visibility-predicate.ts';
import type { ReadSession, WriteSession } from './store/viewer-session.ts';
import { type WorkflowItemRow, workflowColumns } from './workflow-items.ts';

/** Every item of extractions, the newest first, whether or not the viewer sees them: for a use case that holds their rows. */
export const workflowItemsOf = async (
  { db, viewer }: WriteSession,
  extractionIds: readonly string[],
): Promise<Map<string, WorkflowItemRow[]>> => {
  // `offset 0` keeps it one index look-up an extraction: a store that has no statistics would read the whole tenant.
  const { rows } =
    await sql<WorkflowItemRow>`select w.* from unnest(${[...extractionIds]}::text[]) as wanted (id)
    cross join lateral (select ${workflowColumns} from workflow_items w
      where w.tenant = ${viewer.tenant} and w.extraction_id = wanted.id offset 0) w
    order by w."createdAt" desc, w.id desc`.execute(db);
  return Map.groupBy(rows, ({ extractionId }) => extractionId);
};

export interface WorkflowItemFilter {
  readonly project?: OptionalCondition<string>;
  readonly status?: OptionalCondition<WorkflowStatus>;
  readonly reason?: OptionalCondition<WorkflowReason>;
  readonly schemaName?: OptionalCondition<string>;
  readonly decidedBy?: OptionalCondition<string>;
  readonly decidedByHuman?: boolean | null | undefined;
  readonly createdAt?: OptionalCondition<Date>;
  readonly updatedAt?: OptionalCondition<Date>;
}

const isVisible = ({ viewer }: ReadSession) => [
  extractionsVisibleTo(viewer, 'e'),
  excludesPersonal(viewer, null) && sql<SqlBool>`not e.is_personal`,
];

/** A person's decision has a reason of its own, and is the last word: no routing follows it. */
const isDecided = (reason: Expression<unknown>, { decidedByHuman }: WorkflowItemFilter) =>
  decidedByHuman != null && meets(reason, decidedByHuman ? { eq: 'HUMAN' } : { not: ['HUMAN'] });

/** Conditions on an extraction, and on the status and the reason of its newest routing, which stand in it, too. */
const routedConditions = (filter: WorkflowItemFilter, status: string, reason: string) => [
  meets(sql.ref('e.project'), filter.project),
  meets(sql.ref('e.schema_name'), filter.schemaName),
  meets(sql.ref(status), filter.status),
  meets(sql.ref(reason), filter.reason),
  isDecided(sql.ref(reason), filter),
];

/** Conditions on what the routing alone has, and not its extraction; null, undefined or false where the filter has none. */
const routingConditions = (filter: WorkflowItemFilter) => [
  meets(sql.ref('w.decided_by'), filter.decidedBy),
  meets(sql.ref('w.created_at'), filter.createdAt),
  meets(sql.ref('w.updated_at'), filter.updatedAt),
];

const itemConditions = (filter: WorkflowItemFilter) => [
  ...routedConditions(filter, 'w.status', 'w.reason'),
  ...routingConditions(filter),
];

const workflowItems = (session: ReadSession): FilteredList<WorkflowItemFilter> => ({
  served: ['status', 'decidedBy', 'createdAt'],
  from: (part) =>
    sql`from workflow_items w join extractions e on e.tenant = w.tenant and e.id = w.extraction_id where ${conjunction(
      [
        sql<SqlBool>`w.tenant = ${session.viewer.tenant}`,
        // An item of an older routing version is history: the newest of its extraction speaks.
        sql<SqlBool>`not exists (select 1 from workflow_items newer where newer.tenant = w.tenant
    and newer.extraction_id = w.extraction_id and (newer.created_at, newer.id) > (w.created_at, w.id))`,
        ...isVisible(session),
        ...itemConditions(part),
      ],
    )}`,
  conditions: itemConditions,
  most: mostLookedUp,
});

/** Extractions that were routed are as many as newest items, whose status and reason they have. */
const routedExtractions = (session: ReadSession): FilteredList<WorkflowItemFilter> => {
  const conditions = (part: WorkflowItemFilter) =>
    routedConditions(part, 'e.routing_status', 'e.routing_reason');
  return {
    served: ['project', 'status', 'reason', 'decidedByHuman'],
    from: (part) =>
      sql`from extractions e where ${conjunction([
        ...isVisible(session),
        sql<SqlBool>`e.routing_status is not null`,
        ...conditions(part),
      ])}`,
    conditions,
    most: mostLookedUp,
  };
};

const workflowItemOrders = {
  CREATED_AT: { of: sql.ref('w.created_at'), shape: 'instant' },
  UPDATED_AT: { of: sql.ref('w.updated_at'), shape: 'instant' },
} as const satisfies OrderColumns;

const oldestFirst: OrderBy = { field: 'CREATED_AT', direction: 'ASC' };

const orderOf = (orderBy: OrderBy | null | undefined) =>
  listOrder<WorkflowItemRow>(
    {
      name: 'workflow-items',
      key: { of: sql.ref('w.id'), shape: 'string', keyOf: ({ id }) => id },
      direction: 'ASC',
    },
    workflowItemOrders,
    orderBy ?? oldestFirst,
  );
export const workflowItemCursor = (row: WorkflowItemRow, orderBy?: OrderBy | null): string =>
  orderOf(orderBy).cursorOf(row);

/** The newest item of every extraction that the viewer may see, personal ones left out, oldest first unless an order is given. */
export const pageOfWorkflowItems = async (
  session: ReadSession,
  { filter, orderBy }: { readonly filter: WorkflowItemFilter; readonly orderBy?: OrderBy | null | undefined },
  page: PageArguments,
): Promise<Page<WorkflowItemRow>> => {
  const order = orderOf(orderBy);
  const list = {
    ...workflowItems(session),
    columns: sql`${workflowColumns}${order.position}`,
    order: order.keyset,
  };
  return readFiltered<WorkflowItemRow, WorkflowItemFilter>(session, filter, list, page);
};

export const countWorkflowItems = async (session: ReadSession, filter: WorkflowItemFilter): Promise<Count> =>
  countFiltered(
    session,
    filter,
    routingConditions(filter).some(Boolean)
      ? { ...workflowItems(session), order: sql`w.created_at desc, w.id desc` }
      : { ...routedExtractions(session), order: sql`e.id desc` },
  );

/** Fields of an extraction that routing needs; without its payload, so that any number fits in memory. */
export interface RoutableExtraction {
  readonly id: string;
  readonly schemaName: string;
  readonly fieldConfidence: readonly FieldConfidence[];
  readonly guardrailFlags: readonly string[];
  readonly ownFlags: readonly string[];
  readonly yieldedAt: Date | null;
}

const lockRoutable = async (
  { db, viewer }: WriteSession,
  which: RawBuilder<unknown>,
): Promise<RoutableExtraction[]> => {
  const { rows } = await sql<RoutableExtraction>`select e.id, e.schema_name as "schemaName",
      e.field_confidence as "fieldConfidence", e.guardrail_flags as "guardrailFlags", e.own_flags as "ownFlags",
      e.yielded_at as "yieldedAt"
    from extractions e where e.tenant = ${viewer.tenant} and ${which} for no key update`.execute(db);
  return rows;
};

/** Locks one extraction until the transaction ends; null when the tenant has none with this id. */
export const lockExtractionById = async (
  session: WriteSession,
  id: string,
): Promise<RoutableExtraction | null> => (await lockRoutable(session, sql`e.id = ${id}`))[0] ?? null;

/** Locks the next `size` extractions of the tenant after an id, in the order of their ids, until the transaction ends. */
export const lockExtractionsAfter = async (
  session: WriteSession,
  after: string,
  size: number,
): Promise<RoutableExtraction[]> => {
  // In the order of the index: a store that has no statistics would sort all that is left for every batch.
  await sql`select set_config('enable_sort', 'off', true)`.execute(session.db);
  return lockRoutable(session, sql`e.id > ${after} order by e.id limit ${size}`);
};

/** A routing as it replaces the one before it; column names. */
export interface RoutingUpdate {
  readonly id: string;
  readonly status: WorkflowStatus;
  readonly reason: WorkflowReason;
  readonly guardrail_flags: readonly string[];
  readonly threshold: number;
}

/** Updates workflow items in one statement, and raises their revisions. */
export const updateRoutings = async (
  { db, viewer }: WriteSession,
  updates: readonly RoutingUpdate[],
  now: Date,
): Promise<void> => {
  if (updates.length === 0) return;
  await sql`update workflow_items w set status = u.status, reason = u.reason, guardrail_flags = u.guardrail_flags,
      threshold = u.threshold, revision = w.revision + 1, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
      as u (id text, status text, reason text, guardrail_flags text[], threshold float8)
    where w.tenant = ${viewer.tenant} and w.id = u.id`.execute(db);
};

/** Stores a person's decision about a workflow item, and raises its revision. */
export const storeHumanDecision = async (
  { db, viewer }: WriteSession,
  {
    id,
    status,
    note,
    now,
  }: {
    readonly id: string;
    readonly status: WorkflowStatus;
    readonly note: string | null;
    readonly now: Date;
  },
): Promise<void> => {
  await sql`update workflow_items set status = ${status}, reason = 'HUMAN', decided_by = ${viewer.user},
      decided_at = ${now}, decision_note = ${note}, revision = revision + 1, updated_at = ${now}
    where tenant = ${viewer.tenant} and id = ${id}`.execute(db);
};
