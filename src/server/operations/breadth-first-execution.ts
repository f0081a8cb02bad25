import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNullableType,
  isListType,
  isNonNullType,
} from 'graphql';
import {
  Failure,
  type FoundError,
  fail,
  inOrder,
  nameOf,
  nullError,
  put,
  typeError,
} from './field-errors.ts';

/**
 * Executes a planned operation breadth-first (`breadth-first-plan.ts`): a field is resolved for all objects of its level before anything
 * below it, so that a level waits once, however many objects it has; settled values are not awaited. The resolvers are those of the
 * schema, called as graphql-js calls them, but for the path, which has no indexes of lists in it. Errors stand in the order of the
 * answer and not of time, so that they show nothing of how long a field took.
 */

export type Values = Readonly<Record<string, unknown>>;
export type Answer = Record<string, unknown>;

/** Positions in the answer: the n-th value of a level goes into the n-th object or list. */
export interface Slots {
  readonly into: readonly (Answer | unknown[])[];
  /** The key of all of them, or the index of each. */
  readonly at: string | readonly number[];
  /** True: a null is not allowed here, and nulls the position above. */
  readonly isNonNull: boolean;
  /** The positions above, and the place of each object or list among them; null for the root. */
  readonly above: Slots | null;
  readonly places: readonly number[];
  /** The place of the field among its siblings. */
  readonly order: number;
}

/** State of one execution, shared by all of its fields. */
export interface Run {
  readonly context: object;
  readonly variables: Values;
  readonly errors: FoundError[];
  isRootNull: boolean;
  /** Continues with a value when it is settled; the run ends when nothing is awaited. */
  readonly whenSettled: <Value>(value: PromiseLike<Value>, go: (value: Value) => void) => void;
}

export interface FieldPlan {
  readonly key: string;
  readonly order: number;
  readonly isNonNull: boolean;
  readonly isList: boolean;
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
  readonly args: (variables: Values) => Record<string, unknown>;
  readonly info: Omit<GraphQLResolveInfo, 'variableValues'>;
  readonly complete: Complete;
}
export type Complete = (values: readonly unknown[], slots: Slots, field: FieldPlan, run: Run) => void;

export interface ObjectPlan {
  readonly fields: readonly FieldPlan[];
  // Made by `Object.fromEntries` and copied by `Object.assign`: otherwise V8 copies property by property.
  /** Every key in its order, so that fields may be set in any. */
  readonly blank: Answer;
}

export interface Execution {
  readonly context: object;
  readonly variables: Values;
  readonly rootValue?: unknown;
  /** True for a mutation: each root field begins when the one before it has ended, and none after an answer without data. */
  readonly isSerial?: boolean;
  /** Nothing more is resolved after it aborts. */
  readonly signal?: AbortSignal;
}

export interface Executed {
  readonly errors?: readonly GraphQLError[];
  readonly data: Answer | null;
}

/** Rejects only when it is aborted. */
export const executePlan = async (
  root: ObjectPlan,
  { context, variables, rootValue, isSerial = false, signal }: Execution,
): Promise<Executed> => {
  const data: Answer = Object.assign({}, root.blank);
  const errors: FoundError[] = [];
  const steps = isSerial ? root.fields.map((field) => ({ ...root, fields: [field] })) : [root];
  for (const step of steps) {
    const isRootNull = await executeStep(step, { context, variables, errors }, rootValue, data, signal);
    if (isRootNull) return { errors: inOrder(errors), data: null };
  }
  return errors.length === 0 ? { data } : { errors: inOrder(errors), data };
};

/** Resolves with true when the answer has no data. */
const executeStep = (
  plan: ObjectPlan,
  shared: Pick<Run, 'context' | 'variables' | 'errors'>,
  rootValue: unknown,
  data: Answer,
  signal: AbortSignal | undefined,
): Promise<boolean> =>
  new Promise((resolve, reject) => {
    let waiting = 1;
    const abort = () => reject(signal?.reason);
    const finish = () => {
      waiting -= 1;
      if (waiting > 0) return;
      signal?.removeEventListener('abort', abort);
      resolve(run.isRootNull);
    };
    const run: Run = {
      ...shared,
      isRootNull: false,
      whenSettled: (value, go) => {
        waiting += 1;
        value
          .then((settled) => {
            if (signal?.aborted) ignoreRejections(settled);
            else go(settled);
            finish();
          })
          .then(undefined, reject);
      },
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    fill(plan, [rootValue], [data], null, [], run);
    finish();
  });

const isNullish = (value: unknown): value is null | undefined => value === null || value === undefined;

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/** Ignores rejections of promises that nothing awaits any more. */
const ignoreRejections = (value: unknown): void => {
  if (Array.isArray(value)) for (const item of value) ignoreRejections(item);
  else if (isPromise(value)) Promise.resolve(value).then(ignoreRejections, () => undefined);
};

/** Resolves each field of all objects of a level. */
const fill = (
  { fields }: ObjectPlan,
  parents: readonly unknown[],
  answers: readonly Answer[],
  above: Slots | null,
  places: readonly number[],
  run: Run,
): void => {
  for (const field of fields) {
    const slots: Slots = {
      into: answers,
      at: field.key,
      isNonNull: field.isNonNull,
      above,
      places,
      order: field.order,
    };
    let args: Record<string, unknown>;
    try {
      args = field.args(run.variables);
    } catch (error) {
      for (let place = 0; place < parents.length; place += 1) fail(slots, place, error, field, run);
      continue;
    }
    const info = { ...field.info, variableValues: run.variables } as GraphQLResolveInfo;
    const values = each(parents, (parent) => field.resolve(parent, args, run.context, info));
    whenAllSettled(values, field.isList, run, (settled) => field.complete(settled, slots, field, run));
  }
};

const each = <Item>(items: readonly Item[], take: (item: Item) => unknown): unknown[] =>
  items.map((item) => {
    try {
      return take(item);
    } catch (error) {
      return new Failure(error);
    }
  });

/** Continues with the values in their order, a failure in the place of each that rejects. `areLists`: promises may be in them. */
const whenAllSettled = (
  values: readonly unknown[],
  areLists: boolean,
  run: Run,
  go: (values: readonly unknown[]) => void,
): void => {
  if (!values.some(isPromise)) {
    go(values);
    return;
  }
  // Items are awaited when all of the lists are settled: Node reports a rejection that nothing awaits until then.
  if (areLists) ignoreRejections(values);
  const promises = values.map((value) => (isPromise(value) ? Promise.resolve(value) : value));
  const settled = Promise.all(promises).catch(async () =>
    (await Promise.allSettled(promises)).map((result) =>
      result.status === 'fulfilled' ? result.value : new Failure(result.reason),
    ),
  );
  run.whenSettled(settled, go);
};

/** The places whose values are neither null nor a failure; the others are answered. */
const present = (values: readonly unknown[], slots: Slots, field: FieldPlan, run: Run): number[] => {
  const places: number[] = [];
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place];
    if (isNullish(value)) {
      // Null stands there already.
      if (slots.isNonNull) fail(slots, place, nullError(field), field, run);
    } else if (value instanceof Failure) fail(slots, place, value.reason, field, run);
    else if (value instanceof Error) fail(slots, place, value, field, run);
    else places.push(place);
  }
  return places;
};

export const completeLeaves =
  (type: GraphQLLeafType): Complete =>
  (values, slots, field, run) => {
    for (const place of present(values, slots, field, run))
      try {
        const serialized = type.serialize(values[place]);
        if (isNullish(serialized)) throw typeError(field, type);
        put(slots, place, serialized);
      } catch (error) {
        fail(slots, place, error, field, run);
      }
  };

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

export const completeLists =
  (completeItems: Complete, itemType: GraphQLOutputType): Complete =>
  (values, slots, field, run) => {
    const isNonNull = isNonNullType(itemType);
    const areLists = isListType(getNullableType(itemType));
    const items: unknown[] = [];
    const into: unknown[][] = [];
    const at: number[] = [];
    const places: number[] = [];
    for (const place of present(values, slots, field, run)) {
      const value = values[place];
      if (!isIterable(value)) {
        const message = `Expected Iterable, but did not find one for field "${nameOf(field)}".`;
        fail(slots, place, new GraphQLError(message), field, run);
        continue;
      }
      const list: unknown[] = [];
      for (const item of value) {
        items.push(item);
        into.push(list);
        at.push(list.length);
        places.push(place);
        list.push(null);
      }
      put(slots, place, list);
    }
    const below: Slots = { into, at, isNonNull, above: slots, places, order: 0 };
    whenAllSettled(items, areLists, run, (settled) => completeItems(settled, below, field, run));
  };

export const completeObjects =
  (type: GraphQLObjectType, plan: ObjectPlan): Complete =>
  (values, slots, field, run) => {
    const places = present(values, slots, field, run);
    if (!type.isTypeOf) {
      fillObjects(plan, values, places, slots, run);
      return;
    }
    const info = { ...field.info, variableValues: run.variables } as GraphQLResolveInfo;
    const checks = each(places, (place) => type.isTypeOf?.(values[place], run.context, info));
    whenAllSettled(checks, false, run, (settled) => {
      const ofType = places.filter((place, index) => {
        const check = settled[index];
        const isFailure = check instanceof Failure;
        if (check && !isFailure) return true;
        fail(slots, place, isFailure ? check.reason : typeError(field, type), field, run);
        return false;
      });
      fillObjects(plan, values, ofType, slots, run);
    });
  };

const fillObjects = (
  plan: ObjectPlan,
  values: readonly unknown[],
  places: readonly number[],
  slots: Slots,
  run: Run,
): void => {
  if (places.length === 0) return;
  const answers = places.map((place) => {
    const answer: Answer = Object.assign({}, plan.blank);
    put(slots, place, answer);
    return answer;
  });
  const parents = places.map((place) => values[place]);
  fill(plan, parents, answers, slots, places, run);
};

export const completeAbstract =
  (type: GraphQLAbstractType, plans: ReadonlyMap<unknown, Complete>): Complete =>
  (values, slots, field, run) => {
    const info = { ...field.info, variableValues: run.variables } as GraphQLResolveInfo;
    const places = present(values, slots, field, run);
    const resolveType = type.resolveType ?? defaultTypeResolver;
    const names = each(places, (place) => resolveType(values[place], run.context, info, type));
    whenAllSettled(names, false, run, (settled) => {
      for (const [name, group] of Map.groupBy(places, (_, index) => settled[index])) {
        const complete = plans.get(name);
        if (complete) {
          complete(
            group.map((place) => values[place]),
            narrowed(slots, group),
            field,
            run,
          );
          continue;
        }
        const reason = name instanceof Failure ? name.reason : typeError(field, type);
        for (const place of group) fail(slots, place, reason, field, run);
      }
    });
  };

/** Some of the positions, as if they were all. */
const narrowed = ({ into, at, places, ...slots }: Slots, kept: readonly number[]): Slots => ({
  ...slots,
  into: kept.map((place) => into[place] as Answer),
  at: typeof at === 'string' ? at : kept.map((place) => at[place] as number),
  places: kept.map((place) => places[place] as number),
});
