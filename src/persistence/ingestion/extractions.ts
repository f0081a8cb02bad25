import DataLoader from 'dataloader';
import type { DropReason } from '#domain/ingestion/drop-reasons.ts';
import { maskJson, maskWordings, policyMask, type WithheldText } from '#domain/labels/policy/mask.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import type { WorkflowReason, WorkflowStatus } from '#domain/routing/workflow-states.ts';
import type { UnreadSection } from '#entities/extraction-report.ts';
import type { EntityRow, ItemRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import type { HangingList } from '#persistence/reading/nested-list.ts';
import { RowLoader, type SeenRows, seenAmong } from '#persistence/reading/row-loader.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  extractionsVisibleTo,
  hangersVisibleTo,
  itemsVisibleTo,
  reportsVisibleTo,
  unvouchedVisibleTo,
  withheldTexts,
  workflowItemsVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

export interface ExtractionRow {
  readonly id: string;
  readonly contributor: string;
  readonly schemaName: string;
  readonly payload: unknown;
  readonly fieldConfidence: readonly FieldConfidence[];
  readonly chunkId: string | null;
  readonly interactionId: string | null;
  readonly reportId: string | null;
  readonly project: string;
  readonly extractorVersion: string | null;
  readonly isPersonal: boolean;
  readonly createdAt: Date;
  /** True when the label policy masks some words of its payload for this viewer. */
  readonly withholds: boolean;
}

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

export interface ReportRow {
  readonly id: string;
  readonly waveId: string | null;
  readonly interactionId: string | null;
  readonly extractionId: string | null;
  readonly extractorVersion: string;
  readonly errors: readonly string[];
  readonly unreadSections: readonly UnreadSection[];
  readonly createdAt: Date;
}

export interface DroppedRow {
  readonly reportId: string;
  readonly reason: DropReason;
  readonly rule: string;
  readonly content: string;
  readonly confidence: number;
  /** Null: none is kept. */
  readonly extractionId: string | null;
  /** The memory or entity that says the same; null: none was met. */
  readonly duplicateId: string | null;
}

/** Null: the label policy withholds nothing of it from this viewer. */
interface Withholding {
  readonly withheld: readonly WithheldText[] | null;
}

export const extractionColumns = (table: 'e' | 'n') =>
  sql`${sql.raw(
    `${table}.id, ${table}.contributor, ${table}.schema_name as "schemaName", ${table}.payload,
    ${table}.field_confidence as "fieldConfidence", ${table}.chunk_id as "chunkId", ${table}.interaction_id as "interactionId",
    ${table}.report_id as "reportId", ${table}.project, ${table}.extractor_version as "extractorVersion",
    ${table}.is_personal as "isPersonal", ${table}.created_at as "createdAt"`,
  )}, ${withheldTexts({ chunk: `${table}.chunk_id`, interaction: `${table}.interaction_id`, extraction: `${table}.id` })} as withheld`;

/** A row as it is read, in the words that are for the viewer. */
export const extractionAsShown = (read: ExtractionRow & Partial<Withholding>): ExtractionRow => {
  const { withheld = null, ...row } = read;
  return withheld === null
    ? { ...row, withholds: false }
    : { ...row, payload: maskJson(row.payload, (text) => maskWordings(text, withheld)), withholds: true };
};

export const extractionsById = (session: ReadSession) =>
  new RowLoader<ExtractionRow>(async (ids) => {
    const { rows } = await sql<ExtractionRow>`select ${extractionColumns('e')}
      from extractions e where e.id = any(${[...ids]}) and ${extractionsVisibleTo(session.viewer, 'e')}`.execute(
      await session.byKey(),
    );
    const found = new Map(rows.map((row) => [row.id, extractionAsShown(row)]));
    return ids.map((id) => found.get(id) ?? null);
  });

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
        coalesce((select (${withheldTexts({ chunk: 'e.chunk_id', interaction: 'e.interaction_id', extraction: 'e.id' })}) is not null
          from extractions e where e.tenant = w.tenant and e.id = w.extraction_id), true) as redacted
      from workflow_items w
      where w.id = any(${[...ids]}) and ${workflowItemsVisibleTo(session.viewer, 'w')}`.execute(
      await session.byKey(),
    );
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

const newestReports = (session: ReadSession, source: 'wave_id' | 'interaction_id' | 'extraction_id') =>
  new DataLoader<string, ReportRow | null>(async (sourceIds) => {
    const of = sql.ref(`r.${source}`);
    const { rows } = await sql<
      ReportRow & { readonly sourceId: string }
    >`select distinct on (${of}) ${of} as "sourceId", r.id, r.wave_id as "waveId",
        r.interaction_id as \"interactionId\", r.extraction_id as \"extractionId\", r.extractor_version as "extractorVersion", r.errors, r.unread_sections as "unreadSections", r.created_at as "createdAt"
      from extraction_reports r where ${of} = any(${[...sourceIds]}) and ${reportsVisibleTo(session.viewer, 'r')}
      order by ${of}, r.created_at desc, r.id desc`.execute(await session.byKey());
    const found = new Map(rows.map((row) => [row.sourceId, row]));
    return sourceIds.map((id) => found.get(id) ?? null);
  });

/** The newest pass over each wave, each interaction, or the statements of each recorded extraction. */
export const reportsByWave = (session: ReadSession) => newestReports(session, 'wave_id');
export const reportsByInteraction = (session: ReadSession) => newestReports(session, 'interaction_id');
export const reportsByExtraction = (session: ReadSession) => newestReports(session, 'extraction_id');

export const reportsById = (session: ReadSession) =>
  new DataLoader<string, ReportRow | null>(async (ids) => {
    const { rows } =
      await sql<ReportRow>`select r.id, r.wave_id as "waveId", r.interaction_id as \"interactionId\", r.extraction_id as \"extractionId\",
        r.extractor_version as "extractorVersion", r.errors, r.unread_sections as "unreadSections", r.created_at as "createdAt"
      from extraction_reports r where r.id = any(${[...ids]}) and ${reportsVisibleTo(session.viewer, 'r')}`.execute(
        await session.byKey(),
      );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** Figures of a pass, as far as the viewer may see them. */
export interface ReportFigures {
  readonly persisted: number;
  readonly dropped: number;
  readonly reinforced: number;
  readonly byRule: readonly { readonly rule: string; readonly count: number }[];
  readonly droppedByReason: readonly { readonly reason: DropReason; readonly count: number }[];
}

interface FigureRow {
  readonly reportId: string;
  readonly figure: 'rule' | 'reason' | 'reinforced';
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
      select "reportId", 'rule' as figure, rule as name, count(*) as count from (
        select i.report_id as "reportId", i.rule from memories i where i.report_id = any(${reports}) and ${itemsVisibleTo(viewer, 'i')}
        union all
        select i.report_id, i.rule from graph_entities i where i.report_id = any(${reports}) and ${itemsVisibleTo(viewer, 'i')}
      ) written group by 1, 3
      union all
      select d.report_id, 'reason', d.reason, count(*) from dropped_statements d
        where d.report_id = any(${reports}) and ${unvouchedVisibleTo(viewer, 'd')} group by 1, 3
      union all
      select s.report_id, 'reinforced', '', count(*) from sightings s where s.tenant = ${viewer.tenant} and s.report_id = any(${reports})
        and (s.memory_id in (${visibleItem('memories')}) or s.entity_id in (${visibleItem('graph_entities')})) group by 1
      order by 2, 3`.execute(await session.byKey());
    const byReport = Map.groupBy(rows, ({ reportId }) => reportId);
    return ids.map((id) => {
      const figures = (byReport.get(id) ?? []).map((row) => ({ ...row, count: Number(row.count) }));
      const sum = (figure: FigureRow['figure']) =>
        figures.filter((row) => row.figure === figure).reduce((total, { count }) => total + count, 0);
      return {
        persisted: sum('rule'),
        dropped: sum('reason'),
        reinforced: sum('reinforced'),
        byRule: figures
          .filter(({ figure }) => figure === 'rule')
          .map(({ name, count }) => ({ rule: name, count })),
        droppedByReason: figures
          .filter(({ figure }) => figure === 'reason')
          .map(({ name, count }) => ({ reason: name as DropReason, count })),
      };
    });
  });

/** Dropped statements of each pass, in reading order; at most `maxDropped` a report. */
export const maxDropped = 1_000;
export const droppedByReport = (session: ReadSession) =>
  new DataLoader<string, readonly DroppedRow[]>(async (ids) => {
    const { rows } = await sql<
      DroppedRow & Withholding
    >`select listed.*, report.withheld from (select d.report_id as "reportId", d.reason, d.rule, d.content, d.confidence, d.extraction_id as "extractionId",
        coalesce(d.memory_id, d.entity_id) as "duplicateId", row_number() over (partition by d.report_id order by d.id) as place
      from dropped_statements d where d.report_id = any(${[...ids]}) and ${unvouchedVisibleTo(session.viewer, 'd')}) listed
      join (select r.id, ${withheldTexts({ report: 'r.id' })} as withheld from unnest(${[...ids]}::text[]) r (id) offset 0) report on report.id = listed."reportId"
      where place <= ${maxDropped} order by place`.execute(await session.byKey());
    const byReport = Map.groupBy(
      rows.map(({ withheld, ...row }) => ({ ...row, content: maskWordings(row.content, withheld) })),
      ({ reportId }) => reportId,
    );
    return ids.map((id) => byReport.get(id) ?? []);
  });

export interface Sightings {
  readonly count: number;
  readonly lastAt: Date | null;
}

/** How often items were met again where it still is in force; never, where the viewer does not see the item. */
export const sightingsByItem = (session: ReadSession) =>
  new DataLoader<string, Sightings>(async (itemIds) => {
    const ids = [...itemIds];
    const { rows } = await sql<{
      itemId: string;
      count: string;
      lastAt: Date;
    }>`select coalesce(s.memory_id, s.entity_id) as "itemId",
        count(*) as count, max(s.seen_at) as "lastAt" from sightings s
      where (s.memory_id = any(${ids}) or s.entity_id = any(${ids})) and ${hangersVisibleTo(session.viewer, 's')}
        and (s.chunk_id is null or exists (select 1 from chunks c join source_paths p on p.tenant = c.tenant and p.document_id = c.document_id
          and p.withdrawn_at is null where c.tenant = s.tenant and c.id = s.chunk_id)) group by 1`.execute(
      await session.byKey(),
    );
    const found = new Map(
      rows.map(({ itemId, count, lastAt }) => [itemId, { count: Number(count), lastAt }]),
    );
    return itemIds.map((id) => found.get(id) ?? { count: 0, lastAt: null });
  });

export interface RevisionRow {
  readonly revision: number;
  readonly content: string;
  readonly summary: string | null;
  readonly name: string | null;
  readonly status: ItemStatus;
  readonly editedBy: string;
  readonly editedAt: Date;
}

export const revisionColumns = sql`n.revision, n.content, n.summary, n.name, n.status, n.edited_by as "editedBy", n.edited_at as "editedAt"`;

const masked = (text: string | null) => (text === null ? null : policyMask);
export const revisionAsShown = <Row extends RevisionRow>(
  row: Row,
  { redacted }: Pick<ItemRow, 'redacted'>,
): Row =>
  redacted ? { ...row, content: policyMask, summary: masked(row.summary), name: masked(row.name) } : row;

/** Seen with the item; the words of one that is redacted are masked. */
const wordings = <Item extends ItemRow>(
  parent: 'memory_id' | 'entity_id',
  { name, all }: { readonly name: string; readonly all: boolean },
): HangingList<RevisionRow, Item> => ({
  name,
  columns: revisionColumns,
  from: sql`revisions`,
  parent,
  key: 'revision',
  keyOf: ({ revision }) => revision,
  visible: () => (all ? sql<SqlBool>`true` : sql<SqlBool>`n.reworded`),
  asShownWith: revisionAsShown,
});

/** The wordings of an item, the original first. */
const wordingsAlone = { name: 'revisions', all: false };
export const revisionsOfMemory = wordings<MemoryRow>('memory_id', wordingsAlone);
export const revisionsOfEntity = wordings<EntityRow>('entity_id', wordingsAlone);
/** Every state that an item was in from one change to the next, the original first. */
const everyVersion = { name: 'versions', all: true };
export const versionsOfMemory = wordings<MemoryRow>('memory_id', everyVersion);
export const versionsOfEntity = wordings<EntityRow>('entity_id', everyVersion);

/** Every routing of an extraction, the newest first: seen with it. */
export const routingsOfExtraction: HangingList<WorkflowItemRow, ExtractionRow> = {
  name: 'routings-of-extraction',
  columns: sql.raw(workflowColumnsOf('n')),
  from: sql`workflow_items`,
  parent: 'extraction_id',
  key: 'id',
  direction: 'DESC',
  keyOf: ({ id }) => id,
  visible: () => sql<SqlBool>`true`,
  asShownWith: (row) => row,
};
