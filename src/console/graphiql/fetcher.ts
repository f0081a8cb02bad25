import type { GraphiQLProps } from 'graphiql';
import { type DocumentNode, getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { createClient as createEventStreams } from 'graphql-sse';
import { naming } from '../api/browser-session.ts';

const url = '/graphql';

const documentOf = (query: string): DocumentNode | null => {
  try {
    return parse(query);
  } catch {
    return null;
  }
};

/**
 * The operation that is asked for. What the editor says of its text follows it by 100 ms: for so long after another tab was chosen, the
 * name is that of the former tab, and is passed over where the text holds one operation. Null: the gateway says what is wrong.
 */
const operationIn = (query: string, name?: string | null): OperationDefinitionNode | null => {
  const document = documentOf(query);
  return document && (getOperationAST(document, name) ?? getOperationAST(document) ?? null);
};

/**
 * Asks as the pane "Headers" says, and without a token there in the session of the browser; `forSchema` asks for the
 * schema, before there is a pane. Subscriptions come as server-sent events.
 */
export const createFetcher =
  (forSchema: Record<string, string>, session: string | undefined): GraphiQLProps['fetcher'] =>
  async (given, { headers: ofPane } = {}) => {
    const chosen = ofPane ?? (given.operationName === 'IntrospectionQuery' ? forSchema : {});
    const hasToken = Object.keys(chosen).some((name) => name.toLowerCase() === 'authorization');
    const headers = hasToken || session === undefined ? chosen : { ...chosen, ...naming(session) };
    const operation = operationIn(given.query, given.operationName);
    const request = { ...given, operationName: operation?.name?.value };
    if (operation?.operation === 'subscription')
      return createEventStreams({ url, headers, retryAttempts: 0 }).iterate(request);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(request),
    });
    return response.json();
  };
