import { readFileSync } from 'node:fs';
import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { buildSchema, introspectionFromSchema, isObjectType } from 'graphql';
import { headers, live, url } from './live.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));

interface Promotion {
  readonly input: { readonly id: string; readonly expectedRevision: number };
}

export const client = new Client({
  url,
  preferGetMethod: false,
  fetchOptions: { headers },
  exchanges: [
    cacheExchange({
      schema: introspectionFromSchema(schema) as never,
      // Pages, payloads, spans and revisions are values of what they stand in.
      keys: Object.fromEntries(
        Object.values(schema.getTypeMap())
          .filter((type) => isObjectType(type) && !type.name.startsWith('__') && !('id' in type.getFields()))
          .map(({ name }) => [name, () => null]),
      ),
      optimistic: {
        promoteCandidate: (variables) => {
          const { id, expectedRevision } = (variables as unknown as Promotion).input;
          return {
            __typename: 'ItemPayload',
            item: {
              __typename: id.startsWith('mem_') ? 'Memory' : 'Entity',
              id,
              status: 'ACTIVE',
              revision: expectedRevision + 1,
            },
          };
        },
      },
    }),
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: ({ query, variables }) => ({
        subscribe: (sink) => ({
          unsubscribe: live.subscribe(
            { query: query ?? '', variables: variables as Record<string, unknown> },
            sink as Parameters<typeof live.subscribe>[1],
          ),
        }),
      }),
    }),
  ],
});
