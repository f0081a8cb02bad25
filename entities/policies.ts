/**
 * The row-level-security policies. Each policy reads the session that `viewer-session.ts` opened
 * (tenant, user, groups, roles) through SQL functions, wrapped as `(select …)` so that PostgreSQL evaluates
 * them once a statement and not once a row.
 */
import { ownersReasons } from '#domain/inbox/inbox.ts';

/** The database role of a viewer's session: it may see nothing beyond the item's own visibility. */
export const viewerRole = 'vouch_viewer';
/** A use case that must know hidden rows of its tenant (duplicates, sightings): the tenant condition alone. */
export const systemRole = 'vouch_system';

/** Owns the functions that erase words, and alone changes what nobody else may; nobody logs in as it. */
export const erasureRole = 'vouch_erasure';

export const sameTenant = `tenant = (select viewer_tenant())`;
const isContributor = `contributor = (select viewer_user())`;
const isAdmin = `(select viewer_has_role('{admin}'))`;
const isReviewing = `(select viewer_has_role('{reviewer,auditor,admin}'))`;
const inAudience = `(audience = '{}' or audience && (select viewer_groups()))`;

/**
 * Grants the contributor and admins what another condition withholds. Combined once, since each `(select …)` costs a
 * statement some two microseconds even when no row needs it.
 */
const orOwn = (visibility: string): string => `(${visibility} or ${isContributor} or ${isAdmin})`;

/**
 * A condition with alternatives that is planned as a whole: of a bare `or` the planner compares each part with each index
 * of the table, which took half of the planning of a statement on memories. It is true of the same rows, null of none.
 */
const asOneCondition = (condition: string): string => `(${condition}) is true`;

/** Owns the look-up functions that an index can serve; nobody logs in as it, and what it finds is read again by a session. */
export const indexRole = 'vouch_index';

/** Owns the function that appends to the audit chain, and alone writes what the chain is made of; nobody logs in as it. */
export const auditRole = 'vouch_audit';

/** Documents and chunks: the tenant and the audience. */
export const documentVisibility = `${sameTenant} and ${asOneCondition(orOwn(inAudience))}`;

/**
 * The label policy does not deny it: asked of what has labels alone. The session knows what is denied to the viewer
 * as one tsquery; built-in
 * operators compare it, so that a denied row costs its reader what any hidden row does.
 */
const notDenied = `(sensitivity_labels = '{}' or not array_to_tsvector(sensitivity_labels) @@ (select viewer_denied_labels()))`;

/** A quarantined item is for who reviews and audits alone, be it one's own. */
const notQuarantined = `(not quarantined or ${isReviewing})`;

/** Memories and entities: tenant, status, personal mark, audience, quarantine, label policy. */
export const itemVisibility = `${sameTenant} and ${asOneCondition(`${orOwn(`(status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED') or ${isReviewing}) and not is_personal and ${inAudience}`)} and ${notQuarantined} and ${notDenied}`)}`;

/** The label policy leaves the words of a row to the viewer: neither denied nor redacted. */
const notWithheldOf = (labels: string): string =>
  `(${labels} = '{}' or not array_to_tsvector(${labels}) @@ (select viewer_withheld_labels()))`;
const notWithheld = notWithheldOf('sensitivity_labels');

/** One side of a pair of memories, by columns that begin with its name, with its words. */
const sideVisibility = (side: 'older' | 'newer' | 'other'): string =>
  asOneCondition(
    `${orOwn(`(status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED') or ${isReviewing}) and not is_personal and ${inAudience}`)} and ${notQuarantined} and ${notWithheld}`,
  ).replaceAll(/\b(status|contributor|audience|is_personal|quarantined|sensitivity_labels)\b/g, `${side}_$1`);

/** Contradictions by class: seen with the items and the words of both sides. */
export const contradictionCountVisibility = `${sameTenant} and ${sideVisibility('older')} and ${sideVisibility('newer')}`;

/** Figures of extraction by class: as the items; of contradictions, with the words of both sides. */
export const qualityCountVisibility = `${itemVisibility} and ${asOneCondition(`other_status is null or (${notWithheld} and ${sideVisibility('other')})`)}`;

/** Statements that were not believed (dropped ones): as a candidate's. */
export const unvouchedVisibility = `${sameTenant} and ${asOneCondition(orOwn(`${isReviewing} and not is_personal and ${inAudience}`))}`;

/** Interactions: who recorded them; reviewers and auditors unless personal or of an audience that is not theirs; admins. */
export const interactionVisibility = unvouchedVisibility;

/**
 * Extractions: as a candidate; by the service that recorded one, as long as its source is for that service too; and what a pass read,
 * which holds one statement, with the item that came of it, with which it is denied, too.
 */
export const extractionVisibility = `${sameTenant} and (${orOwn(`(${isReviewing} or recorded_by = (select viewer_user())) and not is_personal and ${inAudience}`)} or (recorded_by is null and (${[
  'memories',
  'graph_entities',
]
  .map(
    (table) =>
      `exists (select 1 from ${table} seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0)`,
  )
  .join(
    ' or ',
  )}))) and (recorded_by is not null or not (select viewer_has_label_rules()) or not extraction_is_denied(id))`;

/** Changes of sources: who sent one; the owners of its path, reviewers and auditors in its audience; admins. */
export const sourceChangeVisibility = `${sameTenant} and ${orOwn(`(${isReviewing} or (select viewer_user()) = any(owner_users) or owner_groups && (select viewer_groups())) and ${inAudience}`)}`;

/** Visibility shared by reviewers, auditors and admins. */
export const reviewerVisibility = `${sameTenant} and ${isReviewing}`;

const ownsEntry = `reason in (${ownersReasons.map((reason) => `'${reason}'`).join(', ')}) and (owner_name = (select viewer_user()) or owner_name = any((select viewer_groups())::text[])) and viewer_looks_after(item_id)`;

const entryVisibility = (reader: string) =>
  `${sameTenant} and ${asOneCondition(`${reader} and ${orOwn(inAudience)}
  and (other_audience = '{}' or other_audience && (select viewer_groups()) or other_contributor = (select viewer_user()) or ${isAdmin})
  and (sensitivity_labels = '{}' or not array_to_tsvector(sensitivity_labels) @@ case reason when 'CONTRADICTION' then (select viewer_withheld_labels()) else (select viewer_denied_labels()) end)
  and (other_labels = '{}' or not array_to_tsvector(other_labels) @@ (select viewer_withheld_labels()))`)}`;

/**
 * Entries of the inbox: reviewers, auditors and admins, and for some reasons the owner of an item that they see; in the audience of what
 * one is about and unless the label policy denies it; of a contradiction, in the audience of both sides, and with the words of both.
 */
export const inboxVisibility = entryVisibility(`(${isReviewing} or ${ownsEntry})`);

/** Classes of entries: reviewers, auditors and admins, as the entries. Owners see entries of their items alone, which no class is about. */
export const inboxCountVisibility = entryVisibility(isReviewing);

/** Quarantines: admins, who set them; reviewers and auditors with any of their items. */
export const quarantineVisibility = `${reviewerVisibility} and (${isAdmin} or viewer_sees_item_of_quarantine(id))`;

/** The tenant's settings that only admins may read. */
export const adminVisibility = `${sameTenant} and ${isAdmin}`;

export const auditorVisibility = `${sameTenant} and (select viewer_has_role('{auditor,admin}'))`;

/** Receipts: who was given the bundle, auditors and admins. */
export const receiptVisibility = `${sameTenant} and (user_id = (select viewer_user()) or (select viewer_has_role('{auditor,admin}')))`;

/**
 * True when a row that a column points to is visible, under that row's own policy. `offset 0`: looked up for each row. Else the planner
 * also keeps the plan that reads all visible rows beforehand, in whose parts every statement pays even where it is not chosen.
 */
export const seesRow = (table: string, column: string, ownTable: string): string =>
  `exists (select 1 from ${table} seen where seen.tenant = ${ownTable}.tenant and seen.id = ${ownTable}.${column} offset 0)`;

/**
 * Like `seesRow`, by a function whose plan a connection keeps, so that no statement plans the policies of the other table. A look-up
 * takes 29 µs instead of 3: for tables of which a statement reads a page, and whose policies would take long to plan.
 */
export const seesRowByCall = (table: string, column: string): string =>
  `viewer_sees_row('${table}', ${column})`;

/**
 * A row that shows something of the words of two memories, never one twice, is seen with both and with their words. Each
 * is looked up by its whole key: of `id in (…)` the planner may search the tenant's part of any index that ends in the id.
 * `>=` and not `=`: of an equality it expects that hardly a row meets it.
 */
export const readsWordsOfBoth = (columns: readonly [string, string], ownTable: string): string =>
  `(${columns
    .map(
      (column) =>
        `(select count(*) from memories seen where seen.tenant = ${ownTable}.tenant and seen.id = ${ownTable}.${column} and ${notWithheldOf('seen.sensitivity_labels')})`,
    )
    .join(' + ')}) >= 2`;

/** A row that follows from the words of the memory or entity that its `item_id` names is seen with these words. */
export const seesWordsOfItem = (ownTable: string): string =>
  `(${['memories', 'graph_entities']
    .map(
      (table) =>
        `exists (select 1 from ${table} seen where seen.tenant = ${ownTable}.tenant and seen.id = ${ownTable}.item_id and ${notWithheldOf('seen.sensitivity_labels')} offset 0)`,
    )
    .join(' or ')})`;

/** A row of a memory or an entity is visible with it. */
export const seesItemOf = (ownTable: string): string =>
  `((memory_id is not null and ${seesRow('memories', 'memory_id', ownTable)}) or (entity_id is not null and ${seesRow('graph_entities', 'entity_id', ownTable)}))`;

/** Like `seesItemOf`, by calls. */
export const seesItemByCall = `((memory_id is not null and ${seesRowByCall('memories', 'memory_id')}) or (entity_id is not null and ${seesRowByCall('graph_entities', 'entity_id')}))`;

interface PolicySet {
  readonly name: string;
  readonly command: 'select' | 'insert' | 'update' | 'delete' | 'all';
  readonly roles: string[];
  readonly using?: string;
  readonly check?: string;
}

/**
 * The policies of one table: a viewer selects (and updates, where grants allow it) what `visibility` says, and writes
 * only into its own tenant; the system role meets the tenant condition alone. Without a policy nothing is visible.
 */
export const tablePolicies = (table: string, visibility: string): PolicySet[] => [
  { name: `${table}_viewer_select`, command: 'select', roles: [viewerRole], using: visibility },
  { name: `${table}_viewer_insert`, command: 'insert', roles: [viewerRole], check: sameTenant },
  {
    name: `${table}_viewer_update`,
    command: 'update',
    roles: [viewerRole],
    using: visibility,
    check: sameTenant,
  },
  { name: `${table}_system`, command: 'all', roles: [systemRole], using: sameTenant, check: sameTenant },
];

/** The policies of the audit chain: sessions read it, and append to it by the function that `auditRole` owns. */
export const auditTablePolicies = (table: string, visibility: string): PolicySet[] => [
  { name: `${table}_viewer_select`, command: 'select', roles: [viewerRole], using: visibility },
  { name: `${table}_system`, command: 'select', roles: [systemRole], using: sameTenant },
  { name: `${table}_audit`, command: 'all', roles: [auditRole], using: sameTenant, check: sameTenant },
];

/** Lets the look-up functions read the rows of every tenant. */
export const lookedUp = (table: string): PolicySet => ({
  name: `${table}_index`,
  command: 'select',
  roles: [indexRole],
  using: 'true',
});

/** The policies of a table that look-up functions search. */
export const searchableTablePolicies = (table: string, visibility: string): PolicySet[] => [
  ...tablePolicies(table, visibility),
  lookedUp(table),
];

/** Lets a viewer delete what they see, where grants allow it. */
export const deletable = (table: string, visibility: string): PolicySet => ({
  name: `${table}_viewer_delete`,
  command: 'delete',
  roles: [viewerRole],
  using: visibility,
});

/** Policies by which only an admin writes, and everybody of the tenant reads: the tenant's own settings. */
export const adminTablePolicies = (table: string): PolicySet[] => {
  const governs = adminVisibility;
  return [
    { name: `${table}_viewer_select`, command: 'select', roles: [viewerRole], using: sameTenant },
    { name: `${table}_viewer_insert`, command: 'insert', roles: [viewerRole], check: governs },
    {
      name: `${table}_viewer_update`,
      command: 'update',
      roles: [viewerRole],
      using: governs,
      check: governs,
    },
    { name: `${table}_system`, command: 'select', roles: [systemRole], using: sameTenant },
  ];
};

/** Lets words be erased where the system role, whose rights the erasing role has, may not write. */
export const erasable = (table: string): PolicySet => ({
  name: `${table}_erasure`,
  command: 'all',
  roles: [erasureRole],
  using: sameTenant,
});

/** Policies of what the gateway keeps for itself: no viewer sees a row, and the erasing role forgets what is old, of all tenants. */
export const forgettablePolicies = (table: string): PolicySet[] => [
  { name: `${table}_system`, command: 'all', roles: [systemRole], using: sameTenant, check: sameTenant },
  {
    name: `${table}_erasure`,
    command: 'all',
    roles: [erasureRole],
    using: '(select viewer_tenant()) is null',
  },
];

/** Policies by which only a curator writes: the most trusted layer is also guarded by the database. */
export const curatedTablePolicies = (table: string): PolicySet[] => {
  const curates = `${sameTenant} and (select viewer_has_role('{curator}'))`;
  return [
    { name: `${table}_viewer_select`, command: 'select', roles: [viewerRole], using: sameTenant },
    { name: `${table}_viewer_insert`, command: 'insert', roles: [viewerRole], check: curates },
    {
      name: `${table}_viewer_update`,
      command: 'update',
      roles: [viewerRole],
      using: curates,
      check: curates,
    },
    erasable(table),
  ];
};
