import type { EntityType, MemoryKind } from '#domain/ingestion/kinds.ts';
import { type Combinable, isStated, namedValues, type OptionalCondition } from '#domain/input/condition.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { type ItemStatus, itemStatuses } from '#domain/review/states.ts';
import { type Conjunct, combined, meets, meetsAny } from '#persistence/reading/conditions.ts';
import type { OrderColumns } from '#persistence/reading/list-order.ts';
import { type Expression, type SqlBool, sql } from '#persistence/reading/sql.ts';
import { wordsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import { valueThen } from './former-states.ts';
import { type OriginFilter, originConditions } from './origin-filter.ts';

/** Conditions on memories and entities, wherever they are listed; each list takes those that its input has. */
export interface ItemFilter extends OriginFilter, Combinable<ItemFilter> {
  readonly project?: OptionalCondition<string>;
  readonly kind?: OptionalCondition<MemoryKind>;
  readonly entityType?: OptionalCondition<EntityType>;
  readonly status?: OptionalCondition<ItemStatus>;
  readonly name?: OptionalCondition<string>;
  readonly domain?: OptionalCondition<string>;
  /** Any of its tags. */
  readonly tag?: OptionalCondition<string>;
  readonly subjectId?: OptionalCondition<string>;
  /** Any of its authoritative labels. */
  readonly label?: OptionalCondition<string>;
  /** Any group of its audience; an item for everybody has none. */
  readonly audience?: OptionalCondition<string>;
  readonly confidence?: OptionalCondition<number>;
  readonly reviewScore?: OptionalCondition<number>;
  readonly pendingSince?: OptionalCondition<Date>;
  readonly createdAt?: OptionalCondition<Date>;
  readonly updatedAt?: OptionalCondition<Date>;
}

/** Places of an item's values in a list. */
interface ItemColumns {
  readonly of: string;
  /** Rows of one table have no values of the other's own columns; `either`: the list has all columns. */
  readonly kind: 'memory' | 'entity' | 'either';
  /** True: the values are those that items had (`itemsAt`). */
  readonly past?: boolean;
}

const columnsOfEntities: readonly string[] = ['entity_type', 'name'];
const columnsOfMemories: readonly string[] = ['kind', 'domain', 'tags', 'subject_id'];

/** The conditions of a filter on the items of a list, with those of its `and` and `or`. */
export const itemConditions = (
  viewer: Viewer,
  filter: ItemFilter,
  { of, kind, past = false }: ItemColumns,
): Conjunct[] => {
  const absent: readonly string[] = { memory: columnsOfEntities, entity: columnsOfMemories, either: [] }[
    kind
  ];
  const column = (is: string): Expression<unknown> => {
    if (absent.includes(is)) return is === 'tags' ? sql`'{}'::text[]` : sql`null::text`;
    return past ? (valueThen(of, is) ?? sql.ref(`${of}.${is}`)) : sql.ref(`${of}.${is}`);
  };
  return combined(filter, (one) => {
    const named = meets(column('name'), one.name);
    return [
      meets(column('project'), one.project),
      meets(column('kind'), one.kind),
      meets(column('entity_type'), one.entityType),
      meets(column('status'), one.status),
      // A name is part of the words, which the label policy may withhold.
      named && sql<SqlBool>`(${named} and ${wordsVisibleTo(viewer, of)})`,
      meets(column('domain'), one.domain),
      meetsAny(column('tags'), one.tag),
      meets(column('subject_id'), one.subjectId),
      ...originConditions(viewer, one, of),
      meetsAny(column('sensitivity_labels'), one.label),
      meetsAny(column('audience'), one.audience),
      meets(column('confidence'), one.confidence),
      meets(column('review_score'), one.reviewScore),
      meets(column('pending_since'), one.pendingSince),
      meets(column('created_at'), one.createdAt),
      meets(column('updated_at'), one.updatedAt),
    ];
  });
};

/** Members that an index serves: of memories and entities, and of memories alone. */
const servedOfBoth: readonly (keyof ItemFilter)[] = [
  'project',
  'status',
  'contributor',
  'createdAt',
  'documentId',
  'waveId',
  'interactionId',
];
export const servedMembers: Readonly<Record<'memory' | 'entity', readonly (keyof ItemFilter)[]>> = {
  memory: [...servedOfBoth, 'domain', 'confidence', 'updatedAt', 'pendingSince'],
  entity: servedOfBoth,
};
/** Members that an index serves of candidates. */
export const servedOfCandidates: readonly (keyof ItemFilter)[] = [
  ...servedOfBoth,
  'pendingSince',
  'reviewScore',
];

/** Orders of lists of items `n` that hang on a parent; items are written in the order of their keys. */
export const itemOrders = {
  CREATED_AT: null,
  UPDATED_AT: { of: sql.ref('n.updated_at'), shape: 'instant' },
  PENDING_SINCE: { of: sql.ref('n.pending_since'), shape: 'instant' },
  CONFIDENCE: { of: sql.ref('n.confidence'), shape: 'number' },
  REVIEW_SCORE: { of: sql.ref('n.review_score'), shape: 'number' },
} as const satisfies OrderColumns;

/** The same orders for items as they stood; what is not kept is as it is today. */
export const itemOrdersThen: OrderColumns = {
  ...itemOrders,
  UPDATED_AT: { of: sql.ref('n.updated_at_then'), shape: 'instant' },
  PENDING_SINCE: { of: sql.ref('n.pending_since_then'), shape: 'instant' },
  CONFIDENCE: { of: sql.ref('n.confidence_then'), shape: 'number' },
};

const history: readonly ItemStatus[] = ['SUPERSEDED', 'RETIRED', 'ERASED'];

const namesStatus = ({ status, and, or }: ItemFilter): boolean =>
  isStated(status) || [...(and ?? []), ...(or ?? [])].some(namesStatus);

/** Superseded, retired and erased items are history: listed only when a condition names a status. */
export const withoutHistory = (status: Expression<unknown>, filter: ItemFilter): Conjunct =>
  namesStatus(filter) ? null : sql<SqlBool>`${status} not in ('SUPERSEDED', 'RETIRED', 'ERASED')`;

/** Statuses that a list may hold, for the look-up of a search; the filter itself is applied besides. */
export const statusesListed = (filter: ItemFilter): readonly ItemStatus[] => {
  if (!namesStatus(filter)) return itemStatuses.filter((status) => !history.includes(status));
  return namedValues(filter.status) ?? itemStatuses;
};

/** The one value that a condition allows; null where it allows several. */
export const onlyValue = <Value>(condition: OptionalCondition<Value>): Value | null => {
  const named = namedValues(condition);
  return named?.length === 1 ? (named[0] ?? null) : null;
};
