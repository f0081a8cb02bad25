import type { OptionalCondition } from '#domain/input/condition.ts';
import { type Conjunct, meets } from '#persistence/reading/conditions.ts';
import type { OrderColumns } from '#persistence/reading/list-order.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';

/** Filters and orders of sources, for lists of whole tables and for those that hang on a parent; rows are `n`. */

type Optional<Value> = Value | null | undefined;

export interface DocumentFilter {
  readonly project?: OptionalCondition<string>;
  readonly path?: OptionalCondition<string>;
  readonly contributor?: OptionalCondition<string>;
  readonly waveId?: OptionalCondition<string>;
  readonly createdAt?: OptionalCondition<Date>;
  /** Restricts to versions in force at their path, or to all others. */
  readonly inForce?: Optional<boolean>;
}

const of = (column: string) => sql.ref(`n.${column}`);

export const documentConditions = (filter: DocumentFilter): Conjunct[] => [
  meets(of('project'), filter.project),
  meets(of('path'), filter.path),
  meets(of('contributor'), filter.contributor),
  meets(of('wave_id'), filter.waveId),
  meets(of('created_at'), filter.createdAt),
  filter.inForce != null &&
    sql<SqlBool>`exists (select 1 from source_paths p where p.tenant = n.tenant and p.document_id = n.id
        and p.withdrawn_at is null) = ${filter.inForce}`,
];

export interface WaveFilter {
  readonly project?: OptionalCondition<string>;
  /** The name of the user who began it. */
  readonly startedBy?: OptionalCondition<string>;
  readonly startedAt?: OptionalCondition<Date>;
  /** Restricts to extracted documents, or to all others. */
  readonly extracted?: Optional<boolean>;
}

export const waveConditions = (filter: WaveFilter): Conjunct[] => [
  meets(of('project'), filter.project),
  meets(of('started_by'), filter.startedBy),
  meets(of('started_at'), filter.startedAt),
  filter.extracted != null && sql<SqlBool>`(n.extracted_at is not null) = ${filter.extracted}`,
];

export interface InteractionFilter {
  readonly project?: OptionalCondition<string>;
  readonly subjectId?: OptionalCondition<string>;
  readonly capturedIn?: OptionalCondition<string>;
  readonly contributor?: OptionalCondition<string>;
  readonly occurredAt?: OptionalCondition<Date>;
  readonly createdAt?: OptionalCondition<Date>;
}

export const interactionConditions = (filter: InteractionFilter): Conjunct[] => [
  meets(of('project'), filter.project),
  meets(of('subject_id'), filter.subjectId),
  meets(of('captured_in'), filter.capturedIn),
  meets(of('contributor'), filter.contributor),
  meets(of('occurred_at'), filter.occurredAt),
  meets(of('created_at'), filter.createdAt),
];

export interface ExtractionFilter {
  readonly project?: OptionalCondition<string>;
  readonly schemaName?: OptionalCondition<string>;
  readonly extractorVersion?: OptionalCondition<string>;
  readonly interactionId?: OptionalCondition<string>;
  readonly createdAt?: OptionalCondition<Date>;
}

export const extractionConditions = (filter: ExtractionFilter): Conjunct[] => [
  meets(of('project'), filter.project),
  meets(of('schema_name'), filter.schemaName),
  meets(of('extractor_version'), filter.extractorVersion),
  meets(of('source_id'), filter.interactionId),
  meets(of('created_at'), filter.createdAt),
];

/** Rows are made in the order of their ids. */
const byTime = { CREATED_AT: null } as const;

export const documentOrders = {
  ...byTime,
  PATH: { of: of('path'), shape: 'string' },
} as const satisfies OrderColumns;
export const waveOrders = { STARTED_AT: null } as const satisfies OrderColumns;
export const interactionOrders = {
  ...byTime,
  OCCURRED_AT: { of: of('occurred_at'), shape: 'instant' },
} as const satisfies OrderColumns;
export const extractionOrders = byTime satisfies OrderColumns;
