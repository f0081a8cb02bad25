import { graphql, type ResultOf, type VariablesOf } from '../api/graphql.ts';

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
  fragment DocumentPoint on Document { __typename id path title createdAt nextVersion(asOf: $asOf) { id createdAt } }
`);

const TracePoint = graphql(`
  fragment TracePoint on PathwayTrace { __typename id taskClass version createdAt }
`);

/** The sources of an item and the runs that were given them. */
const ItemOrigin = graphql(
  `
    fragment ItemOrigin on Candidate {
      source {
        __typename
        id
        ... on Chunk { document { ...DocumentPoint } }
        ... on Interaction { capturedIn occurredAt recordedAt }
      }
      ... on Memory { pathwayTraces(first: $first, after: $traces) { nodes { ...TracePoint } pageInfo { hasNextPage endCursor } } }
      ... on Entity { pathwayTraces(first: $first, after: $traces) { nodes { ...TracePoint } pageInfo { hasNextPage endCursor } } }
    }
  `,
  [DocumentPoint, TracePoint],
);

/**
 * Nodes of the graph with their neighbours, as far as the viewer may see them; of each list the part after its cursor. Of sources,
 * which have no snapshots, `asOf` lists what they led to then.
 */
export const NeighboursQuery = graphql(
  `
    query Neighbours(
      $ids: [ID!]!
      $first: Int!
      $asOf: DateTime
      $candidates: String
      $traces: String
      $graduated: String
      $contradictions: String
      $relations: String
      $incoming: String
      $replaced: String
      $replacedBy: String
      $documents: String
    ) {
      nodes(ids: $ids) {
        __typename
        id
        ... on Memory {
          ...MemoryPoint
          ...ItemOrigin
          graduatedTo(first: $first, after: $graduated) { nodes { ...EntityPoint } pageInfo { hasNextPage endCursor } }
          supersededBy { ...MemoryPoint }
          supersedes { ...MemoryPoint }
          contradictions(first: $first, after: $contradictions) { nodes { other { ...MemoryPoint } } pageInfo { hasNextPage endCursor } }
        }
        ... on Entity {
          ...EntityPoint
          ...ItemOrigin
          graduatedFrom { ...MemoryPoint }
          successor: supersededBy { ...EntityPoint }
          predecessors: supersedes { ...EntityPoint }
          relations(first: $first, after: $relations) { nodes { relation to { ...EntityPoint } } pageInfo { hasNextPage endCursor } }
          incomingRelations(first: $first, after: $incoming) { nodes { relation from { ...EntityPoint } } pageInfo { hasNextPage endCursor } }
        }
        ... on Document {
          ...DocumentPoint
          candidates(first: $first, after: $candidates, asOf: $asOf) { nodes { ...ItemPoint } pageInfo { hasNextPage endCursor } }
          previousVersion(asOf: $asOf) { ...DocumentPoint }
          nextVersion(asOf: $asOf) { ...DocumentPoint }
          replaced: supersedes(first: $first, after: $replaced) { nodes { ...DocumentPoint } pageInfo { hasNextPage endCursor } }
          replacedBy: supersededBy(first: $first, after: $replacedBy) { nodes { ...DocumentPoint } pageInfo { hasNextPage endCursor } }
          pathwayTraces(first: $first, after: $traces) { nodes { ...TracePoint } pageInfo { hasNextPage endCursor } }
        }
        ... on Interaction {
          capturedIn
          occurredAt
          recordedAt
          candidates(first: $first, after: $candidates, asOf: $asOf) { nodes { ...ItemPoint } pageInfo { hasNextPage endCursor } }
        }
        ... on PathwayTrace {
          ...TracePoint
          candidates(first: $first, after: $candidates) { nodes { ...ItemPoint } pageInfo { hasNextPage endCursor } }
          documents(first: $first, after: $documents) { nodes { ...DocumentPoint } pageInfo { hasNextPage endCursor } }
          parent { ...TracePoint }
          revisedAs: supersededBy { ...TracePoint }
        }
      }
    }
  `,
  [MemoryPoint, EntityPoint, ItemPoint, ItemOrigin, DocumentPoint, TracePoint],
);

/** Cursors of the lists of a node, where each of them has been read to. */
export type Ends = Omit<VariablesOf<typeof NeighboursQuery>, 'ids' | 'first' | 'asOf'>;

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
      readonly recordedAt: string;
    };
