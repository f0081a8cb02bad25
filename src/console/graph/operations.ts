import { graphql, type ResultOf } from '../api/graphql.ts';

const MemoryPoint = graphql(`
  fragment MemoryPoint on Memory { __typename id content status }
`);

const EntityPoint = graphql(`
  fragment EntityPoint on Entity { __typename id name entityType status }
`);

const ItemPoint = graphql(`
  fragment ItemPoint on Candidate { __typename id content status ... on Entity { name entityType } }
`);

const DocumentPoint = graphql(`
  fragment DocumentPoint on Document { __typename id path title createdAt }
`);

const TracePoint = graphql(`
  fragment TracePoint on PathwayTrace { __typename id taskClass version }
`);

/** The sources of an item and the runs that were given them. */
const ItemOrigin = graphql(
  `
    fragment ItemOrigin on Candidate {
      source {
        __typename
        id
        ... on Chunk { document { ...DocumentPoint } }
        ... on Interaction { capturedIn occurredAt }
      }
      ... on Memory { pathwayTraces(first: $first) { nodes { ...TracePoint } pageInfo { hasNextPage } } }
      ... on Entity { pathwayTraces(first: $first) { nodes { ...TracePoint } pageInfo { hasNextPage } } }
    }
  `,
  [DocumentPoint, TracePoint],
);

/** Nodes of the graph with their neighbours, as far as the viewer may see them. */
export const NeighboursQuery = graphql(
  `
    query Neighbours($ids: [ID!]!, $first: Int!) {
      nodes(ids: $ids) {
        __typename
        id
        ... on Memory {
          ...MemoryPoint
          ...ItemOrigin
          graduatedTo(first: $first) { nodes { ...EntityPoint } pageInfo { hasNextPage } }
          supersededBy { ...MemoryPoint }
          supersedes { ...MemoryPoint }
          contradictions(first: $first) { nodes { other { ...MemoryPoint } } pageInfo { hasNextPage } }
        }
        ... on Entity {
          ...EntityPoint
          ...ItemOrigin
          graduatedFrom { ...MemoryPoint }
          successor: supersededBy { ...EntityPoint }
          predecessors: supersedes { ...EntityPoint }
          relations(first: $first) { nodes { relation to { ...EntityPoint } } pageInfo { hasNextPage } }
          incomingRelations(first: $first) { nodes { relation from { ...EntityPoint } } pageInfo { hasNextPage } }
        }
        ... on Document {
          ...DocumentPoint
          candidates(first: $first) { nodes { ...ItemPoint } pageInfo { hasNextPage } }
          previousVersion { ...DocumentPoint }
          nextVersion { ...DocumentPoint }
          replaced: supersedes(first: $first) { nodes { ...DocumentPoint } pageInfo { hasNextPage } }
          replacedBy: supersededBy(first: $first) { nodes { ...DocumentPoint } pageInfo { hasNextPage } }
          pathwayTraces(first: $first) { nodes { ...TracePoint } pageInfo { hasNextPage } }
        }
        ... on Interaction {
          capturedIn
          occurredAt
          candidates(first: $first) { nodes { ...ItemPoint } pageInfo { hasNextPage } }
        }
        ... on PathwayTrace {
          ...TracePoint
          candidates(first: $first) { nodes { ...ItemPoint } pageInfo { hasNextPage } }
          documents(first: $first) { nodes { ...DocumentPoint } pageInfo { hasNextPage } }
          parent { ...TracePoint }
          revisedAs: supersededBy { ...TracePoint }
        }
      }
    }
  `,
  [MemoryPoint, EntityPoint, ItemPoint, ItemOrigin, DocumentPoint, TracePoint],
);

type Node = NonNullable<ResultOf<typeof NeighboursQuery>['nodes'][number]>;
export type WalkedNode = Extract<
  Node,
  { __typename: 'Memory' | 'Entity' | 'Document' | 'Interaction' | 'PathwayTrace' }
>;

export type Point =
  | ResultOf<typeof MemoryPoint>
  | ResultOf<typeof EntityPoint>
  | ResultOf<typeof ItemPoint>
  | ResultOf<typeof DocumentPoint>
  | ResultOf<typeof TracePoint>
  | {
      readonly __typename: 'Interaction';
      readonly id: string;
      readonly capturedIn: string | null;
      readonly occurredAt: string;
    };
