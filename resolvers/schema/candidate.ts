import { mayReadField } from '#domain/privacy/field-access.ts';
import type { ItemRow } from '#persistence/reading/item-rows.ts';
import type { Loaders } from '#persistence/reading/loaders.ts';
import type { ItemRef } from '#persistence/review/items.ts';
import { itemListArgs } from '#resolvers/schema/filters/item-filter.ts';
import { builder } from './builder.ts';
import { present, readNestedConnection } from './connection.ts';
import type { GraphQLContext } from './context.ts';

/** Stands apart from its fields, which lead to the types that implement it and to those that list it. */
export const Candidate = builder.interfaceRef<ItemRow>('Candidate');

export const CandidateConnection = builder.connectionObject(
  { name: 'CandidateConnection', type: Candidate, description: 'A page of memories and entities.' },
  { name: 'CandidateEdge', description: 'A memory or an entity in a list.' },
);

/** The memory or entity of an id; null when it is missing or hidden. */
export const findItem = ({ reads: { loaders } }: GraphQLContext, id: string): Promise<ItemRow | null> =>
  id.startsWith('ent_') ? loaders.entities.load(id) : loaders.memories.load(id);

/** The comment with an id; null when it is missing, or its item is hidden, and for who may not read comments on the item. */
export const loadReadComment = async (id: string, context: GraphQLContext) => {
  const row = await context.reads.loaders.comments.load(id);
  const item = row && (await findItem(context, row.memoryId ?? row.entityId ?? ''));
  return item && mayReadField(context.viewer, 'comments', item) ? row : null;
};

/** The row behind a reference that came out of a list of this operation's own snapshot. */
export const loadItem = async (context: GraphQLContext, { id }: Pick<ItemRef, 'id'>): Promise<ItemRow> =>
  present(await findItem(context, id));

type Nested<Row> = Parameters<typeof readNestedConnection<Row, ItemRow>>;

/** A field that lists the memories and entities of its parent, as the viewer sees them today, or as they stood. */
export const itemsOf = <Row extends Pick<ItemRef, 'id'>>(
  list: Nested<Row>[2],
  loadersOf: (loaders: Loaders) => readonly [pages: Nested<Row>[3], counts: Nested<Row>[4]],
) => ({
  type: CandidateConnection,
  args: itemListArgs,
  resolve: ({ id }: Pick<ItemRef, 'id'>, args: Nested<Row>[1], context: GraphQLContext) =>
    readNestedConnection(id, args, list, ...loadersOf(context.reads.loaders), (ref) =>
      loadItem(context, ref),
    ),
});
