/** An Apollo gateway over two subgraphs: Vouch, and notes that a team keeps about memories. Asks one question through it, and ends. */
import {
  ApolloGateway,
  IntrospectAndCompose,
  LocalGraphQLDataSource,
  RemoteGraphQLDataSource,
} from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';

const url = process.env.VOUCH_URL ?? 'http://127.0.0.1:4000/subgraph';
const token = `Bearer ${process.env.VOUCH_TOKEN}`;
/** The ids of memories, parted by commas, that the notes are about. One that the caller may not see, or that is missing, is null. */
const about = process.env.VOUCH_MEMORIES?.split(',') ?? [];

const notes = buildSubgraphSchema({
  typeDefs: parse(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key"])
    type Query { notes: [Note!]! }
    type Note { text: String! about: Memory }
    type Memory @key(fields: "id", resolvable: false) { id: ID! }
  `),
  resolvers: {
    Query: {
      notes: () =>
        about.map((id, index) => ({ text: `Note ${index + 1}`, about: { __typename: 'Memory', id } })),
    },
  },
});

/** The caller's token goes on to Vouch, which answers under the caller's permissions. */
class Vouch extends RemoteGraphQLDataSource {
  willSendRequest({ request, context }) {
    // Composition has no caller: it reads the schema with the gateway's own token.
    request.http.headers.set('authorization', context.token ?? token);
  }
}

const subgraphs = [
  { name: 'vouch', url },
  { name: 'notes', url: 'http://local/notes' },
];
const dataSources = { vouch: new Vouch({ url }), notes: new LocalGraphQLDataSource(notes) };

const server = new ApolloServer({
  gateway: new ApolloGateway({
    supergraphSdl: new IntrospectAndCompose({ subgraphs }),
    buildService: ({ name }) => dataSources[name],
  }),
});
const { body } = await server.executeOperation(
  {
    query:
      '{ notes { text about { id content status source { ... on Chunk { document { path } } } } } memories(first: 1) { totalCount } }',
  },
  { contextValue: { token } },
);
console.log(JSON.stringify(body.singleResult));
await server.stop();
