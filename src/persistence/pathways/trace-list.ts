import type { OptionalCondition } from '#domain/input/condition.ts';
import { meets } from '#persistence/reading/conditions.ts';
import type { NewestFirst } from '#persistence/reading/newest-first.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import { type TraceRow, traceColumns } from './pathways.ts';

export interface TraceFilter {
  readonly taskClass?: OptionalCondition<string>;
  readonly filePath?: OptionalCondition<string>;
  readonly signalClass?: OptionalCondition<string>;
  readonly createdAt?: OptionalCondition<Date>;
  /** Restricts to superseded versions, or to heads. */
  readonly superseded?: boolean | null | undefined;
}

/** The traces of the tenant, which is all of their visibility, newest first; superseded versions too. */
export const traces: NewestFirst<TraceRow, TraceFilter> = {
  name: 'traces:newest',
  table: 'pathway_traces',
  columns: () => traceColumns,
  visible: ({ tenant }) => sql<SqlBool>`n.tenant = ${tenant}`,
  conditions: ({ taskClass, filePath, signalClass, createdAt, superseded }) => [
    meets(sql.ref('n.task_class'), taskClass),
    meets(sql.ref('n.file_path'), filePath),
    meets(sql.ref('n.signal_class'), signalClass),
    meets(sql.ref('n.created_at'), createdAt),
    superseded != null && sql<SqlBool>`(n.superseded_at is not null) = ${superseded}::boolean`,
  ],
  orders: { INSERTED_AT: null },
};
