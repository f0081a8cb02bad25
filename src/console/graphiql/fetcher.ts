import type { GraphiQLProps } from 'graphiql';
import { getOperationAST } from 'graphql';
import { createClient as createEventStreams } from 'graphql-sse';

const url = '/graphql';

/** Asks as the pane "Headers" says; `forSchema` asks for the schema, before there is a pane. Subscriptions come as server-sent events. */
export const createFetcher =
  (forSchema: Record<string, string>): GraphiQLProps['fetcher'] =>
  async (request, { headers: given, documentAST } = {}) => {
    const headers = given ?? (request.operationName === 'IntrospectionQuery' ? forSchema : {});
    const operation = documentAST && getOperationAST(documentAST, request.operationName);
    if (operation?.operation === 'subscription')
      return createEventStreams({ url, headers, retryAttempts: 0 }).iterate({
        ...request,
        operationName: request.operationName ?? undefined,
      });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(request),
    });
    return response.json();
  };
