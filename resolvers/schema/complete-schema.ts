import type { GraphQLInterfaceType, GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { PageInfo } from './page-info.ts';
import { showId } from './shown-id.ts';
import { handOnInstants } from './snapshots.ts';

/** Adds to the schema: ids of snapshots, instants passed to children, and pages that look beyond their limits. */
export const completeSchema = (schema: GraphQLSchema): GraphQLSchema => {
  for (const type of schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType)) showId(type);
  handOnInstants(schema);

  // Relay's plugin knows of no page that looks further when it is asked to.
  const { hasNextPage, hasPreviousPage } = (schema.getType('PageInfo') as GraphQLObjectType).getFields();
  if (hasNextPage) hasNextPage.resolve = (page: PageInfo) => page.isFollowed();
  if (hasPreviousPage) hasPreviousPage.resolve = (page: PageInfo) => page.isPreceded();
  return schema;
};
