import type { OptionalCondition } from '#domain/input/condition.ts';
import { hasRole, type Role, type Viewer } from '#domain/privacy/viewer.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import { meets } from '#persistence/reading/conditions.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  contradictionsVisibleTo,
  documentsVisibleTo,
  receiptsVisibleTo,
  relationsVisibleTo,
  visibleWithItem,
  workflowItemsVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import { comings } from './lineage.ts';

const timelineKinds = [
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
  'RELATION',
  'RELATION_END',
  'STATE',
  'TRACE',
  'REPLAY',
  'RETIREMENT',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

interface TimelineFilter {
  /** The time that a list of changes is about. */
  readonly between?: OptionalCondition<Date>;
  readonly kind?: OptionalCondition<TimelineKind>;
  readonly at?: OptionalCondition<Date>;
  readonly actor?: OptionalCondition<string>;
  /** The status that a version of an item had. */
  readonly status?: OptionalCondition<ItemStatus>;
}

/** Something that happened. */
export interface TimelineRow {
  readonly kind: TimelineKind;
  readonly at: Date;
  /** Null where nobody acted, or nobody is named. */
  readonly actor: string | null;
  /** Id of the event's object: evidence, contradiction, receipt and so on; for a version, the item's. */
  readonly ref: string;
  /** The memory or entity that it happened to; null where it happened to no item. */
  readonly itemId: string | null;
  readonly revision: number | null;
  readonly statusBefore: ItemStatus | null;
  readonly status: ItemStatus | null;
  readonly place: string;
}

const none = sql`null::int as revision, null::text as status_before, null::text as status`;

/** The items that a timeline is about, as rows `i`: `tenant`, `extraction_id`, and one of `memory_id` and `entity_id`. */
type Items = RawBuilder<unknown>;
type ItemColumn = 'memory_id' | 'entity_id';

const memories = (where: RawBuilder<unknown>): Items =>
  sql`select m.tenant, m.id as memory_id, null::text as entity_id, m.extraction_id from memories m where ${where}`;
const entities = (where: RawBuilder<unknown>): Items =>
  sql`select g.tenant, null::text as memory_id, g.id as entity_id, g.extraction_id from graph_entities g where ${where}`;

const ofItem = (table: string, column: ItemColumn) =>
  sql`${sql.ref(`${table}.tenant`)} = i.tenant and ${sql.ref(`${table}.${column}`)} = ${sql.ref(`i.${column}`)}`;

const versionKind = (before: RawBuilder<unknown>) =>
  sql`case when r.reworded then 'REVISION' when ${before} is distinct from r.status then 'DECISION' else 'CHANGE' end`;

/** Versions of items: a wording, a decision that changed the status, or another change. */
const versionsOf = (column: ItemColumn) =>
  sql`select ${versionKind(sql`r.before`)} as kind, r.edited_at as at, r.edited_by as actor, ${sql.ref(`i.${column}`)} as ref,
      r.revision, r.before as status_before, r.status
    from (select r.*, lag(r.status) over (order by r.revision) as before from revisions r where ${ofItem('r', column)}) r`;

const labelsOf = (column: ItemColumn) =>
  sql`select 'LABELS', l.decided_at, l.decided_by, ${sql.ref(`i.${column}`)}, l.revision, null::text, null::text
    from label_decisions l where ${ofItem('l', column)}`;

const contradictionsOf = (side: 'older_id' | 'newer_id') => {
  const isSide = sql`c.tenant = i.tenant and ${sql.ref(`c.${side}`)} = i.memory_id`;
  return sql`select 'CONTRADICTION', c.detected_at, null::text, c.id, ${none} from contradictions c where ${isSide}
    union all select 'RESOLUTION', c.resolved_at, c.resolved_by, c.id, ${none} from contradictions c where ${isSide} and c.resolved_at is not null`;
};

const beginOfRelation = sql`'RELATION', r.related_at, r.related_by, r.id, ${none} from entity_relations r`;
const endOfRelation = sql`'RELATION_END', r.unrelated_at, r.unrelated_by, r.id, ${none} from entity_relations r`;

const relationsOf = (end: 'from_id' | 'to_id') => {
  const isEnd = sql`r.tenant = i.tenant and ${sql.ref(`r.${end}`)} = i.entity_id`;
  return sql`select ${beginOfRelation} where ${isEnd}
    union all select ${endOfRelation} where ${isEnd} and r.unrelated_at is not null`;
};

const routings = sql`'ROUTING', coalesce(w.decided_at, w.created_at), w.decided_by, w.id, ${none} from workflow_items w`;

/** Everything that may happen to an item `i`, but for the routing of its extraction. */
const eventsOfItem = sql.join(
  [
    versionsOf('memory_id'),
    versionsOf('entity_id'),
    labelsOf('memory_id'),
    labelsOf('entity_id'),
    sql`select 'EVIDENCE', v.created_at, null::text, v.id, ${none} from evidence v where ${ofItem('v', 'memory_id')}`,
    contradictionsOf('older_id'),
    contradictionsOf('newer_id'),
    relationsOf('from_id'),
    relationsOf('to_id'),
    sql`select 'DELIVERY', b.issued_at, b.user_id, b.id, ${none} from delivered_items d
      join bundle_receipts b on b.tenant = d.tenant and b.id = d.receipt_id where ${ofItem('d', 'memory_id')}`,
  ],
  sql` union all `,
);

/** Conditions on events that are not visible with the item or the parent alone. */
const shown = (viewer: Viewer) => {
  const seen = (table: string, visible: unknown) =>
    sql`exists (select 1 from ${sql.table(table)} seen where seen.tenant = n.tenant and seen.id = n.ref and ${visible} offset 0)`;
  const isFor = (role: Role) => (hasRole(viewer, role) ? sql`true` : sql`false`);
  return sql<SqlBool>`case n.kind
    when 'CONTRADICTION' then ${seen('contradictions', contradictionsVisibleTo(viewer, 'seen'))}
    when 'RESOLUTION' then ${seen('contradictions', contradictionsVisibleTo(viewer, 'seen'))}
    when 'RELATION' then ${seen('entity_relations', relationsVisibleTo(viewer, 'seen'))}
    when 'RELATION_END' then ${seen('entity_relations', relationsVisibleTo(viewer, 'seen'))}
    when 'INGESTION' then ${seen('documents', documentsVisibleTo(viewer, 'seen'))}
    when 'ROUTING' then ${seen('workflow_items', workflowItemsVisibleTo(viewer, 'seen'))}
    when 'DELIVERY' then ${seen('bundle_receipts', receiptsVisibleTo(viewer, 'seen'))}
    when 'LABELS' then ${isFor('reviewer')}
    when 'REPLAY' then ${isFor('auditor')}
    else true end`;
};

const columns = sql`n.kind, n.at, n.actor, n.ref, coalesce(n.memory_id, n.entity_id) as "itemId", n.revision, n.status_before as "statusBefore", n.status, n.place`;

const timeline = (name: string, events: RawBuilder<unknown>): NestedList<TimelineRow> => ({
  name,
  columns,
  from: sql`(select e.*, (to_char(e.at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || ' ' || e.kind || ' ' || e.ref
      || ' ' || coalesce(e.revision, 0) || coalesce(e.memory_id, e.entity_id, '')) collate "C" as place
    from (${events}) e)`,
  parent: 'parent_id',
  lasts: { since: 'at' },
  key: 'place',
  keyOf: ({ place }) => place,
  visible: shown,
  conditions: (filter: TimelineFilter) => [
    meets(sql.ref('n.at'), filter.between),
    meets(sql.ref('n.kind'), filter.kind),
    meets(sql.ref('n.at'), filter.at),
    meets(sql.ref('n.actor'), filter.actor),
    meets(sql.ref('n.status'), filter.status),
  ],
});

/**
 * Events of the items of `parent.id` and of the parent itself, found from the parent through its items. `offset 0` holds
 * the planner to that way; without statistics it would scan whole tables.
 */
const timelineOfItems = (name: string, items: Items, own: readonly RawBuilder<unknown>[]) =>
  timeline(
    name,
    sql.join(
      [
        sql`select i.tenant, parent.id as parent_id, i.memory_id, i.entity_id, x.* from (${items} offset 0) i
          cross join lateral (${eventsOfItem} offset 0) x`,
        ...own,
      ],
      sql` union all `,
    ),
  );

/** Items that are not the parent are seen for themselves. */
const seenForThemselves = (list: NestedList<TimelineRow>): NestedList<TimelineRow> => ({
  ...list,
  visible: (viewer) =>
    sql<SqlBool>`((coalesce(n.memory_id, n.entity_id) is null or ${visibleWithItem(viewer, 'n')}) and ${shown(viewer)})`,
});

const routingsOf = (items: Items) =>
  sql`select i.tenant, parent.id, i.memory_id, i.entity_id, w.* from (${items} offset 0) i
    cross join lateral (select ${routings} where w.tenant = i.tenant and w.extraction_id = i.extraction_id offset 0) w`;

const itself = memories(sql`m.id = parent.id`);

/** Everything that happened to a memory, in the order of time: seen with it. */
export const timelineOfMemory = timelineOfItems('timeline-of-memory', itself, [routingsOf(itself)]);

const withOrigin = sql`${entities(sql`g.id = parent.id`)} union all
  ${memories(sql`(m.tenant, m.id) = (select o.tenant, o.graduated_from_id from graph_entities o where o.id = parent.id)`)}`;

/** Everything that happened to an entity, and to the memory that it graduated from as far as that is seen. */
export const timelineOfEntity = seenForThemselves(
  timelineOfItems('timeline-of-entity', withOrigin, [routingsOf(withOrigin)]),
);

const ofChunk = (table: string) =>
  sql`${sql.ref(`${table}.tenant`)} = c.tenant and ${sql.ref(`${table}.source_id`)} = c.id`;
const ofChunks = (them: RawBuilder<unknown>) =>
  sql`select i.* from (select c.tenant, c.id from chunks c where c.document_id = parent.id offset 0) c
    cross join lateral (${them} offset 0) i`;

/** The versions of a document, and what happened to what was read from this one, as far as that is seen. */
export const timelineOfDocument = seenForThemselves(
  timelineOfItems(
    'timeline-of-document',
    ofChunks(sql`${memories(ofChunk('m'))} union all ${entities(ofChunk('g'))}`),
    [
      sql`select self.tenant, self.id, null, null, 'INGESTION', came.at, case when came.at = d.created_at then d.contributor end, d.id, ${none} from documents self
        cross join lateral (select * from documents d where d.tenant = self.tenant and d.project = self.project
          and d.visibility_key = self.visibility_key and d.path = self.path offset 0) d
        cross join lateral (${comings('d')}) came where self.id = parent.id`,
      routingsOf(
        ofChunks(sql`select x.tenant, null::text as memory_id, null::text as entity_id, x.id as extraction_id
          from extractions x where ${ofChunk('x')}`),
      ),
    ],
  ),
);

/** The versions of a trace's chain, their replays for auditors, and the retirement of its pathway. */
export const timelineOfTrace = timeline(
  'timeline-of-trace',
  sql`select self.tenant, self.id as parent_id, null::text as memory_id, null::text as entity_id, x.* from (select * from pathway_traces t where t.id = parent.id offset 0) self cross join lateral (
    select 'TRACE' as kind, t.created_at as at, null::text as actor, t.id as ref, ${none}
      from pathway_traces t where t.tenant = self.tenant and t.root_trace_uid = self.root_trace_uid
    union all select 'REPLAY', a.at, a.actor, a.id, ${none} from pathway_traces t
      cross join lateral (select * from audit_events a where a.tenant = t.tenant and a.target_id = t.id and a.action = 'trace.replayed' offset 0) a
      where t.tenant = self.tenant and t.root_trace_uid = self.root_trace_uid
    union all select 'RETIREMENT', p.retired_at, null::text, p.id, ${none} from pathways p
      where p.tenant = self.tenant and p.id = self.pathway_ref and p.retired_at is not null offset 0) x`,
);

/** The version before a version `r` of an item. */
const versionBefore = sql`lateral (select b.status from revisions b where b.tenant = r.tenant and b.revision < r.revision
  and (b.memory_id = r.memory_id or b.entity_id = r.entity_id) order by b.revision desc limit 1)`;

/**
 * Decisions of a user: changed statuses, resolved contradictions, decided routings; the parent is the user's name. What they worded is
 * passed over by an index.
 */
export const decisionsOfUser: NestedList<TimelineRow> = {
  ...timeline(
    'decisions-of-user',
    sql`select r.tenant, r.edited_by as parent_id, r.memory_id, r.entity_id, ${versionKind(sql`before.status`)} as kind, r.edited_at as at, r.edited_by as actor,
        coalesce(r.memory_id, r.entity_id) as ref, r.revision, before.status as status_before, r.status
      from revisions r left join ${versionBefore} before on true where not r.reworded
    union all select c.tenant, c.resolved_by, null, null, 'RESOLUTION', c.resolved_at, c.resolved_by, c.id, ${none} from contradictions c where c.resolved_at is not null
    union all select w.tenant, w.decided_by, null, null, 'ROUTING', w.decided_at, w.decided_by, w.id, ${none} from workflow_items w where w.decided_at is not null`,
  ),
  visible: (viewer) =>
    sql<SqlBool>`(${shown(viewer)} and n.kind not in ('REVISION', 'CHANGE') and (n.kind <> 'DECISION' or ${visibleWithItem(viewer, 'n')}))`,
};

/**
 * Joins the item that a column of a change `of` names, unless it is personal: looked up for each change of the time that
 * is asked for. Else the planner may read all items of the project first.
 */
const withItem = (table: 'memories' | 'graph_entities', of: string, column: string, item: string) =>
  sql`cross join lateral (select stored.project from ${sql.table(table)} stored where stored.tenant = ${sql.ref(`${of}.tenant`)}
    and stored.id = ${sql.ref(`${of}.${column}`)} and not stored.is_personal offset 0) ${sql.ref(item)}`;

const changesOfItems = (table: 'memories' | 'graph_entities', column: ItemColumn) =>
  sql`select r.tenant, i.project as parent_id, r.memory_id, r.entity_id, ${versionKind(sql`before.status`)} as kind, r.edited_at as at, r.edited_by as actor,
      ${sql.ref(`r.${column}`)} as ref, r.revision, before.status as status_before, r.status
    from revisions r ${withItem(table, 'r', column, 'i')} left join ${versionBefore} before on true
    where ${sql.ref(`r.${column}`)} is not null`;

const changesOfContradictions = (
  kind: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  actor: RawBuilder<unknown>,
) =>
  sql`select c.tenant, m.project, null, null, ${kind}, ${at}, ${actor}, c.id, ${none} from contradictions c
    ${withItem('memories', 'c', 'newer_id', 'm')} ${withItem('memories', 'c', 'older_id', 'older')} where ${at} is not null`;

/**
 * Lists the changes of a project: versions of its memories and entities, their evidence and relations, contradictions whose
 * newer side is of the project, the state that a curator set, and versions of documents; the parent is the project's name.
 * Personal items are left out.
 */
export const changesOfProject = seenForThemselves(
  timeline(
    'changes-of-project',
    sql.join(
      [
        changesOfItems('memories', 'memory_id'),
        changesOfItems('graph_entities', 'entity_id'),
        sql`select v.tenant, m.project, v.memory_id, null, 'EVIDENCE', v.created_at, null, v.id, ${none} from evidence v
          ${withItem('memories', 'v', 'memory_id', 'm')}`,
        changesOfContradictions(sql`'CONTRADICTION'`, sql`c.detected_at`, sql`null`),
        changesOfContradictions(sql`'RESOLUTION'`, sql`c.resolved_at`, sql`c.resolved_by`),
        sql`select r.tenant, g.project, null, r.from_id, ${beginOfRelation}
          ${withItem('graph_entities', 'r', 'from_id', 'g')}`,
        sql`select r.tenant, g.project, null, r.from_id, ${endOfRelation}
          ${withItem('graph_entities', 'r', 'from_id', 'g')} where r.unrelated_at is not null`,
        sql`select v.tenant, s.project, null, null, 'STATE', v.set_at, v.set_by, s.id, v.version, null, null
          from project_state_versions v join project_state s on s.tenant = v.tenant and s.id = v.state_id`,
        sql`select d.tenant, d.project, null, null, 'INGESTION', came.at, case when came.at = d.created_at then d.contributor end, d.id, ${none}
          from documents d cross join lateral (${comings('d')}) came`,
      ],
      sql` union all `,
    ),
  ),
);
