import { graphql, type ResultOf } from '../api/graphql.ts';

const PathwayLine = graphql(`
  fragment PathwayLine on Pathway {
    id
    pathwayId
    taskClass
    filePrefix
    signalClass
    retired
    eligibleForReplay
    replayCount
    replaysSucceeded
    successRate
    traces(first: 10, includeHistory: false) { nodes { id traceUid version } }
  }
`);

export type PathwayLine = ResultOf<typeof PathwayLine>;

export const PathwaysQuery = graphql(
  `
    query Pathways($first: Int!, $after: String, $filter: PathwayFilter) {
      pathways(first: $first, after: $after, filter: $filter) {
        totalCount
        totalCountIsExact
        nodes { ...PathwayLine }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [PathwayLine],
);

export const PathwaysThenQuery = graphql(
  `
    query PathwaysThen($ids: [ID!]!) {
      nodes(ids: $ids) {
        __typename
        id
        ...PathwayLine
      }
    }
  `,
  [PathwayLine],
);

export const ChainQuery = graphql(`
  query Chain($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on PathwayTrace {
        pathway { id taskClass filePrefix signalClass retired eligibleForReplay replayCount successRate }
        chain(first: 100) {
          nodes {
            id
            traceUid
            version
            createdAt
            supersededAt
            replayCount
            replaysSucceeded
            successRate
            finalVerdict
            reducerSummary
            filePath
            taskClass
            signalClass
            semanticFlags
            kbChunks { chunkId sourceDoc rank cosineScore chunk { id document { id path } } }
          }
        }
      }
    }
  }
`);

type Node = NonNullable<ResultOf<typeof ChainQuery>['node']>;
export type TraceChain = Extract<Node, { __typename: 'PathwayTrace' }>;
export type Version = TraceChain['chain']['nodes'][number];

export const HotswapQuery = graphql(`
  query Hotswap($taskClass: String!, $filePath: String!, $signalClass: String) {
    queryForHotswap(taskClass: $taskClass, filePath: $filePath, signalClass: $signalClass, k: 5) {
      id
      traceUid
      version
      replayCount
      successRate
      finalVerdict
    }
  }
`);

export const StateQuery = graphql(`
  query State($project: String!, $asOf: DateTime) {
    projectState(project: $project, asOf: $asOf) {
      id
      category
      key
      value
      version
      trust
      setAt
      setBy { id name }
      history { version value setAt setBy { id name } }
    }
  }
`);

export type StateEntry = NonNullable<ResultOf<typeof StateQuery>['projectState']>[number];
