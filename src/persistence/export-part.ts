import { hasId } from './reading/rows-with-ids.ts';
import { type RawBuilder, sql } from './reading/sql.ts';
import type { WriteSession } from './store/viewer-session.ts';
import type { ExportPart } from './tenant-export-lines.ts';

/** Tables of settings and names that hold for every project, and the audit chain: whole in every part. */
const wholeTables = [
  ...['audit_events', 'audit_heads', 'domain_keywords', 'intake_holds', 'known_groups', 'known_users'],
  ...['label_policies', 'source_owner_rules', 'withdrawn_groups'],
];

/** `is true` keeps the planner from a join with ids that it takes for few: it looks each row up in a hash of them. */
const within = (column: string, part: string): string =>
  `(t.${column} in (select id from part_${part})) is true`;
const ofItem = within('memory_id', 'items');
const ofEitherItem = '(coalesce(t.memory_id, t.entity_id) in (select id from part_items)) is true';
const ofProject = 't.project = (select project from part)';
const ofProjectsPass = `(select project from part) is not null and ${within('report_id', 'reports')}`;
const nullOr = (column: string, part: string): string => `(t.${column} is null or ${within(column, part)})`;

/** By table, the rows (`t`) of a part. A table that is not named has none: its rows are counted as left out. */
const rowsOfPart: Readonly<Record<string, string>> = {
  ...Object.fromEntries(wholeTables.map((table) => [table, 'true'])),
  memories: within('id', 'items'),
  graph_entities: within('id', 'items'),
  ...Object.fromEntries(
    [
      ...['revisions', 'fingerprints', 'former_states', 'sightings', 'source_checks', 'source_drifts'],
      ...['label_decisions', 'comments', 'quarantined_items'],
    ].map((table) => [table, ofEitherItem]),
  ),
  ...Object.fromEntries(
    ['evidence', 'votes', 'disputes', 'unjudged_memories'].map((table) => [table, ofItem]),
  ),
  // An erased wording may be guessed by its digest: those of other items stay.
  erased_wordings: within('item_id', 'items'),
  contradictions: `${within('older_id', 'items')} and ${within('newer_id', 'items')}`,
  entity_relations: `${within('from_id', 'items')} and ${within('to_id', 'items')}`,
  quarantines: `t.id in (select t.quarantine_id from quarantined_items t where ${ofEitherItem})`,
  extractions: within('id', 'extractions'),
  workflow_items: within('extraction_id', 'extractions'),
  extraction_reports: within('id', 'reports'),
  documents: within('id', 'documents'),
  chunks: within('document_id', 'documents'),
  record_names: within('document_id', 'documents'),
  source_paths: within('document_id', 'documents'),
  source_changes: `${ofProject} or ${within('document_id', 'documents')}`,
  interactions: `${ofProject} or ${within('id', 'sources')}`,
  verification_readings: `t.interaction_id in (select t.id from interactions t where ${ofProject} or ${within('id', 'sources')})`,
  waves: `${ofProject} or ${within('id', 'waves')}`,
  project_state: ofProject,
  project_state_versions: `t.state_id in (select t.id from project_state t where ${ofProject})`,
  waiting_statements: ofProject,
  source_readings: `${ofProjectsPass} and ${nullOr('document_id', 'documents')}`,
  dropped_statements: `${ofProjectsPass} and ${nullOr('extraction_id', 'extractions')}
    and ${nullOr('memory_id', 'items')} and ${nullOr('entity_id', 'items')}`,
  bundle_receipts: ofProject,
  delivered_items: `t.receipt_id in (select t.id from bundle_receipts t where ${ofProject})`,
};

/** Tables whose rows the audit log and the inbox are about. */
const subjectTables = [
  ...['memories', 'graph_entities', 'documents', 'waves', 'interactions', 'extractions', 'workflow_items'],
  ...['project_state', 'contradictions', 'quarantines', 'source_changes', 'bundle_receipts'],
];
const ofSubject: Readonly<Record<string, string>> = {
  inbox_entries: within('subject_id', 'subjects'),
  inbox_marks: `(split_part(t.entry_id, '.', 2) in (select id from part_subjects)) is true`,
  audit_texts: `(coalesce(nullif(split_part(t.target_id, '.', 2), ''), t.target_id) in (select id from part_subjects)) is true`,
};

/** The condition on a row `t` of a table that is of a part; it reads what `withPart` names. */
export const isOfPart = (table: string): string => rowsOfPart[table] ?? ofSubject[table] ?? 'false';

/** Ids that a part has, by what they are of. */
const sets = ['items', 'extractions', 'reports', 'sources', 'documents', 'waves'] as const;
type Sets = Readonly<Record<(typeof sets)[number], readonly string[]>>;

/** A part whose ids are read when a table asks for them first, and once. */
export interface PartReading {
  readonly project: string | null;
  readonly ids: () => Promise<Sets>;
  /** Ids that the audit log and the inbox are about. */
  readonly subjects: () => Promise<readonly string[]>;
}

/** The rules of what belongs to a part are evaluated at most once in a session, and not again for each read of a table. */
export const readPartOnce = (session: WriteSession, part: ExportPart): PartReading => {
  let ids: Promise<Sets> | null = null;
  let subjects: Promise<readonly string[]> | null = null;
  const reading: PartReading = {
    project: part.project,
    ids: () => {
      ids ??= readIds(session, part);
      return ids;
    },
    subjects: () => {
      subjects ??= readSubjects(session, reading);
      return subjects;
    },
  };
  return reading;
};

/** Finds a part's items, their extractions and reports, and the sources of all of these, with every version of a document. */
const readIds = async (
  { db, viewer: { tenant } }: WriteSession,
  { project, chosen, linked }: ExportPart,
): Promise<Sets> => {
  const ids = sql`${[...chosen, ...linked]}::text[]`;
  const items = (table: string) =>
    sql`select t.id, t.extraction_id, t.report_id, t.source_id from ${sql.table(table)} t
      where t.tenant = ${tenant} and (${sql.raw(ofProject)} or t.id = any(${ids}))`;
  const of = (where: string) => sql`t.tenant = ${tenant} and (${sql.raw(where)})`;
  const lists = sets.map(
    (set) =>
      sql`array(select distinct id from ${sql.raw(`part_${set}`)} where id is not null) as ${sql.ref(set)}`,
  );
  const { rows } = await sql<Sets>`with part as materialized (select ${project}::text as project),
    part_items as materialized (${items('memories')} union all ${items('graph_entities')}),
    part_sightings as materialized (select t.report_id, t.source_id from sightings t where ${of(ofEitherItem)}),
    own_extractions as materialized (select t.id, t.report_id from extractions t
      where ${of(`${ofProject} or t.id in (select extraction_id from part_items)`)}),
    part_reports as materialized (select t.id, t.wave_id, t.source_id, t.extraction_id from extraction_reports t
      where ${of(`t.id in (select report_id from part_items union all select report_id from part_sightings
          union all select report_id from own_extractions)
        or t.wave_id in (select t.id from waves t where ${ofProject})
        or t.source_id in (select t.id from interactions t where ${ofProject})
        or t.extraction_id in (select id from own_extractions)`)}),
    part_extractions as materialized (select t.id, t.source_id from extractions t
      where ${of('t.id in (select id from own_extractions union all select extraction_id from part_reports)')}),
    part_sources as materialized (select source_id as id from part_items union all select source_id from part_sightings
      union all select source_id from part_extractions union all select source_id from part_reports),
    part_documents as materialized (select t.id, t.wave_id from documents t
      where ${of(`${ofProject} or (t.project, t.visibility_key, t.path) in (select d.project, d.visibility_key, d.path
        from part_sources s join chunks c on c.tenant = t.tenant and c.id = s.id
          join documents d on d.tenant = c.tenant and d.id = c.document_id)`)}),
    part_waves as materialized (select wave_id as id from part_documents union all select wave_id from part_reports)
    select ${sql.join(lists)}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('The ids of a part are one row.');
  return found;
};

/** Names the ids of a part that conditions read. */
const namedIds = async (part: PartReading, conditions: string): Promise<RawBuilder<unknown>[]> => {
  const clauses = [sql`part as materialized (select ${part.project}::text as project)`];
  for (const set of sets.filter((name) => conditions.includes(`part_${name}`))) {
    const { [set]: ids } = await part.ids();
    clauses.push(sql`${sql.raw(`part_${set}`)} as materialized (select unnest(${[...ids]}::text[]) as id)`);
  }
  return clauses;
};

const readSubjects = async (
  { db, viewer: { tenant } }: WriteSession,
  part: PartReading,
): Promise<readonly string[]> => {
  const subjects = subjectTables.map(
    (table) =>
      sql`select t.id from ${sql.table(table)} t where t.tenant = ${tenant} and (${sql.raw(isOfPart(table))})`,
  );
  const clauses = await namedIds(part, subjectTables.map(isOfPart).join());
  const { rows } = await sql<{
    id: string;
  }>`with ${sql.join(clauses)} ${sql.join(subjects, sql` union all `)}`.execute(db);
  return rows.map(({ id }) => id);
};

/** The clause `with …` that names, of what a part has, what the condition on a table's rows reads. */
export const withPart = async (table: string, part: PartReading): Promise<RawBuilder<unknown>> => {
  const clauses = await namedIds(part, isOfPart(table));
  if (table in ofSubject)
    clauses.push(
      sql`part_subjects as materialized (select unnest(${[...(await part.subjects())]}::text[]) as id)`,
    );
  return sql`with ${sql.join(clauses)}`;
};

/** Finds which ids are memories or entities that the viewer sees. */
export const findItems = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const from = (table: string) => sql`select id from ${sql.table(table)} where ${hasId(tenant, ids)}`;
  const { rows } = await sql<{
    id: string;
  }>`${from('memories')} union all ${from('graph_entities')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Pairs of items, of which neither is whole without the other. */
const links = [
  ...['memories', 'graph_entities'].flatMap((table) => [
    `select l.tenant, l.id as one, l.superseded_by_id as other from ${table} l`,
    `select l.tenant, l.superseded_by_id, l.id from ${table} l`,
    `select l.tenant, l.id, s.id from ${table} l cross join lateral unnest(l.succeeds_ids) s (id)`,
  ]),
  'select l.tenant, l.id, l.graduated_from_id from graph_entities l',
  'select l.tenant, l.graduated_from_id, l.id from graph_entities l',
  'select l.tenant, l.memory_id, l.counter_id from disputes l',
  'select l.tenant, l.older_id, l.merged_id from contradictions l',
  'select l.tenant, l.newer_id, l.merged_id from contradictions l',
];

/**
 * Finds the further items that a part is not whole without: those that took the place of its items, lost it to them or would take it,
 * that graduated from or into them, and those that a dispute or a merge of them wrote.
 */
export const findLinkedItems = async (
  { db, viewer: { tenant } }: WriteSession,
  project: string | null,
  chosen: readonly string[],
): Promise<string[]> => {
  const first = (table: string) =>
    sql`select id from ${sql.table(table)} where tenant = ${tenant} and (project = ${project}::text or id = any(${[...chosen]}::text[]))`;
  const { rows } = await sql<{
    id: string;
  }>`with recursive first as materialized (${first('memories')} union all ${first('graph_entities')}),
    links as materialized (select one, other from (${sql.raw(links.join(' union all '))}) l
      where tenant = ${tenant} and one is not null and other is not null),
    reached(id) as (select id from first union select l.other from reached r join links l on l.one = r.id)
    select id from reached where id not in (select id from first) order by id`.execute(db);
  return rows.map(({ id }) => id);
};
