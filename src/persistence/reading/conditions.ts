import type { Combinable, OptionalCondition } from '#domain/input/condition.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from './sql.ts';

/** A part of a `where` clause; null and false state nothing. */
export type Conjunct = Expression<SqlBool> | null | false;

/** All conditions together; at least one states something. */
export const conjunction = (conditions: readonly Conjunct[]): RawBuilder<SqlBool> =>
  sql.join(
    conditions.filter((condition) => condition !== null && condition !== false),
    sql` and `,
  );

const nothing = sql<SqlBool>`false`;

/** The condition of a filter on a column; null where it states nothing. A row without a value meets `not` alone. */
export const meets = <Value>(
  column: Expression<unknown>,
  condition: OptionalCondition<Value>,
): RawBuilder<SqlBool> | null => {
  if (condition == null) return null;
  const { eq, in: among, not, gte, lt, contains } = condition;
  const parts = [
    eq != null && sql<SqlBool>`${column} = ${eq}`,
    among != null && (among.length === 0 ? nothing : sql<SqlBool>`${column} = any(${[...among]})`),
    not != null && not.length > 0 && sql<SqlBool>`(${column} <> all(${[...not]})) is not false`,
    gte != null && sql<SqlBool>`${column} >= ${gte}`,
    lt != null && sql<SqlBool>`${column} < ${lt}`,
    contains != null && sql<SqlBool>`strpos(lower(${column}), lower(${contains}::text)) > 0`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : conjunction(parts);
};

/** Like `meets`, for a column with a list: `eq` and `in` hold when the list has such a value, `not` when it has none. */
export const meetsAny = (
  column: Expression<unknown>,
  condition: OptionalCondition<string>,
): RawBuilder<SqlBool> | null => {
  if (condition == null) return null;
  const { eq, in: among, not, contains } = condition;
  const parts = [
    eq != null && sql<SqlBool>`${eq} = any(${column})`,
    among != null && sql<SqlBool>`${column} && ${[...among]}::text[]`,
    not != null && sql<SqlBool>`not ${column} && ${[...not]}::text[]`,
    contains != null &&
      sql<SqlBool>`exists (select 1 from unnest(${column}) member where strpos(lower(member), lower(${contains}::text)) > 0)`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : conjunction(parts);
};

/**
 * Splits a filter into two parts, both of which hold: conditions on these members that name values or a range, which an index serves, and
 * all others, which are compared row by row; `compared` is null where there are none.
 */
export const servedAndCompared = <Filter extends object>(
  filter: Filter,
  members: readonly (keyof Filter)[],
): { readonly served: Partial<Filter>; readonly compared: Partial<Filter> | null } => {
  const isServed = ([name, asked]: [string, OptionalCondition<unknown>]): boolean =>
    members.some((served) => served === name) && asked?.contains == null && asked?.not == null;
  const stated = Object.entries(filter).filter(([, asked]) => asked != null);
  const compared = stated.filter((member) => !isServed(member));
  return {
    served: Object.fromEntries(stated.filter(isServed)) as Partial<Filter>,
    compared: compared.length === 0 ? null : (Object.fromEntries(compared) as Partial<Filter>),
  };
};

/** The conditions of a filter and of the filters in its `and` and `or`. An empty `or` is met by nothing. */
export const combined = <Filter extends Combinable<Filter>>(
  filter: Filter,
  conditionsOf: (filter: Filter) => readonly Conjunct[],
): Conjunct[] => {
  const together = (one: Filter) =>
    sql<SqlBool>`(${conjunction([sql`true`, ...combined(one, conditionsOf)])})`;
  return [
    ...conditionsOf(filter),
    ...(filter.and ?? []).map(together),
    filter.or != null &&
      (filter.or.length === 0 ? nothing : sql<SqlBool>`(${sql.join(filter.or.map(together), sql` or `)})`),
  ];
};
