import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import {
  type GraphQLArgument,
  type GraphQLFieldResolver,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLResolveInfo,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { isUuid, refusalOfId } from '#domain/input/ids.ts';
import type { GraphQLContext } from './context.ts';
import { createBadUserInput } from './errors.ts';

/** The types of which an argument takes ids. */
export const idOf = (...types: readonly string[]) => ({ extensions: { idOf: types } });

/** An argument that names a trace by its id, or by the UUID of the specification. */
export const traceIdOrUid = { extensions: { idOf: ['PathwayTrace'], orUuid: true } };

type Taker = GraphQLArgument | GraphQLInputField;

interface Form {
  readonly idOf?: readonly string[];
  readonly orUuid?: boolean;
}

/** Leads from the arguments of a field to an id in them, or to a condition on ids. */
interface Place {
  readonly path: readonly string[];
  readonly types: readonly string[];
  readonly orUuid: boolean;
}

/** Every place of ids in arguments or in an input; inputs that hold themselves are followed once. */
const placesOf = (
  takers: readonly Taker[],
  path: readonly string[] = [],
  above: readonly GraphQLInputType[] = [],
): Place[] =>
  takers.flatMap((taker) => {
    const { idOf: types, orUuid = false } = taker.extensions as Form;
    const here = [...path, taker.name];
    if (types !== undefined) return [{ path: here, types, orUuid }];
    const type = getNamedType(taker.type);
    return isInputObjectType(type) && !above.includes(type)
      ? placesOf(Object.values(type.getFields()), here, [...above, type])
      : [];
  });

/** The ids of a condition are those of its members. */
const idsIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flat() : [value];

const valuesAt = (value: unknown, [name, ...rest]: readonly string[]): unknown[] => {
  if (Array.isArray(value))
    return value.flatMap((one) => valuesAt(one, name === undefined ? [] : [name, ...rest]));
  if (name === undefined || value === null || value === undefined) return idsIn(value);
  return valuesAt((value as Readonly<Record<string, unknown>>)[name], rest);
};

/** The first id whose form is not of what its argument takes. */
const findForeignId = (
  places: readonly Place[],
  args: object,
): { readonly message: string; readonly path: readonly string[] } | null => {
  for (const { path, types, orUuid } of places)
    for (const id of valuesAt(args, path)) {
      const message = typeof id === 'string' && !(orUuid && isUuid(id)) ? refusalOfId(id, types) : null;
      if (message !== null) return { message: `${path.join('.')} is refused. ${message}`, path };
    }
  return null;
};

type Resolver = GraphQLFieldResolver<unknown, GraphQLContext, object>;

const placesOfField = ({ parentType, fieldName }: GraphQLResolveInfo): Place[] =>
  placesOf(parentType.getFields()[fieldName]?.args ?? []);

/** Refuses ids by their form before a query or a subscription reads anything. */
const refusingBefore = (ask: Resolver): Resolver => {
  let places: Place[] | undefined;
  return (row, args, context, info) => {
    places ??= placesOfField(info);
    const foreign = findForeignId(places, args);
    if (foreign) throw createBadUserInput(foreign.message, foreign.path);
    return ask(row, args, context, info);
  };
};

/**
 * Refuses, in queries and subscriptions, ids that are malformed or of another type than an argument takes, whether or not
 * such a thing exists. A mutation answers them as ids of what is missing. Roles are checked before.
 */
export class IdArgumentsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { kind, args }: PothosOutputFieldConfig<Types>,
  ) {
    const isChecked = kind !== 'Subscription' && kind !== 'Mutation' && Object.keys(args).length > 0;
    return isChecked ? (refusingBefore(resolver as Resolver) as typeof resolver) : resolver;
  }

  override wrapSubscribe(subscriber: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined) {
    return subscriber && (refusingBefore(subscriber as Resolver) as typeof subscriber);
  }
}

const pluginName = 'idArguments';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      [pluginName]: IdArgumentsPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(pluginName, IdArgumentsPlugin);

export default pluginName;
