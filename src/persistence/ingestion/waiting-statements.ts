import type { Reading } from '#domain/ingestion/reading.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import { documentsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { QueryExecutorProvider, WriteSession } from '#persistence/store/viewer-session.ts';
import { joinedSource, type NamesSource, statedSourceOfRow } from './source-columns.ts';

/** The target of passes in one visibility: within it statements are ranked and pending candidates counted. */
export interface WaitingKey {
  /** The id of a wave, or of a source that is read as a whole. */
  readonly targetId: string;
  readonly visibilityKey: string;
}

/** The document of a waiting statement is in force, as that of an interaction's always is. */
const isInForce = (table: string) =>
  sql<SqlBool>`(${sql.ref(`${table}.document_id`)} is null or exists (select 1 from source_paths p
    where p.tenant = ${sql.ref(`${table}.tenant`)} and p.document_id = ${sql.ref(`${table}.document_id`)} and p.withdrawn_at is null))`;

/** Waiting statements that nobody proposes: their document has another version in force, or was withdrawn. */
export const outdatedWaiting = (table: string) => sql<SqlBool>`not ${isInForce(table)}`;

/** The keys of a target for which statements wait; `among`: those alone whose documents the viewer sees. */
export const waitingKeysOf = async (
  { db, viewer: { tenant } }: WriteSession,
  targetId: string,
  among: Viewer,
): Promise<WaitingKey[]> => {
  const { rows } = await sql<WaitingKey>`select w.target_id as "targetId", w.visibility_key as "visibilityKey"
    from waiting_statements w where w.tenant = ${tenant} and w.target_id = ${targetId}
      and (w.document_id is null or ${documentsVisibleTo(among, 'w')})
    group by 1, 2 order by 2`.execute(db);
  return rows;
};

/** The number of pending candidates of a target, by visibility, among those whose documents the viewer sees. */
export const pendingOfTarget = async (
  { db, viewer: { tenant } }: WriteSession,
  targetId: string,
): Promise<ReadonlyMap<string, number>> => {
  const pending = (
    table: 'memories' | 'graph_entities',
  ) => sql`select i.visibility_key from ${sql.table(table)} i
    join reports r on r.id = i.report_id where i.tenant = ${tenant} and i.status = 'CANDIDATE'`;
  const { rows } = await sql<{ visibilityKey: string; count: string }>`with reports as (
      select r.id from extraction_reports r where r.tenant = ${tenant} and r.wave_id = ${targetId}
      union all select r.id from extraction_reports r where r.tenant = ${tenant} and r.source_id = ${targetId})
    select visibility_key as "visibilityKey", count(*) from (${pending('memories')} union all ${pending('graph_entities')}) pending
    group by 1`.execute(db);
  return new Map(rows.map(({ visibilityKey, count }) => [visibilityKey, Number(count)]));
};

/** A waiting statement, and the source that it was read from. */
export interface WaitingStatement {
  readonly id: string;
  readonly reportId: string;
  readonly rank: number;
  readonly reading: Reading;
  readonly source: ExtractionSource;
}

type WaitingRow = Omit<ExtractionSource, 'source' | 'saidOn' | 'document'> &
  NamesSource & {
    readonly id: string;
    readonly reportId: string;
    readonly rank: number;
    readonly content: string;
    readonly rule: string;
    readonly reading: Omit<Reading, 'content' | 'rule'>;
  };

/**
 * The best ranked waiting statements of a target in one visibility, of documents that are in force, locked until the
 * transaction ends. For a session of the system role.
 */
export const takeWaiting = async (
  { db, viewer: { tenant } }: WriteSession,
  { targetId, visibilityKey }: WaitingKey,
  most: number,
): Promise<WaitingStatement[]> => {
  const { rows } =
    await sql<WaitingRow>`select w.id, w.report_id as "reportId", w.rank, w.content, w.rule, w.reading,
      w.project, w.contributor, w.audience, w.is_personal as "isPersonal", w.document_id as "documentId", w.source_id as "sourceId",
      source.subject_id as "subjectId", source.text,
      source.heading_path as "headingPath", source.start_offset as offset, d.path as "documentPath",
      coalesce(d.updated_at, source.occurred_at) as "updatedAt"
    from (select * from waiting_statements w where w.tenant = ${tenant} and w.target_id = ${targetId}
        and w.visibility_key = ${visibilityKey} and ${isInForce('w')} order by w.rank desc, w.id limit ${most} for update) w
      ${joinedSource('w')} left join documents d on d.tenant = w.tenant and d.id = w.document_id
    order by w.rank desc, w.id`.execute(db);
  return rows.map(({ id, reportId, rank, content, rule, reading, sourceId, ...text }) => ({
    id,
    reportId,
    rank,
    reading: { ...reading, content, rule },
    source: { ...text, source: statedSourceOfRow({ sourceId }) },
  }));
};

/** Removes waiting statements that moved up, or that turned out to be known. */
export const removeWaiting = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  await sql`delete from waiting_statements where ${hasId(tenant, ids)}`.execute(db);
};

/** Turns what waits of documents into dropped statements of its reports: the documents are read again. */
export const outdateWaiting = async (
  { db, viewer: { tenant } }: WriteSession,
  documentIds: readonly string[],
): Promise<void> => {
  if (documentIds.length === 0) return;
  await sql`with gone as (delete from waiting_statements w where w.tenant = ${tenant} and w.document_id = any(${[...documentIds]}) returning w.*)
    insert into dropped_statements (id, tenant, contributor, audience, is_personal, report_id, reason, rule, kind, entity_type, content, confidence)
    select 'drp' || substr(id, 4), tenant, contributor, audience, is_personal, report_id, 'OUTDATED', rule,
      reading -> 'type' ->> 'kind', reading -> 'type' ->> 'entityType', content, confidence from gone`.execute(
    db,
  );
};

/** A target of some tenant's passes with statements that wait, and with room for more pending candidates. */
export interface DueWaiting extends WaitingKey {
  readonly tenant: string;
}

/** For a session that has no tenant; any other is given none. */
export const dueWaiting = async (
  db: QueryExecutorProvider,
  budget: number,
  most: number,
): Promise<DueWaiting[]> => {
  const { rows } =
    await sql<DueWaiting>`select tenant, target_id as "targetId", visibility_key as "visibilityKey"
    from due_waiting_statements(${budget}::int, ${most}::int)`.execute(db);
  return rows;
};
