import { graphql, type ResultOf, type VariablesOf } from '../api/graphql.ts';

const ContradictionRow = graphql(`
  fragment ContradictionRow on Contradiction {
    id
    severity
    detectedAt
    explanation
    itemA { id content status project { id name } }
    itemB { id content status }
  }
`);

export type ContradictionRow = ResultOf<typeof ContradictionRow>;

export const ContradictionsQuery = graphql(
  `
  query Contradictions($first: Int!, $after: String, $filter: ContradictionFilter) {
    contradictions(first: $first, after: $after, filter: $filter) {
      totalCount
      totalCountIsExact
      nodes { ...ContradictionRow }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [ContradictionRow],
);

export type ContradictionFilter = NonNullable<VariablesOf<typeof ContradictionsQuery>['filter']>;

/** The list has no snapshots of its own: its rows are asked for by theirs. */
export const ContradictionsThenQuery = graphql(
  `
    query ContradictionsThen($ids: [ID!]!) {
      nodes(ids: $ids) {
        __typename
        id
        ...ContradictionRow
      }
    }
  `,
  [ContradictionRow],
);

const Side = graphql(`
  fragment Side on Memory {
    id
    content
    kind
    status
    trust
    revision
    project { id name }
    createdAt
    handAuthored
    validFrom
    sensitivityLabels
    confidence
    effectiveConfidence { evidenceCount }
    sourceSpan { start end text speaker }
    source {
      __typename
      id
      ... on Chunk { text startOffset headingPath document { id path updatedAt } }
      ... on Interaction { capturedIn content occurredAt }
    }
    evidence(first: 5) { nodes { id detectionType userQuote sourceRef createdAt } }
  }
`);

export type Side = ResultOf<typeof Side>;

const ContradictionFields = graphql(
  `
    fragment ContradictionFields on Contradiction {
      id
      status
      severity
      explanation
      judge
      detectedAt
      revision
      suggestedResolution { action justification mergedContent }
      resolution { action note resolvedAt }
      itemA { ...Side }
      itemB { ...Side }
    }
  `,
  [Side],
);

export type ContradictionFields = ResultOf<typeof ContradictionFields>;

export const ContradictionQuery = graphql(
  `
    query Contradiction($id: ID!) {
      node(id: $id) {
        __typename
        id
        ...ContradictionFields
      }
    }
  `,
  [ContradictionFields],
);

export const ResolveMutation = graphql(
  `
    mutation Resolve($input: ResolveContradictionInput!) {
      resolveContradiction(input: $input) {
        __typename
        ... on ResolveContradictionPayload {
          contradiction { ...ContradictionFields }
          superseded { id content status }
          merged { id content status }
        }
        ... on UserError { code message }
      }
    }
  `,
  [ContradictionFields],
);

export const PreviewResolution = graphql(`
  mutation PreviewResolution($input: ResolveContradictionInput!) {
    resolveContradiction(input: $input) {
      __typename
      ... on ResolveContradictionPayload {
        superseded { id content status }
        merged { id content status sensitivityLabels audience }
        contradiction { id itemA { id status } itemB { id status } }
      }
      ... on UserError { code message }
    }
  }
`);

export const ReopenMutation = graphql(
  `
    mutation Reopen($input: ReopenContradictionInput!) {
      reopenContradiction(input: $input) {
        __typename
        ... on ReopenContradictionPayload {
          contradiction { ...ContradictionFields }
          restored { id content status }
        }
        ... on UserError { code message }
      }
    }
  `,
  [ContradictionFields],
);
