import { ownersReasons } from '#domain/inbox/inbox.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import { gatedFields } from '#domain/privacy/field-access.ts';
import { hasAnyRole, hasRole, roles, type Viewer } from '#domain/privacy/viewer.ts';
import type { Database } from '#entities/index.ts';
import { wholeSources } from '#entities/source-references.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from './sql.ts';
import { isUnread } from './unread-documents.ts';

/**
 * The visibility rule of `#domain/privacy` as SQL for one viewer: the visibility check of lists and counts, which must not
 * page or count what the rule would drop. A property test holds it, the rule and the row-level security equal.
 */

const all = sql<SqlBool>`true`;
const textArray = (values: readonly string[]) => sql`${sql.val([...values])}::text[]`;
const column = (table: string, name: string) => sql.ref(`${table}.${name}`);

const isContributor = (viewer: Viewer, table: string) =>
  sql<SqlBool>`${column(table, 'contributor')} = ${viewer.user}`;

const sameTenant = (viewer: Viewer, table: string) =>
  sql<SqlBool>`${column(table, 'tenant')} = ${viewer.tenant}`;

const inAudience = (viewer: Viewer, table: string) =>
  hasRole(viewer, 'admin')
    ? all
    : sql<SqlBool>`(${column(table, 'audience')} = '{}' or ${column(table, 'audience')} && ${textArray(viewer.groups)} or ${isContributor(viewer, table)})`;

const notPersonalToOthers = (viewer: Viewer, table: string) =>
  hasRole(viewer, 'admin')
    ? all
    : sql<SqlBool>`(not ${column(table, 'is_personal')} or ${isContributor(viewer, table)})`;

const mayKnowUnvouched = (viewer: Viewer, table: string) =>
  hasAnyRole(viewer, ['reviewer', 'auditor']) ? all : isContributor(viewer, table);

const visibleStatus = (viewer: Viewer, table: string) =>
  hasAnyRole(viewer, ['reviewer', 'auditor'])
    ? all
    : sql<SqlBool>`(${column(table, 'status')} in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED') or ${isContributor(viewer, table)})`;

const notQuarantined = (viewer: Viewer, table: string) =>
  hasAnyRole(viewer, ['reviewer', 'auditor']) ? all : sql<SqlBool>`not ${column(table, 'quarantined')}`;

/** Labels that the policy denies the viewer, and labels that it denies or redacts, as two tsqueries. */
const labelQueriesFor = (viewer: Viewer) =>
  sql`label_queries_for(${viewer.tenant}, ${viewer.user}, ${textArray(roles.filter((role) => hasRole(viewer, role)))})`;

/** The labels of an item of `table` are none of these; asked of what has labels alone. */
const labelledOtherwise = (table: string, query: RawBuilder<unknown>, labels = 'sensitivity_labels') =>
  sql<SqlBool>`(${column(table, labels)} = '{}' or not array_to_tsvector(${column(table, labels)}) @@ (select ${query}))`;

const notDenied = (viewer: Viewer, table: string) =>
  labelledOtherwise(table, sql`(${labelQueriesFor(viewer)})[1]::tsquery`);

/** Like `itemsVisibleTo`, without the label policy. */
const visible = (viewer: Viewer, table: string) =>
  sql<SqlBool>`${sameTenant(viewer, table)} and ${visibleStatus(viewer, table)} and ${notPersonalToOthers(viewer, table)} and ${inAudience(viewer, table)} and ${notQuarantined(viewer, table)}`;

/** Rows of `table` (an alias of memories or graph_entities) that the viewer may see. */
export const itemsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${visible(viewer, table)} and ${notDenied(viewer, table)})`;

/**
 * Rows of `table` (an alias of memories or graph_entities, or of what has their `sensitivity_labels`) whose words the
 * label policy leaves to the viewer: neither denied nor redacted. Whatever finds an item by its words asks this beside
 * `itemsVisibleTo`; SQL functions say the same by `viewer_withheld_labels()`.
 */
export const wordsVisibleTo = (viewer: Viewer, table: string, labels?: string): Expression<SqlBool> =>
  labelledOtherwise(table, sql`(${labelQueriesFor(viewer)})[2]::tsquery`, labels);

/** Words of an item of `table` as the session's viewer reads them: the mask where the label policy redacts it; null stays null. */
export const wordsAsShown = (words: string, table: string) =>
  sql`case when ${sql.ref(words)} is null or ${labelledOtherwise(table, sql`viewer_withheld_labels()`)} then ${sql.ref(words)} else ${sql.lit(policyMask)} end`;

/** Loads the words withheld from the session's viewer in these sources, by the columns with their ids; null for none. */
export const withheldTexts = (from: {
  readonly document?: string;
  readonly source?: string;
  readonly extraction?: string;
  readonly report?: string;
}) => {
  const ids = [from.document, from.source, from.extraction, from.report].map((name) =>
    name === undefined ? sql`null::text` : sql.ref(name),
  );
  return sql`case when (select viewer_has_label_rules()) then withheld_texts(${sql.join(ids)}) end`;
};

/** Rows of `table` (an alias of documents or chunks) that the viewer may see. */
export const documentsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and ${inAudience(viewer, table)})`;

/** Rows of `table` (an alias of dropped_statements or extractions) that the viewer may see for their own sake. */
export const unvouchedVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and ${mayKnowUnvouched(viewer, table)} and ${notPersonalToOthers(viewer, table)} and ${inAudience(viewer, table)})`;

/** Rows of `table` (an alias of interactions) that the viewer may see: whole interactions are shown as unvouched statements are. */
export const interactionsVisibleTo = unvouchedVisibleTo;

/** Rows of `table` (an alias of source_changes) that the viewer may see. */
export const sourceChangesVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> => {
  const isReader = hasAnyRole(viewer, ['reviewer', 'auditor'])
    ? all
    : sql<SqlBool>`(${isContributor(viewer, table)} or ${viewer.user} = any(${column(table, 'owner_users')}) or ${column(table, 'owner_groups')} && ${textArray(viewer.groups)})`;
  return sql<SqlBool>`(${sameTenant(viewer, table)} and ${isReader} and ${inAudience(viewer, table)})`;
};

/** Rows of `table` (an alias of waves) that the viewer may see: their own, as an admin all, and with any of its documents. */
export const wavesVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> => {
  if (hasRole(viewer, 'admin')) return sameTenant(viewer, table);
  const document = `${table}_document`;
  return sql<SqlBool>`(${sameTenant(viewer, table)} and (${column(table, 'started_by')} = ${viewer.user}
    or exists (select 1 from documents ${sql.ref(document)} where ${column(document, 'tenant')} = ${column(table, 'tenant')}
      and ${column(document, 'wave_id')} = ${column(table, 'id')} and ${documentsVisibleTo(viewer, document)})))`;
};

/**
 * Rows of `table` (an alias of waves) that the gateway gave up and that have a document which no pass has read and the viewer sees; for
 * reviewers and auditors.
 */
export const givenUpWavesVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> => {
  if (!hasAnyRole(viewer, ['reviewer', 'auditor'])) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sameTenant(viewer, table)} and ${column(table, 'given_up_at')} is not null
    and exists (select 1 from documents d where d.tenant = ${column(table, 'tenant')} and d.wave_id = ${column(table, 'id')}
      and ${documentsVisibleTo(viewer, 'd')} and ${isUnread}))`;
};

/**
 * True when the row that a column of `table` points to is visible. `offset 0`, here as in the policies: looked up for
 * each row, without a second plan for many.
 */
const seesRow = (
  viewer: Viewer,
  target: keyof Database & string,
  visibleTo: (viewer: Viewer, table: string) => Expression<SqlBool>,
  table: string,
  pointer: string,
) => {
  // Predicates nest: an alias that an outer one has, too, would be compared with itself.
  const seen = `${table}_${pointer}`;
  return sql<SqlBool>`exists (select 1 from ${sql.table(target)} ${sql.ref(seen)} where ${column(seen, 'tenant')} = ${column(table, 'tenant')}
    and ${column(seen, 'id')} = ${column(table, pointer)} and ${visibleTo(viewer, seen)} offset 0)`;
};

/** Rows of `table` whose memory or entity the viewer may see: revisions, sightings and others that are visible with their item. */
export const visibleWithItem = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and (${seesRow(viewer, 'memories', itemsVisibleTo, table, 'memory_id')}
    or ${seesRow(viewer, 'graph_entities', itemsVisibleTo, table, 'entity_id')}))`;

/** Rows of `table` (an alias of comments) whose item the viewer may see, and reviews, audits or contributed. */
export const commentsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> => {
  if (hasAnyRole(viewer, gatedFields.comments.roles)) return visibleWithItem(viewer, table);
  const own = (_viewer: Viewer, item: string) =>
    sql<SqlBool>`(${itemsVisibleTo(viewer, item)} and ${isContributor(viewer, item)})`;
  return sql<SqlBool>`(${sameTenant(viewer, table)} and (${seesRow(viewer, 'memories', own, table, 'memory_id')}
    or ${seesRow(viewer, 'graph_entities', own, table, 'entity_id')}))`;
};

/** Rows of `table` (an alias of evidence) whose memory the viewer may see, and of which `also` holds. */
export const evidenceVisibleTo = (
  viewer: Viewer,
  table: string,
  also: (memory: string) => Expression<SqlBool>,
): Expression<SqlBool> =>
  seesRow(
    viewer,
    'memories',
    (_viewer, memory) => sql<SqlBool>`(${itemsVisibleTo(viewer, memory)} and ${also(memory)})`,
    table,
    'memory_id',
  );

/** Rows of `table` that are for more than one person. */
export const notPersonal = (table: string): Expression<SqlBool> =>
  sql<SqlBool>`not ${column(table, 'is_personal')}`;

/** Rows of `table` (an alias of memories or graph_entities) that lists show the viewer: no personal ones, their own neither. */
export const itemsListedTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${itemsVisibleTo(viewer, table)} and ${notPersonal(table)})`;

/** Rows of `table` (an alias of entity_relations) that the viewer may see: with both of their ends. */
export const relationsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and ${seesRow(viewer, 'graph_entities', itemsVisibleTo, table, 'from_id')}
    and ${seesRow(viewer, 'graph_entities', itemsVisibleTo, table, 'to_id')})`;

/** Rows of `table` (an alias of memories or graph_entities) that the viewer may see, with their words. */
export const readableItems = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${visible(viewer, table)} and ${wordsVisibleTo(viewer, table)})`;

/** Rows of `table` (an alias of contradictions) that the viewer may see: with both of their sides. */
export const contradictionsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and ${seesRow(viewer, 'memories', readableItems, table, 'older_id')}
    and ${seesRow(viewer, 'memories', readableItems, table, 'newer_id')})`;

/** Rows of `table` (an alias of extractions) that the viewer recorded, as long as their source is for the viewer too. */
export const extractionsRecordedBy = (viewer: Viewer, table: string) =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and ${column(table, 'recorded_by')} = ${viewer.user} and ${notPersonalToOthers(viewer, table)} and ${inAudience(viewer, table)})`;

/**
 * True where the label policy denies the viewer nothing that came of an extraction of `table`; extractions that a service recorded are not
 * checked.
 */
const extractionNotDenied = (viewer: Viewer, table: string) => {
  const denied = `${table}_denied`;
  const deniedOf = (items: 'memories' | 'graph_entities') =>
    sql<SqlBool>`exists (select 1 from ${sql.table(items)} ${sql.ref(denied)} where ${column(denied, 'tenant')} = ${column(table, 'tenant')}
      and ${column(denied, 'extraction_id')} = ${column(table, 'id')} and not ${notDenied(viewer, denied)} offset 0)`;
  return sql<SqlBool>`(${column(table, 'recorded_by')} is not null or (select (${labelQueriesFor(viewer)})[2] = '0 & !0') or not (${deniedOf('memories')} or ${deniedOf('graph_entities')}))`;
};

/** Rows of `table` (an alias of extractions) that the viewer may see as a candidate: without a look at what came of them. */
export const unvouchedExtractionsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${unvouchedVisibleTo(viewer, table)} and ${extractionNotDenied(viewer, table)})`;

/**
 * Rows of `table` (an alias of extractions) that the viewer may see: as a candidate, by the service that recorded it, and,
 * unless it was recorded, with the item that came of it, with which it is denied, too.
 */
export const extractionsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> => {
  const item = `${table}_item`;
  const cameOf = (items: 'memories' | 'graph_entities') =>
    sql<SqlBool>`exists (select 1 from ${sql.table(items)} ${sql.ref(item)} where ${column(item, 'tenant')} = ${column(table, 'tenant')}
      and ${column(item, 'extraction_id')} = ${column(table, 'id')} and ${itemsVisibleTo(viewer, item)} offset 0)`;
  return sql<SqlBool>`((${unvouchedVisibleTo(viewer, table)} or ${extractionsRecordedBy(viewer, table)}
    or (${column(table, 'recorded_by')} is null and (${cameOf('memories')} or ${cameOf('graph_entities')})))
    and ${extractionNotDenied(viewer, table)})`;
};

/** Rows of `table` (an alias of workflow_items) that the viewer may see: with their extraction. */
export const workflowItemsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and ${seesRow(viewer, 'extractions', extractionsVisibleTo, table, 'extraction_id')})`;

/** True when a row of `table` names a source that is read as a whole, and the viewer sees that: each is seen as an interaction is. */
const seesWholeSource = (viewer: Viewer, table: string) =>
  sql<SqlBool>`(${sql.join(
    wholeSources.map((source) => seesRow(viewer, source, interactionsVisibleTo, table, 'source_id')),
    sql` or `,
  )})`;

/** Rows of `table` (an alias of extraction_reports) that the viewer may see: with their wave, interaction or extraction. */
export const reportsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and (${seesRow(viewer, 'waves', wavesVisibleTo, table, 'wave_id')}
    or ${seesWholeSource(viewer, table)}
    or ${seesRow(viewer, 'extractions', extractionsVisibleTo, table, 'extraction_id')}))`;

/** Rows of `table` (an alias of source_readings) that the viewer may see: with their document or interaction. */
export const readingsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and (${seesRow(viewer, 'documents', documentsVisibleTo, table, 'document_id')}
    or ${seesWholeSource(viewer, table)}))`;

/** Rows of `table` (an alias of bundle_receipts) that the viewer may see: their own, and as an auditor all. */
export const receiptsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  hasRole(viewer, 'auditor')
    ? sameTenant(viewer, table)
    : sql<SqlBool>`(${sameTenant(viewer, table)} and ${column(table, 'user_id')} = ${viewer.user})`;

/**
 * Rows of `table` (an alias of quarantines) that the viewer may see: as an admin all, else as a reviewer or an auditor
 * with any of its items.
 */
export const quarantinesVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> => {
  if (!hasAnyRole(viewer, ['reviewer', 'auditor'])) return sql<SqlBool>`false`;
  if (hasRole(viewer, 'admin')) return sameTenant(viewer, table);
  const item = `${table}_item`;
  return sql<SqlBool>`(${sameTenant(viewer, table)} and exists (select 1 from quarantined_items ${sql.ref(item)} where ${column(item, 'tenant')} = ${column(table, 'tenant')}
    and ${column(item, 'quarantine_id')} = ${column(table, 'id')} and ${visibleWithItem(viewer, item)} offset 0))`;
};

/** Rows of `table` (an alias of memories or graph_entities) that the viewer looks after, in person or by a group. */
const lookedAfterBy = (viewer: Viewer, table: string) =>
  sql<SqlBool>`(${column(table, 'owner_kind')} = 'USER' and ${column(table, 'owner_name')} = ${viewer.user} or ${column(table, 'owner_kind')} = 'GROUP' and ${column(table, 'owner_name')} = any(${textArray(viewer.groups)}))`;

/** Rows of `table` (an alias of inbox_entries) about an item that the viewer sees and looks after, for reasons that owners are shown. */
const entriesOwnedBy = (viewer: Viewer, table: string) => {
  const owned = (_viewer: Viewer, item: string) =>
    sql<SqlBool>`(${itemsVisibleTo(viewer, item)} and ${lookedAfterBy(viewer, item)})`;
  return sql<SqlBool>`(${column(table, 'reason')} = any(${textArray(ownersReasons)}) and ${column(table, 'owner_name')} = any(${textArray([viewer.user, ...viewer.groups])})
    and (${seesRow(viewer, 'memories', owned, table, 'item_id')} or ${seesRow(viewer, 'graph_entities', owned, table, 'item_id')}))`;
};

/**
 * Rows of `table` (an alias of inbox_entries) that the viewer may see: as a reviewer or an auditor, or for some reasons as the owner, in
 * the audience of what the entry is about and unless the label policy denies it; of a contradiction, in the audience of both sides, and
 * with the words of both.
 */
export const inboxEntriesVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> => {
  const isReader = hasAnyRole(viewer, ['reviewer', 'auditor']) ? all : entriesOwnedBy(viewer, table);
  const other = (name: string) => column(table, `other_${name}`);
  const inOtherAudience = hasRole(viewer, 'admin')
    ? all
    : sql<SqlBool>`(${other('audience')} = '{}' or ${other('audience')} && ${textArray(viewer.groups)} or ${other('contributor')} = ${viewer.user})`;
  return sql<SqlBool>`(${sameTenant(viewer, table)} and ${isReader} and ${inAudience(viewer, table)} and ${inOtherAudience} and ${notDenied(viewer, table)}
    and (${column(table, 'reason')} <> 'CONTRADICTION' or ${wordsVisibleTo(viewer, table)} and ${wordsVisibleTo(viewer, table, 'other_labels')}))`;
};

const auditTargets = [
  ['Memory', 'memories', itemsVisibleTo],
  ['Entity', 'graph_entities', itemsVisibleTo],
  ['Interaction', 'interactions', interactionsVisibleTo],
  ['Document', 'documents', documentsVisibleTo],
  ['Wave', 'waves', wavesVisibleTo],
  ['Extraction', 'extractions', extractionsVisibleTo],
  ['WorkflowItem', 'workflow_items', workflowItemsVisibleTo],
  ['Contradiction', 'contradictions', contradictionsVisibleTo],
  ['Quarantine', 'quarantines', quarantinesVisibleTo],
  ['SourceChange', 'source_changes', sourceChangesVisibleTo],
] as const;

/** Rows of `table` (an alias of audit_texts, or of audit_events) that the viewer may see: an auditor, with what the event is about. */
export const auditTextsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  hasRole(viewer, 'auditor')
    ? sql<SqlBool>`(${sameTenant(viewer, table)} and ${sql.join(
        auditTargets.map(
          ([type, target, visibleTo]) =>
            sql<SqlBool>`(${column(table, 'target_type')} <> ${sql.lit(type)} or ${seesRow(viewer, target, visibleTo, table, 'target_id')})`,
        ),
        sql` and `,
      )})`
    : sql<SqlBool>`false`;
