import type {
  GraphQLAbstractType,
  GraphQLFieldResolver,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLResolveInfo,
} from 'graphql';

/**
 * Executes a planned query breadth-first (`breadth-first-plan.ts`): a field is asked of all the objects of its level before anything below it is, so
 * that a level waits once, however many objects it has, and what is there already is waited for nowhere. The resolvers are those of the
 * schema, called as graphql-js calls them, but for the path, which has no places of lists in it. Nothing here makes an error:
 * what is not plainly answered is given up, for graphql-js to answer.
 */

export type Values = Readonly<Record<string, unknown>>;
export type Answer = Record<string, unknown>;
/** Where the values of a level are put: the n-th into the n-th object or list, under the one key or at the n-th place. */
interface Slots {
  readonly into: readonly (Answer | unknown[])[];
  readonly at: string | readonly number[];
}

/** Of an operation: what is shared by all of its fields. */
interface Run {
  readonly context: object;
  readonly variables: Values;
  /** Goes on when a value is there; the run ends when nothing is waited for. */
  readonly whenThere: <Value>(value: PromiseLike<Value>, go: (value: Value) => void) => void;
}

export interface FieldPlan {
  readonly key: string;
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
  readonly args: (variables: Values) => Record<string, unknown>;
  readonly info: Omit<GraphQLResolveInfo, 'variableValues'>;
  readonly complete: Complete;
}
export type Complete = (values: readonly unknown[], slots: Slots, field: FieldPlan, run: Run) => void;

export interface ObjectPlan {
  readonly fields: readonly FieldPlan[];
  /** Every key in its order, so that fields may be set in any. Made by `Object.fromEntries` and copied by `Object.assign`: else V8 copies property by property. */
  readonly blank: Answer;
}

export const giveUp = (why: string): never => {
  throw new Error(`Not answered breadth-first: ${why}.`);
};

/** Rejects for whatever an answer without errors does not hold. */
export const runPlan = (root: ObjectPlan, context: object, variables: Values): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const answer: Answer = Object.assign({}, root.blank);
    let waiting = 0;
    const whenThere: Run['whenThere'] = (value, go) => {
      waiting += 1;
      value
        .then((there) => {
          go(there);
          waiting -= 1;
          if (waiting === 0) resolve(answer);
        })
        .then(undefined, reject);
    };
    fill(root, [undefined], [answer], { context, variables, whenThere });
    if (waiting === 0) resolve(answer);
  });

export const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/** Asks each field of all objects of a level. */
const fill = (
  { fields }: ObjectPlan,
  parents: readonly unknown[],
  answers: readonly Answer[],
  run: Run,
): void => {
  for (const field of fields) {
    const args = field.args(run.variables);
    const info = { ...field.info, variableValues: run.variables } as GraphQLResolveInfo;
    const values = askEach(parents, (parent) => field.resolve(parent, args, run.context, info));
    settled(values, run, (there) => field.complete(there, { into: answers, at: field.key }, field, run));
  }
};

/** The values in their order; where one is thrown the last of them rejects, so that the promises before it are waited for. */
const askEach = <Asked>(all: readonly Asked[], ask: (one: Asked) => unknown): unknown[] => {
  const values: unknown[] = [];
  try {
    for (const one of all) values.push(ask(one));
  } catch (error) {
    values.push(Promise.reject(error));
  }
  return values;
};

const settled = (values: readonly unknown[], run: Run, go: (values: readonly unknown[]) => void): void => {
  const goOn = (there: readonly unknown[]) => {
    try {
      go(there);
    } catch (error) {
      leave(there);
      throw error;
    }
  };
  if (!values.some(isPromise)) {
    goOn(values);
    return;
  }
  const all = Promise.all(values);
  all.catch(() => leave(values));
  run.whenThere(all, goOn);
};

/** What nobody waits for any more may fail unheard, wherever it lies. */
const leave = (value: unknown): void => {
  if (Array.isArray(value)) for (const item of value) leave(item);
  else if (isPromise(value)) Promise.resolve(value).then(leave, () => undefined);
};

const put = ({ into, at }: Slots, place: number, value: unknown): void => {
  (into[place] as Record<string | number, unknown>)[typeof at === 'string' ? at : (at[place] as number)] =
    value;
};

/** The values that are there; nothing is answered as null, and errors are thrown. */
const present = (values: readonly unknown[], slots: Slots): number[] => {
  const places: number[] = [];
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place];
    if (isNothing(value)) put(slots, place, null);
    else if (value instanceof Error) throw value;
    else places.push(place);
  }
  return places;
};

export const completeLeaves =
  (type: GraphQLLeafType): Complete =>
  (values, slots, field) => {
    for (let place = 0; place < values.length; place += 1) {
      const value = values[place];
      if (value instanceof Error) throw value;
      put(
        slots,
        place,
        isNothing(value) ? null : (type.serialize(value) ?? giveUp(`${field.key} is no ${type.name}`)),
      );
    }
  };

export const completeLists =
  (completeItems: Complete): Complete =>
  (values, slots, field, run) => {
    const items: unknown[] = [];
    const into: unknown[][] = [];
    const at: number[] = [];
    for (const place of present(values, slots)) {
      const value = values[place];
      if (!Array.isArray(value)) return giveUp(`${field.key} is no list`);
      const list: unknown[] = [];
      for (const item of value) {
        items.push(item);
        into.push(list);
        at.push(list.length);
        list.push(null);
      }
      put(slots, place, list);
    }
    settled(items, run, (all) => completeItems(all, { into, at }, field, run));
  };

export const completeObjects =
  (type: GraphQLObjectType, plan: ObjectPlan): Complete =>
  (values, slots, field, run) => {
    const parents: unknown[] = [];
    const answers: Answer[] = [];
    for (const place of present(values, slots)) {
      const value = values[place];
      if (type.isTypeOf) {
        const info = { ...field.info, variableValues: run.variables };
        const isOfType = type.isTypeOf(value, run.context, info);
        if (isOfType !== true) {
          leave(isOfType);
          giveUp(`${field.key} is no ${type.name}`);
        }
      }
      const answer: Answer = Object.assign({}, plan.blank);
      parents.push(value);
      answers.push(answer);
      put(slots, place, answer);
    }
    if (parents.length > 0) fill(plan, parents, answers, run);
  };

export const completeAbstract =
  (type: GraphQLAbstractType, plans: ReadonlyMap<string, Complete>): Complete =>
  (values, slots, field, run) => {
    const info = { ...field.info, variableValues: run.variables };
    const places = present(values, slots);
    const names = askEach(
      places,
      (place) => type.resolveType?.(values[place], run.context, info, type) ?? giveUp('a type is not known'),
    );
    settled(names, run, (known) => {
      const { into, at } = slots;
      for (const [name, group] of Map.groupBy(places, (_, index) => known[index] as string)) {
        const complete = plans.get(name) ?? giveUp(`${name} is no ${type.name}`);
        complete(
          group.map((place) => values[place]),
          {
            into: group.map((place) => into[place] as Answer),
            at: typeof at === 'string' ? at : group.map((place) => at[place] as number),
          },
          field,
          run,
        );
      }
    });
  };
