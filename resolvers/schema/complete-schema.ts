import type { GraphQLInterfaceType, GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { PageInfo } from './page-info.ts';
import { requiredRolesOf, sufficientRoles } from './required-roles.ts';
import { showId } from './shown-id.ts';
import { handOnInstants } from './snapshots.ts';

/**
 * Adds to the schema: ids of snapshots, instants passed to children, roles in the descriptions of root fields, and pages
 * that look beyond their limits.
 */
export const completeSchema = (schema: GraphQLSchema): GraphQLSchema => {
  for (const type of schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType)) showId(type);
  handOnInstants(schema);
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    for (const field of Object.values(root?.getFields() ?? {})) {
      const required = requiredRolesOf(field);
      if (required)
        field.description = `${field.description} Roles: ${sufficientRoles(required).join(', ')}.`;
    }

  // Relay's plugin knows of no page that looks further when it is asked to.
  const { hasNextPage, hasPreviousPage } = (schema.getType('PageInfo') as GraphQLObjectType).getFields();
  if (hasNextPage) hasNextPage.resolve = (page: PageInfo) => page.isFollowed();
  if (hasPreviousPage) hasPreviousPage.resolve = (page: PageInfo) => page.isPreceded();
  return schema;
};
