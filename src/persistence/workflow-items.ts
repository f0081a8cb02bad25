import DataLoader from 'dataloader';
import type { WorkflowReason, WorkflowStatus } from '#domain/routing/workflow-states.ts';
import type { ExtractionRow } from './ingestion/extractions.ts';
import type { ChildList } from './reading/nested-list.ts';
import { type SeenRows, seenAmong } from './reading/row-loader.ts';
import { rowsWithIds } from './reading/rows-with-ids.ts';
import { type SqlBool, sql } from './reading/sql.ts';
import { withheldTexts, workflowItemsVisibleTo } from './reading/visibility-predicate.ts';
import type { ReadSession } from './store/viewer-session.ts';

export interface WorkflowItemRow {
  readonly id: string;
  readonly extractionId: string;
  readonly idempotencyKey: string;
  readonly routingVersion: string;
  readonly status: WorkflowStatus;
  readonly reason: WorkflowReason;
  readonly guardrailFlags: readonly string[];
  readonly threshold: number;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decisionNote: string | null;
  readonly revision: number;
  /** It was REJECTED once, whatever it is now. */
  readonly wasRejected: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const workflowColumnsOf = (table: 'w' | 'n'): string =>
  `${table}.id, ${table}.extraction_id as "extractionId", ${table}.idempotency_key as "idempotencyKey",
  ${table}.routing_version as "routingVersion", ${table}.status, ${table}.reason, ${table}.guardrail_flags as "guardrailFlags", ${table}.threshold,
  ${table}.decided_by as "decidedBy", ${table}.decided_at as "decidedAt", ${table}.decision_note as "decisionNote", ${table}.revision,
  ${table}.was_rejected as "wasRejected", ${table}.created_at as "createdAt", ${table}.updated_at as "updatedAt"`;
export const workflowColumns = sql.raw(workflowColumnsOf('w'));

/** `redacted`: the label policy withholds words of its extraction, which a decision may quote. */
type VisibleWorkflowItem = WorkflowItemRow & { readonly redacted: boolean };

export const workflowItemsById = (session: ReadSession) =>
  new DataLoader<string, VisibleWorkflowItem | null>(async (ids) => {
    const { rows } = await sql<VisibleWorkflowItem>`select ${workflowColumns},
        coalesce((select (${withheldTexts({ source: 'e.source_id', extraction: 'e.id' })}) is not null
          from extractions e where e.tenant = w.tenant and e.id = w.extraction_id), true) as redacted
      from ${rowsWithIds(session.viewer, 'workflow_items', ids)} w
      where ${workflowItemsVisibleTo(session.viewer, 'w')}`.execute(await session.byKey());
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** The newest routing of each extraction; null where the extraction is hidden. */
export const workflowItemsByExtraction = (session: ReadSession, extractions: SeenRows<ExtractionRow>) =>
  new DataLoader<string, WorkflowItemRow | null>(async (extractionIds) => {
    const seen = await seenAmong(extractions, extractionIds);
    if (seen.size === 0) return extractionIds.map(() => null);
    const { rows } =
      await sql<WorkflowItemRow>`select distinct on (w.extraction_id) ${workflowColumns} from workflow_items w
      where w.tenant = ${session.viewer.tenant} and w.extraction_id = any(${[...seen.keys()]})
      order by w.extraction_id, w.created_at desc, w.id desc`.execute(await session.byKey());
    const found = new Map(rows.map((row) => [row.extractionId, row]));
    return extractionIds.map((id) => found.get(id) ?? null);
  });

/** Every routing of an extraction, the newest first: seen with it. */
export const routingsOfExtraction: ChildList<WorkflowItemRow, ExtractionRow> = {
  name: 'routings-of-extraction',
  columns: sql.raw(workflowColumnsOf('n')),
  from: sql`workflow_items`,
  parent: 'extraction_id',
  lasts: { since: 'created_at' },
  key: 'id',
  direction: 'DESC',
  keyOf: ({ id }) => id,
  visible: () => sql<SqlBool>`true`,
  asShownWith: (row) => row,
};
