import DirectivesPlugin from '@pothos/plugin-directives';
import FederationPlugin from '@pothos/plugin-federation';
import {
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  graphqlSync,
} from 'graphql';
import { typenameOfId } from '#domain/input/ids.ts';
import { schema } from './index.ts';
import { builder } from './schema/builder.ts';
import { completeSchema } from './schema/complete-schema.ts';
import type { GraphQLContext } from './schema/context.ts';

/**
 * The schema as a subgraph of Apollo Federation 2: every node has its `id` as its key. Loaded where it is served, since the public
 * schema has nothing of it.
 */

interface Representation {
  readonly id?: unknown;
}

const { node } = (schema.getQueryType() as GraphQLObjectType).getFields();

/** Answers as `node` does; null also for an id of another type than the gateway names. */
const findEntity =
  (typename: string) =>
  ({ id }: Representation, context: GraphQLContext, info: GraphQLResolveInfo) =>
    typeof id === 'string' && typenameOfId(id) === typename
      ? node?.resolve?.(undefined, { id }, context, info)
      : null;

export const createSubgraph = (): GraphQLSchema => {
  builder.options.plugins = [...(builder.options.plugins ?? []), DirectivesPlugin, FederationPlugin];
  for (const { name } of schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType))
    builder.asEntity(name as never, {
      key: builder.selection<{ id: string }>('id'),
      resolveReference: findEntity(name) as never,
    });
  return completeSchema(builder.toSubGraphSchema({ linkUrl: 'https://specs.apollo.dev/federation/v2.6' }));
};

/** Prints the schema that a federation gateway composes: the answer to `{ _service { sdl } }`. */
export const printedSubgraph = (subgraph: GraphQLSchema): string => {
  const { data } = graphqlSync({ schema: subgraph, source: '{ _service { sdl } }' });
  return (data as { readonly _service: { readonly sdl: string } })._service.sdl;
};
