import type { GraphQLInterfaceType, GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { PageInfo } from './page-info.ts';
import { showId } from './shown-id.ts';
import { handOnInstants } from './snapshots.ts';

/** What no plugin gives: ids of what is not the present state, instants that are handed on, and pages that look further. */
export const completeSchema = (schema: GraphQLSchema): GraphQLSchema => {
  for (const type of schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType)) showId(type);
  handOnInstants(schema);

  // Relay's plugin knows of no page that looks further when it is asked to.
  const { hasNextPage, hasPreviousPage } = (schema.getType('PageInfo') as GraphQLObjectType).getFields();
  if (hasNextPage) hasNextPage.resolve = (page: PageInfo) => page.isFollowed();
  if (hasPreviousPage) hasPreviousPage.resolve = (page: PageInfo) => page.isPreceded();
  return schema;
};
