import { graphql, type ResultOf } from '../api/graphql.ts';

const MemoryRow = graphql(`
  fragment MemoryRow on Memory {
    id
    content
    kind
    status
    trust
    project { id name }
    domain
    tags
    confidence
    rule
    revision
    sensitivityLabels
    createdAt
    updatedAt
  }
`);

export type MemoryRow = ResultOf<typeof MemoryRow>;

export const MemoriesQuery = graphql(
  `
    query Memories(
      $first: Int!
      $after: String
      $filter: MemoryFilter
      $orderBy: MemoryOrder
      $asOf: DateTime
    ) {
      memories(first: $first, after: $after, filter: $filter, orderBy: $orderBy, asOf: $asOf) {
        totalCount
        totalCountIsExact
        nodes { ...MemoryRow }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [MemoryRow],
);

const EntityRow = graphql(`
  fragment EntityRow on Entity {
    id
    name
    content
    entityType
    status
    trust
    project { id name }
    confidence
    rule
    revision
    sensitivityLabels
    createdAt
    updatedAt
    relations(first: 10) { nodes { relation to { id name } } }
  }
`);

export type EntityRow = ResultOf<typeof EntityRow>;

export const EntitiesQuery = graphql(
  `
    query Entities($first: Int!, $after: String, $filter: EntityFilter, $asOf: DateTime) {
      entities(first: $first, after: $after, filter: $filter, asOf: $asOf) {
        totalCount
        totalCountIsExact
        nodes { ...EntityRow }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [EntityRow],
);
