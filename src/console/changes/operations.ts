import { graphql, type ResultOf } from '../api/graphql.ts';
import { TimelineEntry } from '../parts/event-title.tsx';

export const ChangesQuery = graphql(
  `
    query Changes($project: String!, $from: DateTime!, $to: DateTime, $kinds: [TimelineKind!], $after: String) {
      changes(
        project: $project
        from: $from
        to: $to
        filter: { kind: { in: $kinds } }
        orderBy: { field: AT, direction: DESC }
        first: 50
        after: $after
      ) {
        totalCount
        nodes {
          ...TimelineEntry
          candidate { __typename id content source { __typename id ... on Chunk { document { id path } } } }
          ... on DecisionEvent { reason }
          ... on RevisionEvent { previous { content } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [TimelineEntry],
);

export type Change = NonNullable<ResultOf<typeof ChangesQuery>['changes']>['nodes'][number];
