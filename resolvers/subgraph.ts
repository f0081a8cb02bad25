import {
  extendSchema,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type GraphQLUnionType,
  lexicographicSortSchema,
  parse,
  printSchema,
} from 'graphql';
import { typenameOfId } from '#domain/input/ids.ts';
import { unknownNameMessage } from '#domain/input/nearest-names.ts';
import { schema } from './index.ts';
import type { GraphQLContext } from './schema/context.ts';
import { createBadUserInput } from './schema/errors.ts';

/**
 * The schema as a subgraph of Apollo Federation 2: every node has its `id` as its key. Loaded where it is served, since the public
 * schema has nothing of it. Written after the subgraph specification, since the libraries for it carry a licence that is
 * not open (Elastic License 2.0).
 */

interface Representation {
  readonly __typename?: unknown;
  readonly id?: unknown;
}

const { node } = (schema.getQueryType() as GraphQLObjectType).getFields();
const nodeTypes = schema
  .getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType)
  .map(({ name }) => name);

/** Answers as `node` does; null also for an id of another type than the gateway names. */
const findEntity = async (
  { __typename: typename, id }: Representation,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
) => {
  if (typeof typename !== 'string' || !nodeTypes.includes(typename))
    throw createBadUserInput(unknownNameMessage('entity type', String(typename), nodeTypes), [
      'representations',
    ]);
  if (typeof id !== 'string' || typenameOfId(id) !== typename) return null;
  const found = await node?.resolve?.(undefined, { id }, context, info);
  return found === null || found === undefined ? null : { ...(found as object), __typename: typename };
};

/** Prints the schema that a federation gateway composes. */
export const printedSubgraph = (): string => {
  const printed = printSchema(lexicographicSortSchema(schema)).replace(
    /^type (\w+)(?: implements [^{]+)? (?=\{)/gm,
    (head, name) => {
      if (nodeTypes.includes(name)) return `${head}@key(fields: "id") `;
      // Every subgraph with Relay's connections has this type.
      return name === 'PageInfo' ? `${head}@shareable ` : head;
    },
  );
  return `extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable"])\n\n${printed}\n`;
};

export const createSubgraph = (): GraphQLSchema => {
  const subgraph = extendSchema(
    schema,
    parse(`
      "A representation of an entity: its __typename and its id."
      scalar _Any
      "Whatever has an id of its own."
      union _Entity = ${nodeTypes.join(' | ')}
      "The schema for composition."
      type _Service { "The schema, in the schema language." sdl: String }
      extend type Query {
        "The entities of these representations, each in its place; null when missing or hidden."
        _entities(representations: [_Any!]!): [_Entity]!
        "The schema for composition."
        _service: _Service!
      }`),
  );
  const { _entities, _service } = (subgraph.getQueryType() as GraphQLObjectType).getFields();
  if (_entities)
    _entities.resolve = (_root, { representations }, context, info) =>
      representations.map((one: Representation) => findEntity(one, context, info));
  const sdl = printedSubgraph();
  if (_service) _service.resolve = () => ({ sdl });
  (subgraph.getType('_Entity') as GraphQLUnionType).resolveType = (found: { readonly __typename: string }) =>
    found.__typename;
  return subgraph;
};
