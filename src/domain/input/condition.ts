type Optional<Value> = Value | null | undefined;

/** A condition on one value: all members that are given hold together; absent and null members state nothing. */
interface Condition<Value> {
  readonly eq?: Optional<Value>;
  readonly in?: Optional<readonly Value[]>;
  /** None of these values. */
  readonly not?: Optional<readonly Value[]>;
  readonly gte?: Optional<Value>;
  readonly lt?: Optional<Value>;
  /** Part of a text, without regard to case. */
  readonly contains?: Optional<string>;
}

/** The condition of a filter's member, as inputs carry it. */
export type OptionalCondition<Value> = Optional<Condition<Value>>;

/** A filter that may hold further filters of its type: all members hold together, and of `or` at least one filter. */
export interface Combinable<Filter> {
  readonly and?: Optional<readonly Filter[]>;
  readonly or?: Optional<readonly Filter[]>;
}

/** Decides whether a condition states anything. */
export const isStated = (condition: OptionalCondition<unknown>): boolean =>
  Object.values(condition ?? {}).some((value) => value != null);

/** The values that a condition allows, where it names them; null where it names none. */
export const namedValues = <Value>(condition: OptionalCondition<Value>): readonly Value[] | null => {
  const { eq, in: among, not } = condition ?? {};
  if (eq == null && among == null) return null;
  const named = eq == null ? (among ?? []) : [eq];
  return named.filter((value) => (among?.includes(value) ?? true) && !not?.includes(value));
};
