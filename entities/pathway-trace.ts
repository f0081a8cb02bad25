import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { RedactionCounts } from '#domain/pathways/redaction.ts';
import type { TraceDocument } from '#domain/pathways/trace-document.ts';
import { double, instant, tenantColumns } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';
import { textArray } from './text-array.ts';

/** One observed run of a pathway, in one version. Seen by the whole tenant; its free text by fewer (field access). */
export const PathwayTraceTable = defineEntity({
  name: 'PathwayTrace',
  tableName: 'pathway_traces',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    /** The row of its pathway, `pth_…`. */
    pathwayRef: reference('pathways'),
    traceUid: p.text(),
    version: p.integer(),
    parentTraceUid: reference('pathway_traces', 'restrict', 'trace_uid').nullable(),
    /** The uid of version 1 of its chain; its own in version 1. */
    rootTraceUid: reference('pathway_traces', 'restrict', 'trace_uid'),
    supersededAt: instant().nullable(),
    supersededByTraceUid: reference('pathway_traces', 'restrict', 'trace_uid').nullable(),
    taskClass: p.text(),
    filePath: p.text(),
    signalClass: p.text().nullable(),
    /** The counts of its 32 buckets, parted by commas: exact, and the key of its vector. */
    vectorCounts: reference('pathway_vectors', 'restrict', 'counts'),
    subjectIds: textArray().defaultRaw(`'{}'`),
    /** The trace under the specification's own field names, redacted, as it was when it was written; columns hold what changed. */
    document: p.json<TraceDocument>(),
    redactions: p.json<RedactionCounts>(),
    legacy: p.boolean().default(false),
    replayCount: p.integer().default(0),
    replaysSucceeded: p.integer().default(0),
    /** Succeeded of all replays, 0 when there was none: a column, so that an index can order by it. */
    successRate: double().default(0),
    createdAt: instant(),
  },
  uniques: [
    { name: 'pathway_traces_uid_key', properties: ['tenant', 'traceUid'] },
    // A chain cannot fork: a parent has one child.
    { name: 'pathway_traces_parent_key', properties: ['tenant', 'parentTraceUid'] },
    { name: 'pathway_traces_chain_key', properties: ['tenant', 'rootTraceUid', 'version'] },
  ],
  indexes: [
    {
      name: 'pathway_traces_head_index',
      expression:
        'create index "pathway_traces_head_index" on "pathway_traces" ("tenant", "pathway_ref", "success_rate" desc, "replay_count" desc, "created_at" desc, "id" desc) where superseded_at is null',
    },
    {
      name: 'pathway_traces_history_index',
      expression:
        'create index "pathway_traces_history_index" on "pathway_traces" ("tenant", "pathway_ref", "success_rate" desc, "replay_count" desc, "created_at" desc, "id" desc) where superseded_at is not null',
    },
    {
      name: 'pathway_traces_vector_index',
      properties: ['tenant', 'vectorCounts', 'id'],
    },
    { name: 'pathway_traces_pathway_index', properties: ['tenant', 'pathwayRef', 'id'] },
  ],
  checks: [
    {
      name: 'pathway_traces_head_check',
      expression: '(superseded_at is null) = (superseded_by_trace_uid is null)',
    },
    {
      name: 'pathway_traces_root_check',
      expression:
        '(parent_trace_uid is null) = (version = 1) and (version = 1) = (root_trace_uid = trace_uid)',
    },
    {
      name: 'pathway_traces_replays_check',
      expression: 'replays_succeeded >= 0 and replays_succeeded <= replay_count',
    },
  ],
  policies: searchableTablePolicies('pathway_traces', sameTenant),
});
export type PathwayTrace = InferEntity<typeof PathwayTraceTable>;

/** Sections that a trace was given. Written by the database with the trace. */
export const TraceChunkTable = defineEntity({
  name: 'TraceChunk',
  tableName: 'trace_chunks',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    /** `chk_…`; of this gateway or of none. */
    chunkId: p.text().primary(),
    /** `trc_…` */
    traceId: reference('pathway_traces').primary(),
  },
  indexes: [{ name: 'trace_chunks_trace_index', properties: ['tenant', 'traceId'] }],
  policies: tablePolicies('trace_chunks', sameTenant).filter(({ command }) => command !== 'update'),
});
/** People that a trace is about, by id, so that an audit request is answered without reading text. */
export const TraceSubjectTable = defineEntity({
  name: 'TraceSubject',
  tableName: 'trace_subjects',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    subjectId: p.text().primary(),
    /** `trc_…` */
    traceId: reference('pathway_traces').primary(),
  },
  policies: tablePolicies('trace_subjects', sameTenant).filter(({ command }) => command !== 'update'),
});
