import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  contradictionsVisibleTo,
  hangersVisibleTo,
  receiptsVisibleTo,
  workflowItemsVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';

export const timelineKinds = [
  'REVISION',
  'DECISION',
  'CHANGE',
  'EVIDENCE',
  'CONTRADICTION',
  'RESOLUTION',
  'LABELS',
  'ROUTING',
  'DELIVERY',
  'INGESTION',
  'TRACE',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Something that happened. */
export interface TimelineRow {
  readonly kind: TimelineKind;
  readonly at: Date;
  /** Null where nobody acted, or nobody is named. */
  readonly actor: string | null;
  /** Of what happened: an event of evidence, a contradiction, a receipt and so on; of a version, of its item. */
  readonly ref: string;
  readonly revision: number | null;
  readonly statusBefore: ItemStatus | null;
  readonly status: ItemStatus | null;
  readonly place: string;
}

const none = sql`null::int as revision, null::text as status_before, null::text as status`;

/** Versions of items: a wording, a decision that changed the status, or another change. */
const versions = (
  parent: RawBuilder<unknown>,
  join: RawBuilder<unknown> = sql``,
) => sql`select r.tenant, ${parent} as parent_id,
    case when r.reworded then 'REVISION' when before.status is distinct from r.status then 'DECISION' else 'CHANGE' end as kind,
    r.edited_at as at, r.edited_by as actor, coalesce(r.memory_id, r.entity_id) as ref, r.revision, before.status as status_before, r.status
  from revisions r ${join} left join lateral (select b.status from revisions b where b.tenant = r.tenant and b.revision < r.revision
    and (b.memory_id = r.memory_id or b.entity_id = r.entity_id) order by b.revision desc limit 1) before on true`;

const routings = (
  parent: RawBuilder<unknown>,
  join: RawBuilder<unknown>,
) => sql`select w.tenant, ${parent}, 'ROUTING',
    coalesce(w.decided_at, w.created_at), w.decided_by, w.id, ${none} from workflow_items w ${join}`;

const evidence = (parent: RawBuilder<unknown>) =>
  sql`select v.tenant, ${parent}, 'EVIDENCE', v.created_at, null::text, v.id, ${none} from evidence v`;

const contradictions = (
  side: 'older_id' | 'newer_id',
) => sql`select c.tenant, ${sql.ref(`c.${side}`)}, 'CONTRADICTION', c.detected_at, null::text, c.id, ${none}
    from contradictions c union all
  select c.tenant, ${sql.ref(`c.${side}`)}, 'RESOLUTION', c.resolved_at, c.resolved_by, c.id, ${none} from contradictions c where c.resolved_at is not null`;

const deliveries = sql`select d.tenant, d.memory_id, 'DELIVERY', b.issued_at, b.user_id, b.id, ${none} from delivered_items d
  join bundle_receipts b on b.tenant = d.tenant and b.id = d.receipt_id`;

const labels = (parent: RawBuilder<unknown>) =>
  sql`select l.tenant, ${parent}, 'LABELS', l.decided_at, l.decided_by, coalesce(l.memory_id, l.entity_id), l.revision, null::text, null::text from label_decisions l`;

/** What is not seen with the parent alone. */
const shown = (viewer: Viewer) => {
  const seen = (table: string, visible: unknown) =>
    sql`exists (select 1 from ${sql.table(table)} seen where seen.tenant = n.tenant and seen.id = n.ref and ${visible} offset 0)`;
  const readsLabels = hasRole(viewer, 'reviewer') ? sql`true` : sql`false`;
  return sql<SqlBool>`case n.kind
    when 'CONTRADICTION' then ${seen('contradictions', contradictionsVisibleTo(viewer, 'seen'))}
    when 'RESOLUTION' then ${seen('contradictions', contradictionsVisibleTo(viewer, 'seen'))}
    when 'ROUTING' then ${seen('workflow_items', workflowItemsVisibleTo(viewer, 'seen'))}
    when 'DELIVERY' then ${seen('bundle_receipts', receiptsVisibleTo(viewer, 'seen'))}
    when 'LABELS' then ${readsLabels}
    else true end`;
};

const columns = sql`n.kind, n.at, n.actor, n.ref, n.revision, n.status_before as "statusBefore", n.status, n.place`;

const timeline = (name: string, parts: readonly RawBuilder<unknown>[]): NestedList<TimelineRow> => ({
  name,
  columns,
  from: sql`(select e.*, (to_char(e.at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || ' ' || e.kind || ' ' || e.ref || ' ' || coalesce(e.revision, 0)) collate "C" as place
    from (${sql.join(parts, sql` union all `)}) e)`,
  parent: 'parent_id',
  key: 'place',
  keyOf: ({ place }) => place,
  visible: shown,
});

/** Everything that happened to a memory, in the order of time: seen with it. */
export const timelineOfMemory = timeline('timeline-of-memory', [
  versions(sql`r.memory_id`),
  routings(sql`m.id`, sql`join memories m on m.tenant = w.tenant and m.extraction_id = w.extraction_id`),
  evidence(sql`v.memory_id`),
  contradictions('older_id'),
  contradictions('newer_id'),
  labels(sql`l.memory_id`),
  deliveries,
]);

/** Everything that happened to an entity. */
export const timelineOfEntity = timeline('timeline-of-entity', [
  versions(sql`r.entity_id`),
  routings(
    sql`i.id`,
    sql`join graph_entities i on i.tenant = w.tenant and i.extraction_id = w.extraction_id`,
  ),
  labels(sql`l.entity_id`),
]);

/** The versions of a document, and the routing of what was read from it. */
export const timelineOfDocument = timeline('timeline-of-document', [
  sql`select d.tenant, self.id as parent_id, 'INGESTION' as kind, d.created_at as at, d.contributor as actor, d.id as ref, ${none}
    from documents self join documents d on d.tenant = self.tenant and d.project = self.project and d.visibility_key = self.visibility_key and d.path = self.path`,
  routings(
    sql`c.document_id`,
    sql`join extractions x on x.tenant = w.tenant and x.id = w.extraction_id join chunks c on c.tenant = x.tenant and c.id = x.chunk_id`,
  ),
]);

/** The versions of a trace's chain. */
export const timelineOfTrace = timeline('timeline-of-trace', [
  sql`select t.tenant, self.id as parent_id, 'TRACE' as kind, t.created_at as at, null::text as actor, t.id as ref, ${none}
    from pathway_traces self join pathway_traces t on t.tenant = self.tenant and t.root_trace_uid = self.root_trace_uid`,
]);

/** What a user decided: statuses that they changed, contradictions that they resolved, routings that they decided; the parent is their name. */
export const decisionsOfUser: NestedList<TimelineRow> = {
  ...timeline('decisions-of-user', [
    versions(sql`r.edited_by`),
    sql`select c.tenant, c.resolved_by, 'RESOLUTION', c.resolved_at, c.resolved_by, c.id, ${none} from contradictions c where c.resolved_at is not null`,
    sql`select w.tenant, w.decided_by, 'ROUTING', w.decided_at, w.decided_by, w.id, ${none} from workflow_items w where w.decided_at is not null`,
  ]),
  visible: (viewer) =>
    sql<SqlBool>`(${shown(viewer)} and n.kind not in ('REVISION', 'CHANGE') and (n.kind <> 'DECISION' or exists (
      select 1 from revisions i where i.tenant = n.tenant and (i.memory_id = n.ref or i.entity_id = n.ref) and i.revision = n.revision
        and ${hangersVisibleTo(viewer, 'i')} offset 0)))`,
};
