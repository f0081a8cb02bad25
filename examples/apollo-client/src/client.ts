import { readFileSync } from 'node:fs';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, Observable } from '@apollo/client';
import { buildSchema, isAbstractType, print } from 'graphql';
import { headers, live, url } from './live.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));

/** Types that fragments on interfaces and unions apply to. */
const possibleTypes = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
);

const subscriptions = new ApolloLink(
  ({ query, variables, operationName }) =>
    new Observable((sink) =>
      live.subscribe<Record<string, unknown>>(
        { query: print(query), variables, operationName },
        {
          next: (result) => sink.next(result as ApolloLink.Result),
          error: (error) => sink.error(error),
          complete: () => sink.complete(),
        },
      ),
    ),
);

export const client = new ApolloClient({
  cache: new InMemoryCache({ possibleTypes }),
  link: ApolloLink.split(
    ({ operationType }) => operationType === 'subscription',
    subscriptions,
    new HttpLink({ uri: url, headers }),
  ),
});
