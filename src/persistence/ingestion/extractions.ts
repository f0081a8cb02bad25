import DataLoader from 'dataloader';
import { readStandingId } from '#domain/input/shown-id.ts';
import { maskJson, maskWordings, policyMask, type WithheldText } from '#domain/labels/policy/mask.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import type { WorkflowReason, WorkflowStatus } from '#domain/routing/workflow-states.ts';
import type { EntityRow, ItemRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import type { ChildList } from '#persistence/reading/nested-list.ts';
import { RowLoader, type SeenRows, seenAmong } from '#persistence/reading/row-loader.ts';
import { rowsWithIds } from '#persistence/reading/rows-with-ids.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  extractionsVisibleTo,
  visibleWithItem,
  withheldTexts,
  workflowItemsVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import type { NamesSource } from './source-columns.ts';

export interface ExtractionRow extends NamesSource {
  readonly id: string;
  readonly contributor: string;
  readonly schemaName: string;
  readonly payload: unknown;
  readonly fieldConfidence: readonly FieldConfidence[];
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

/** Null: the label policy withholds nothing of it from this viewer. */
interface Withholding {
  readonly withheld: readonly WithheldText[] | null;
}

export const extractionColumns = (table: 'e' | 'n') =>
  sql`${sql.raw(
    `${table}.id, ${table}.contributor, ${table}.schema_name as "schemaName", ${table}.payload,
    ${table}.field_confidence as "fieldConfidence", ${table}.source_id as "sourceId",
    ${table}.report_id as "reportId", ${table}.project, ${table}.extractor_version as "extractorVersion",
    ${table}.is_personal as "isPersonal", ${table}.created_at as "createdAt"`,
  )}, ${withheldTexts({ source: `${table}.source_id`, extraction: `${table}.id` })} as withheld`;

/** A row as it is read, in the words that are for the viewer. */
export const extractionAsShown = (read: ExtractionRow & Partial<Withholding>): ExtractionRow => {
  const { withheld = null, ...row } = read;
  if (withheld === null) return { ...row, withholds: false };
  const mask = (text: string): string => maskWordings(text, withheld);
  return { ...row, payload: maskJson(row.payload, mask, mask), withholds: true };
};

export const extractionsById = (session: ReadSession) =>
  new RowLoader<ExtractionRow>(async (ids) => {
    const { rows } = await sql<ExtractionRow>`select ${extractionColumns('e')}
      from ${rowsWithIds(session.viewer, 'extractions', ids)} e where ${extractionsVisibleTo(session.viewer, 'e')}`.execute(
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

export interface Sightings {
  readonly count: number;
  readonly lastAt: Date | null;
}

/**
 * How often items were met again, now or by the id of a snapshot until then, where it still is in force; never, where the viewer does not
 * see the item.
 */
export const sightingsByItem = (session: ReadSession) =>
  new DataLoader<string, Sightings>(async (keys) => {
    const wanted = keys.map(readStandingId);
    const { rows } = await sql<{
      key: string;
      count: string;
      lastAt: Date;
    }>`select wanted.key, count(*) as count, max(s.seen_at) as "lastAt"
      from unnest(${[...keys]}::text[], ${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[])
        as wanted (key, id, instant)
      join sightings s on (s.memory_id = wanted.id or s.entity_id = wanted.id) and (wanted.instant is null or s.seen_at <= wanted.instant)
      where ${visibleWithItem(session.viewer, 's')}
        and (s.chunk_id is null or exists (select 1 from chunks c join source_paths p on p.tenant = c.tenant and p.document_id = c.document_id
          and p.withdrawn_at is null where c.tenant = s.tenant and c.id = s.chunk_id)) group by 1`.execute(
      await session.byKey(),
    );
    const found = new Map(rows.map(({ key, count, lastAt }) => [key, { count: Number(count), lastAt }]));
    return keys.map((key) => found.get(key) ?? { count: 0, lastAt: null });
  });

export interface RevisionRow {
  readonly revision: number;
  readonly content: string;
  readonly summary: string | null;
  readonly name: string | null;
  readonly status: ItemStatus;
  /** Why the change rejected or retired the item; null for others. */
  readonly reason: string | null;
  readonly editedBy: string;
  readonly editedAt: Date;
}

export const revisionColumns = sql`n.revision, n.content, n.summary, n.name, n.status, n.reason, n.edited_by as "editedBy", n.edited_at as "editedAt"`;

const masked = (text: string | null) => (text === null ? null : policyMask);
export const revisionAsShown = <Row extends RevisionRow>(
  row: Row,
  { redacted }: Pick<ItemRow, 'redacted'>,
): Row =>
  redacted
    ? {
        ...row,
        content: policyMask,
        summary: masked(row.summary),
        name: masked(row.name),
        reason: masked(row.reason),
      }
    : row;

/** Seen with the item; the words of one that is redacted are masked. */
const wordings = <Item extends ItemRow>(
  parent: 'memory_id' | 'entity_id',
  { name, all }: { readonly name: string; readonly all: boolean },
): ChildList<RevisionRow, Item> => ({
  name,
  columns: revisionColumns,
  from: sql`revisions`,
  parent,
  lasts: { since: 'edited_at' },
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
