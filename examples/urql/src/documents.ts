import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; JSON: unknown };
}>();

export const provenance = graphql(`
  query Provenance {
    memories(first: 10, filter: { status: { eq: ACTIVE } }) {
      nodes {
        id
        content
        sourceSpan { start end text }
        source { __typename id ... on Chunk { headingPath document { id path wave { id startedAt } } } }
        revisions { nodes { revision content editedBy { id name } } }
      }
    }
  }
`);

export const queue = graphql(`
  query Queue {
    candidates(first: 2) { nodes { __typename id content status revision } }
  }
`);

export const promotion = graphql(`
  mutation Promote($input: PromoteCandidateInput!) {
    promoteCandidate(input: $input) {
      __typename
      ... on ItemPayload { item { __typename id status revision } }
      ... on UserError { code message }
    }
  }
`);

export const edit = graphql(`
  mutation Edit($input: EditItemInput!) {
    editItem(input: $input) {
      __typename
      ... on ItemPayload { item { __typename id content } }
      ... on UserError { code message }
    }
  }
`);

export const changes = graphql(`
  subscription Changes($after: String) {
    candidatesChanged(after: $after) {
      __typename
      ... on CandidateQueued { cursor candidate { __typename id content } }
      ... on CandidateUpdated { cursor candidate { __typename id content } }
      ... on CandidateLeft { cursor candidateId reason }
    }
  }
`);
