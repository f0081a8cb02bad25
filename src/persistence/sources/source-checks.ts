import { type SourceState, settledForCandidates, undriftedStates } from '#domain/sources/source-states.ts';
import { type RawBuilder, type SqlBool, sql, texts } from '#persistence/reading/sql.ts';
import { insertionOf } from '#persistence/store/bulk-insert.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';
import type { SourceKey } from './source-paths.ts';

/** An item that came from a version of a source, as it was read there, and what the last check found. */
export interface SourcedItemRow extends SourceKey {
  readonly id: string;
  readonly itemKind: 'memory' | 'entity';
  /** Null also for an entity that graduated: its source says it as the memory that it was. */
  readonly rule: string | null;
  /** `DECISION`, `COMPONENT`. */
  readonly type: string;
  readonly version: string;
  readonly words: string;
  readonly spanText: string | null;
  readonly headingPath: readonly string[];
  readonly state: SourceState;
  readonly lastFound: string | null;
  /** True while it has drifted and nobody has decided what follows. */
  readonly isOpen: boolean;
}

/** The ids of the items of one kind, null for those of the other. */
const idsOf = (checks: readonly NewSourceCheck[], kind: NewSourceCheck['itemKind']) =>
  sql`${checks.map(({ itemKind, itemId }) => (itemKind === kind ? itemId : null))}::text[]`;

/**
 * The newest check of an item, of those until an instant if one is given: one step back in the index of checks by item, whatever the server
 * knows of the table.
 */
export const newestCheck = (
  owner: 'memory_id' | 'entity_id',
  id: RawBuilder<unknown>,
  tenant: string,
  until?: RawBuilder<unknown>,
) =>
  sql`(select * from (select * from source_checks kept where kept.tenant = ${tenant} and kept.${sql.ref(owner)} <= ${id}
    ${until ? sql`and (${until} is null or kept.${sql.ref(owner)} <> ${id} or kept.checked_at <= ${until})` : sql``}
    order by kept.${sql.ref(owner)} desc, kept.id desc limit 1) nearest where nearest.${sql.ref(owner)} = ${id})`;

const itemColumns = (itemKind: SourcedItemRow['itemKind']) =>
  sql`i.id, ${sql.lit(itemKind)} as "itemKind", ${
    itemKind === 'memory' ? sql`i.rule` : sql`case when i.graduated_from_id is null then i.rule end`
  } as rule, i.${sql.ref(itemKind === 'memory' ? 'kind' : 'entity_type')} as type, c.document_id as version, r.content as words,
    i.span_text as "spanText", c.heading_path as "headingPath", coalesce(last.state, 'UNKNOWN') as state, last.span_text as "lastFound",
    drift.drifted_at is not null as "isOpen", d.project, d.visibility_key as "visibilityKey", d.path`;

/** An item's first wording, its newest check and its drift: one look into each index, whatever the server knows of the tables. */
const withState = (owner: 'memory_id' | 'entity_id', tenant: string) =>
  sql`cross join lateral (select first.content from revisions first where first.tenant = ${tenant} and first.${sql.ref(owner)} = i.id and first.revision = 1 offset 0) r
    left join lateral ${newestCheck(owner, sql`i.id`, tenant)} last on true
    left join lateral (select drifted_at from source_drifts noted where noted.tenant = ${tenant} and noted.id = i.id offset 0) drift on true`;

const isSettled = sql<SqlBool>`(i.status = 'CANDIDATE' and last.state = any(${[...settledForCandidates]}))`;

/**
 * Reads the standing or waiting items of any version of these sources, without those just read from the version in
 * force, and without candidates that drifted before. For a system session.
 */
export const itemsOfSources = async (
  { db, viewer: { tenant } }: WriteSession,
  sources: readonly (SourceKey & { readonly documentId: string; readonly sections: unknown })[],
): Promise<SourcedItemRow[]> => {
  const itemsIn = (itemKind: SourcedItemRow['itemKind'], table: 'memories' | 'graph_entities') =>
    sql`select ${itemColumns(itemKind)}
      -- One look into each index for each: 'offset 0' keeps it from being joined otherwise.
      from given cross join lateral (select * from documents known where known.tenant = ${tenant} and known.project = given.project
          and known.visibility_key = given.visibility_key and known.path = given.path offset 0) d
        cross join lateral (select part.id, part.document_id, part.heading_path from chunks part where part.tenant = ${tenant} and part.document_id = d.id offset 0) c
        cross join lateral (select * from ${sql.table(table)} item where item.tenant = ${tenant} and item.source_id = c.id
          and item.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED') offset 0) i
        ${withState(`${itemKind}_id`, tenant)}
      where (d.id <> given.document_id or given.is_gone or last.id is not null) and ${isSettled} is not true`;
  const { rows } = await sql<SourcedItemRow>`with given as materialized (
      select * from unnest(${texts(sources, 'project')}, ${texts(sources, 'visibilityKey')}, ${texts(sources, 'path')},
        ${texts(sources, 'documentId')}, ${sources.map(({ sections }) => sections === null)}::boolean[]) as one (project, visibility_key, path, document_id, is_gone))
    ${itemsIn('memory', 'memories')} union all ${itemsIn('entity', 'graph_entities')} order by id`.execute(
    db,
  );
  return rows;
};

/** Reads the candidates that drifted before, and what was superseded, with one of these wordings. For a system session. */
export const settledItems = async (
  { db, viewer: { tenant } }: WriteSession,
  wordings: readonly { readonly project: string; readonly type: string; readonly fingerprint: string }[],
): Promise<SourcedItemRow[]> => {
  if (wordings.length === 0) return [];
  const saying = (itemKind: SourcedItemRow['itemKind'], table: 'memories' | 'graph_entities') =>
    sql`select ${itemColumns(itemKind)}
      from given cross join lateral (select * from fingerprints kept where kept.tenant = ${tenant} and kept.project = given.project
          and kept.type = given.type and kept.fingerprint = given.fingerprint offset 0) f
        cross join lateral (select * from ${sql.table(table)} item where item.tenant = ${tenant} and item.id = f.${sql.ref(`${itemKind}_id`)} offset 0) i
        cross join lateral (select part.document_id, part.heading_path from chunks part where part.tenant = ${tenant} and part.id = i.source_id offset 0) c
        cross join lateral (select * from documents known where known.tenant = ${tenant} and known.id = c.document_id offset 0) d
        ${withState(`${itemKind}_id`, tenant)}
      where ${isSettled} or i.status = 'SUPERSEDED'`;
  const { rows } = await sql<SourcedItemRow>`with given as materialized (
      select distinct project, type, fingerprint from json_to_recordset(${JSON.stringify(wordings)}) as one (project text, type text, fingerprint text))
    ${saying('memory', 'memories')} union ${saying('entity', 'graph_entities')} order by id`.execute(db);
  return rows;
};

/** A place in another source that is in force where an item was met again. */
export interface SightedRow extends SourceKey {
  readonly itemId: string;
  readonly documentId: string;
  readonly chunkId: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  readonly startOffset: number;
}

/** Finds sightings of items in sources that are in force. For a system session. */
export const sightedElsewhere = async (
  { db, viewer: { tenant } }: WriteSession,
  itemIds: readonly string[],
): Promise<SightedRow[]> => {
  if (itemIds.length === 0) return [];
  const ids = [...itemIds];
  const { rows } = await sql<SightedRow>`select coalesce(s.memory_id, s.entity_id) as "itemId", p.project,
      p.visibility_key as "visibilityKey", p.path, c.document_id as "documentId", c.id as "chunkId",
      c.heading_path as "headingPath", c.text, c.start_offset as "startOffset"
    from sightings s join chunks c on c.tenant = s.tenant and c.id = s.source_id
      join source_paths p on p.tenant = c.tenant and p.document_id = c.document_id and p.withdrawn_at is null
    where s.tenant = ${tenant} and (s.memory_id = any(${ids}) or s.entity_id = any(${ids})) order by s.id desc`.execute(
    db,
  );
  return rows;
};

export interface NewSourceCheck {
  readonly id: string;
  readonly itemId: string;
  readonly itemKind: 'memory' | 'entity';
  readonly state: SourceState;
  readonly documentId: string;
  readonly chunkId: string | null;
  readonly span: { readonly start: number; readonly end: number; readonly text: string } | null;
  readonly similarity: number | null;
  readonly successorId: string | null;
  readonly isDrift: boolean;
  /** True when the previous check found drift. */
  readonly wasDrift: boolean;
  /** False: what it found was found before, and somebody may have decided about it. */
  readonly isNews: boolean;
}

/** True where nobody has decided yet what follows of the drift of this item. */
export const isOpenDrift = (itemId: RawBuilder<unknown>, tenant: string) =>
  sql<SqlBool>`exists (select 1 from source_drifts drift where drift.tenant = ${tenant} and drift.id = ${itemId} and drift.drifted_at is not null)`;

/** A person has decided what follows of an item's drift, if it has drifted. */
export const settleDrift = ({ send, viewer: { tenant } }: WriteSession, itemId: string): void =>
  send(
    sql`update source_drifts set drifted_at = null where tenant = ${tenant} and id = ${itemId} and drifted_at is not null`,
  );

/** Keeps checks, each a row of its own, and notes which items have drifted, or do so no more. */
export const storeSourceChecks = (
  { send, viewer: { tenant } }: WriteSession,
  checks: readonly NewSourceCheck[],
  now: Date,
): void => {
  send(
    insertionOf(
      'source_checks',
      checks.map((check) => ({
        id: check.id,
        tenant,
        memory_id: check.itemKind === 'memory' ? check.itemId : null,
        entity_id: check.itemKind === 'entity' ? check.itemId : null,
        state: check.state,
        document_id: check.documentId,
        chunk_id: check.chunkId,
        span_start: check.span?.start ?? null,
        span_end: check.span?.end ?? null,
        span_text: check.span?.text ?? null,
        similarity: check.similarity,
        successor_id: check.successorId,
        checked_at: now,
      })),
    ),
  );
  const noted = checks.filter((check) => check.isDrift || check.wasDrift);
  if (noted.length > 0)
    send(sql`insert into source_drifts (id, tenant, memory_id, entity_id, state, drifted_at)
      select given.id, ${tenant}, given.memory_id, given.entity_id, given.state, case when given.is_news then ${now}::timestamptz end
      from unnest(${texts(noted, 'itemId')}, ${idsOf(noted, 'memory')}, ${idsOf(noted, 'entity')}, ${texts(noted, 'state')},
        ${noted.map((check) => check.isDrift && check.isNews)}::boolean[]) as given (id, memory_id, entity_id, state, is_news)
      on conflict (tenant, id) do update set state = excluded.state, drifted_at = case when excluded.state = any(${[...undriftedStates]})
        then null else coalesce(source_drifts.drifted_at, excluded.drifted_at) end`);
};
