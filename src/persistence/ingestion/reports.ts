import DataLoader from 'dataloader';
import type { DropReason } from '#domain/ingestion/drop-reasons.ts';
import type { EntityType, MemoryKind } from '#domain/ingestion/kinds.ts';
import type { UnreadReason } from '#domain/ingestion/unread-reasons.ts';
import { maskWordings, type WithheldText } from '#domain/labels/policy/mask.ts';
import type { ModelOutcome } from '#domain/language-model/model-outcomes.ts';
import type { UnreadSection } from '#entities/source-reading.ts';
import { columnList } from '#persistence/reading/row-columns.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import { isUnread } from '#persistence/reading/unread-documents.ts';
import {
  documentsVisibleTo,
  itemsVisibleTo,
  readingsVisibleTo,
  reportsVisibleTo,
  unvouchedVisibleTo,
  withheldTexts,
} from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { outdatedWaiting } from './waiting-statements.ts';

export interface ReportRow {
  readonly id: string;
  readonly waveId: string | null;
  readonly sourceId: string | null;
  readonly extractionId: string | null;
  readonly extractorVersion: string;
  readonly errors: readonly string[];
  readonly createdAt: Date;
  /** Null while the pass goes on. */
  readonly finishedAt: Date | null;
}

export interface DroppedRow {
  readonly reportId: string;
  readonly reason: DropReason;
  readonly rule: string;
  /** Null where it was read as an entity; else the type is null. */
  readonly kind: MemoryKind | null;
  readonly entityType: EntityType | null;
  readonly content: string;
  readonly confidence: number;
  /** Null: none is kept. */
  readonly extractionId: string | null;
  /** The memory or entity that says the same; null: none was met. */
  readonly duplicateId: string | null;
}

/** A statement that waits. */
export type WaitingRow = Pick<DroppedRow, 'reportId' | 'rule' | 'content' | 'confidence'>;

/** A section from which a pass took nothing. */
export type UnreadRow = UnreadSection;

/** Null: the label policy withholds nothing of it from this viewer. */
interface Withholding {
  readonly withheld: readonly WithheldText[] | null;
}

/** The columns of a `ReportRow` of a table. */
export const reportColumns = (table: string) =>
  columnList(table, [
    'id',
    'waveId',
    'sourceId',
    'extractionId',
    'extractorVersion',
    'errors',
    'createdAt',
    'finishedAt',
  ] satisfies (keyof ReportRow)[]);

const newestReports = (session: ReadSession, target: 'wave_id' | 'source_id' | 'extraction_id') =>
  new DataLoader<string, ReportRow | null>(async (targetIds) => {
    const of = sql.ref(`r.${target}`);
    const { rows } = await sql<
      ReportRow & { readonly targetId: string }
    >`select distinct on (${of}) ${of} as "targetId", ${reportColumns('r')}
      from extraction_reports r where ${of} = any(${[...targetIds]}) and ${reportsVisibleTo(session.viewer, 'r')}
      order by ${of}, r.created_at desc, r.id desc`.execute(await session.byKey());
    const found = new Map(rows.map((row) => [row.targetId, row]));
    return targetIds.map((id) => found.get(id) ?? null);
  });

/** The newest pass over each wave, each source that is read as a whole, or the statements of each recorded extraction. */
export const reportsByWave = (session: ReadSession) => newestReports(session, 'wave_id');
export const reportsBySource = (session: ReadSession) => newestReports(session, 'source_id');
export const reportsByExtraction = (session: ReadSession) => newestReports(session, 'extraction_id');

export const reportsById = (session: ReadSession) =>
  new DataLoader<string, ReportRow | null>(async (ids) => {
    const { rows } = await sql<ReportRow>`select ${reportColumns('r')}
      from extraction_reports r where ${hasId(session.viewer.tenant, ids, 'r')} and ${reportsVisibleTo(session.viewer, 'r')}`.execute(
      await session.byKey(),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

interface ReasonCount<Reason extends string> {
  readonly reason: Reason;
  readonly count: number;
}

/** Figures of a pass, as far as the viewer may see them. found = persisted + waiting + dropped; sections = readSections + unread. */
export interface ReportFigures {
  readonly found: number;
  readonly persisted: number;
  readonly waiting: number;
  readonly dropped: number;
  readonly reinforced: number;
  readonly byRule: readonly { readonly rule: string; readonly count: number }[];
  readonly droppedByReason: readonly ReasonCount<DropReason>[];
  readonly sections: number;
  readonly readSections: number;
  readonly unreadByReason: readonly ReasonCount<UnreadReason>[];
  /** Parts of the sections that gave a statement. */
  readonly unreadPassagesByReason: readonly ReasonCount<UnreadReason>[];
  readonly modelSections: readonly { readonly outcome: ModelOutcome; readonly count: number }[];
}

interface FigureRow {
  readonly reportId: string;
  readonly figure: 'rule' | 'reason' | 'waiting' | 'reinforced' | 'read' | 'unread' | 'passage' | 'model';
  readonly name: string;
  readonly count: string;
}

/** The figures of each report, counted from its rows as far as the viewer sees them, in one statement. */
export const figuresByReport = (session: ReadSession) =>
  new DataLoader<string, ReportFigures>(async (ids) => {
    const { viewer } = session;
    const reports = [...ids];
    const visibleItem = (table: string) =>
      sql`select i.id from ${sql.table(table)} i where ${itemsVisibleTo(viewer, 'i')}`;
    const { rows } = await sql<FigureRow>`
      with readings as (select r.* from source_readings r where r.report_id = any(${reports}) and ${readingsVisibleTo(viewer, 'r')}),
        left_over as (select w.report_id, ${outdatedWaiting('w')} as is_outdated from waiting_statements w
          where w.report_id = any(${reports}) and ${unvouchedVisibleTo(viewer, 'w')}),
        dropped as (select d.report_id, d.reason from dropped_statements d where d.report_id = any(${reports}) and ${unvouchedVisibleTo(viewer, 'd')}
          union all select report_id, 'OUTDATED' from left_over where is_outdated)
      select "reportId", 'rule' as figure, rule as name, count(*) as count from (
        select i.report_id as "reportId", i.rule from memories i where i.report_id = any(${reports}) and ${itemsVisibleTo(viewer, 'i')}
        union all
        select i.report_id, i.rule from graph_entities i where i.report_id = any(${reports}) and ${itemsVisibleTo(viewer, 'i')}
      ) written group by 1, 3
      union all
      select report_id, 'reason', reason, count(*) from dropped group by 1, 3
      union all
      select report_id, 'waiting', '', count(*) from left_over where not is_outdated group by 1
      union all
      select report_id, 'read', '', sum(read_sections) from readings group by 1
      union all
      select r.report_id, case when unread -> 'isPart' is not null then 'passage' else 'unread' end, unread ->> 'reason', count(*)
      from readings r, jsonb_array_elements(r.unread_sections) unread group by 1, 2, 3
      union all
      select r.report_id, 'model', counted.key, sum(counted.value::int) from readings r, jsonb_each_text(r.model_sections) counted group by 1, 3
      union all
      select s.report_id, 'reinforced', '', count(*) from sightings s where s.tenant = ${viewer.tenant} and s.report_id = any(${reports})
        and (s.memory_id in (${visibleItem('memories')}) or s.entity_id in (${visibleItem('graph_entities')})) group by 1
      order by 2, 3`.execute(await session.byKey());
    const byReport = Map.groupBy(rows, ({ reportId }) => reportId);
    return ids.map((id) => {
      const figures = (byReport.get(id) ?? []).map((row) => ({ ...row, count: Number(row.count) }));
      const of = (figure: FigureRow['figure']) => figures.filter((row) => row.figure === figure);
      const sum = (figure: FigureRow['figure']) => of(figure).reduce((total, { count }) => total + count, 0);
      const byReason = <Reason extends string>(figure: FigureRow['figure']) =>
        of(figure).map(({ name, count }) => ({ reason: name as Reason, count }));
      return {
        found: sum('rule') + sum('waiting') + sum('reason'),
        persisted: sum('rule'),
        waiting: sum('waiting'),
        dropped: sum('reason'),
        reinforced: sum('reinforced'),
        byRule: of('rule').map(({ name, count }) => ({ rule: name, count })),
        droppedByReason: byReason<DropReason>('reason'),
        sections: sum('read') + sum('unread'),
        readSections: sum('read'),
        unreadByReason: byReason<UnreadReason>('unread'),
        unreadPassagesByReason: byReason<UnreadReason>('passage'),
        modelSections: of('model').map(({ name, count }) => ({ outcome: name as ModelOutcome, count })),
      };
    });
  });

/** Sections of each pass from which it took nothing, or parts of other sections, in reading order; at most `maxListed` a report. */
const maxListed = 1_000;
const unreadOf = (session: ReadSession, isWanted: RawBuilder<SqlBool>) =>
  new DataLoader<string, readonly UnreadSection[]>(async (ids) => {
    const { rows } = await sql<{
      reportId: string;
      unread: UnreadSection;
    }>`select asked.id as "reportId", listed.unread
      from unnest(${[...ids]}::text[]) asked (id) cross join lateral (
        select unread.value as unread from source_readings r, jsonb_array_elements(r.unread_sections) with ordinality unread (value, place)
        where r.tenant = ${session.viewer.tenant} and r.report_id = asked.id and ${readingsVisibleTo(session.viewer, 'r')} and ${isWanted}
        order by r.document_id, unread.place limit ${maxListed}) listed`.execute(await session.byKey());
    const byReport = Map.groupBy(rows, ({ reportId }) => reportId);
    return ids.map((id) => (byReport.get(id) ?? []).map(({ unread }) => unread));
  });

export const unreadByReport = (session: ReadSession) =>
  unreadOf(session, sql<SqlBool>`unread.value -> 'isPart' is null`);
export const unreadPassagesByReport = (session: ReadSession) =>
  unreadOf(session, sql<SqlBool>`unread.value -> 'isPart' is not null`);

/** Statements of each pass that wait for a place in the queue, the next ones first; at most `maxListed` a report. */
export const waitingByReport = (session: ReadSession) =>
  new DataLoader<string, readonly WaitingRow[]>(async (ids) => {
    const { rows } = await sql<
      WaitingRow & Withholding
    >`select listed.*, report.withheld from (select w.report_id as "reportId", w.rule, w.content, w.confidence,
        row_number() over (partition by w.report_id order by w.rank desc, w.id) as place
      from waiting_statements w where w.report_id = any(${[...ids]}) and ${unvouchedVisibleTo(session.viewer, 'w')} and not ${outdatedWaiting('w')}) listed
      join (select r.id, ${withheldTexts({ report: 'r.id' })} as withheld from unnest(${[...ids]}::text[]) r (id) offset 0) report on report.id = listed."reportId"
      where place <= ${maxListed} order by place`.execute(await session.byKey());
    const byReport = Map.groupBy(
      rows.map(({ withheld, ...row }) => ({ ...row, content: maskWordings(row.content, withheld) })),
      ({ reportId }) => reportId,
    );
    return ids.map((id) => byReport.get(id) ?? []);
  });

/** The number of documents of each wave that no pass has read, among those that the viewer sees. */
export const unreadDocumentsByWave = (session: ReadSession) =>
  new DataLoader<string, number>(async (ids) => {
    const { rows } = await sql<{
      waveId: string;
      count: string;
    }>`select d.wave_id as "waveId", count(*) from documents d
      where d.wave_id = any(${[...ids]}) and ${documentsVisibleTo(session.viewer, 'd')}
        and ${isUnread} group by 1`.execute(await session.byKey());
    const found = new Map(rows.map(({ waveId, count }) => [waveId, Number(count)]));
    return ids.map((id) => found.get(id) ?? 0);
  });

/** Dropped statements of each pass, in reading order; at most `maxListed` a report. */
export const droppedByReport = (session: ReadSession) =>
  new DataLoader<string, readonly DroppedRow[]>(async (ids) => {
    const { rows } = await sql<
      DroppedRow & Withholding
    >`select listed.*, report.withheld from (select d.*, row_number() over (partition by d."reportId" order by substr(d.id, 4)) as place from (
        select d.id, d.report_id as "reportId", d.reason, d.rule, d.kind, d.entity_type as "entityType", d.content, d.confidence,
          d.extraction_id as "extractionId", coalesce(d.memory_id, d.entity_id) as "duplicateId"
        from dropped_statements d where d.report_id = any(${[...ids]}) and ${unvouchedVisibleTo(session.viewer, 'd')}
        union all select w.id, w.report_id, 'OUTDATED', w.rule, w.reading -> 'type' ->> 'kind', w.reading -> 'type' ->> 'entityType', w.content, w.confidence, null, null
        from waiting_statements w where w.report_id = any(${[...ids]}) and ${unvouchedVisibleTo(session.viewer, 'w')} and ${outdatedWaiting('w')}) d) listed
      join (select r.id, ${withheldTexts({ report: 'r.id' })} as withheld from unnest(${[...ids]}::text[]) r (id) offset 0) report on report.id = listed."reportId"
      where place <= ${maxListed} order by place`.execute(await session.byKey());
    const byReport = Map.groupBy(
      rows.map(({ withheld, ...row }) => ({ ...row, content: maskWordings(row.content, withheld) })),
      ({ reportId }) => reportId,
    );
    return ids.map((id) => byReport.get(id) ?? []);
  });
