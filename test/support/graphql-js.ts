import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
  visit,
} from 'graphql';
import { roles, type Viewer } from '#domain/privacy/viewer.ts';
import { schema } from '#resolvers/index.ts';
import { openGraphQLContext } from '#resolvers/schema/context.ts';
import { maskFault, toPublicError } from '#server/operations/public-errors.ts';
import type { TestGateway } from './gateway.ts';

/**
 * The schema with its queries as mutations, too: graphql-js runs their root fields in turn, and so finds errors in the order of the
 * answer.
 */
const serialSchema = new GraphQLSchema({ ...schema.toConfig(), mutation: schema.getQueryType() ?? null });

const asMutation = (document: DocumentNode): DocumentNode =>
  visit(document, {
    OperationDefinition: (node) => ({ ...node, operation: OperationTypeNode.MUTATION }),
  });

/**
 * Answers a valid operation by graphql-js, from rows that are read whole: the reference of the gateway's executor. Errors are as they
 * leave the gateway, under the request id `asked`.
 */
export const answerByGraphQLJs = async (
  { dependencies }: TestGateway,
  asked: Viewer,
  query: string,
  variables: object = {},
): Promise<ExecutionResult> => {
  const document = parse(query);
  // A token gives roles in this order.
  const viewer = { ...asked, roles: roles.filter((role) => asked.roles.includes(role)) };
  const operationType = getOperationAST(document)?.operation ?? 'query';
  const context = await openGraphQLContext(dependencies, { viewer, requestId: 'asked', operationType });
  try {
    const result = await execute({
      ...(operationType === 'query'
        ? { schema: serialSchema, document: asMutation(document) }
        : { schema, document }),
      contextValue: context,
      variableValues: variables as Record<string, unknown>,
    });
    return JSON.parse(
      JSON.stringify({
        ...result,
        ...(result.errors
          ? { errors: result.errors.map((error) => withoutInternals(maskFault(error))) }
          : {}),
      }),
    );
  } finally {
    await context.close();
  }
};

/** Without the extensions by which HTTP is answered. */
const withoutInternals = (error: Parameters<typeof toPublicError>[0]) => {
  const { extensions = {}, ...shown } = toPublicError(error, 'asked').toJSON();
  const { http: _http, unexpected: _unexpected, ...rest } = extensions;
  return { ...shown, extensions: rest };
};
