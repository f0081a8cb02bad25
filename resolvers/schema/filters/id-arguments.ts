import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { isUuid, refusalOfId } from '#domain/input/ids.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { createBadUserInput } from '#resolvers/schema/errors.ts';
import { type GivenInput, isReadByArguments, readerOfGiven } from './given-inputs.ts';

/** The types of which an argument takes ids. */
export const idOf = (...types: readonly string[]) => ({ extensions: { idOf: types } });

/** An argument that names a trace by its id, or by the UUID of the specification. */
export const traceIdOrUid = { extensions: { idOf: ['PathwayTrace'], orUuid: true } };

interface Form {
  readonly idOf?: readonly string[];
  readonly orUuid?: boolean;
}

const formOf = ({ extensions }: GivenInput['taker']): Form => extensions as Form;

const takesIds = (taker: GivenInput['taker']): boolean => formOf(taker).idOf !== undefined;

/** The ids of a condition are those of its members. */
const idsIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flat() : [value];

/** The first id whose form is not of what its argument takes. */
const findForeignId = (
  given: readonly GivenInput[],
): { readonly message: string; readonly path: readonly string[] } | null => {
  for (const { taker, value, path } of given) {
    const { idOf: types = [], orUuid = false } = formOf(taker);
    for (const id of idsIn(value)) {
      const message = typeof id === 'string' && !(orUuid && isUuid(id)) ? refusalOfId(id, types) : null;
      if (message !== null) return { message: `${path.join('.')} is refused. ${message}`, path };
    }
  }
  return null;
};

type Resolver = GraphQLFieldResolver<unknown, GraphQLContext, object>;

/** Refuses ids by their form before a query or a subscription reads anything. */
const refusingBefore = (ask: Resolver): Resolver => {
  const given = readerOfGiven(takesIds);
  return (row, args, context, info) => {
    const foreign = findForeignId(given(args, info));
    if (foreign) throw createBadUserInput(foreign.message, foreign.path);
    return ask(row, args, context, info);
  };
};

/**
 * Refuses, in queries and subscriptions, ids that are malformed or of another type than an argument takes, whether or not
 * such a thing exists. A mutation answers them as ids of what is missing. Roles are checked before.
 */
class IdArgumentsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ) {
    return isReadByArguments(field) ? (refusingBefore(resolver as Resolver) as typeof resolver) : resolver;
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
