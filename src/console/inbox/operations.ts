import { graphql, type ResultOf } from '../api/graphql.ts';

export const CandidateRow = graphql(`
  fragment CandidateRow on Candidate {
    __typename
    id
    content
    project { id name }
    status
    revision
    confidence
    rule
    stale
    pendingSince
    deferredUntil
    sensitivityLabels
    ... on Memory { kind }
    ... on Entity { entityType name }
  }
`);

export type CandidateRow = ResultOf<typeof CandidateRow>;

export const InboxQuery = graphql(
  `
    query Inbox($first: Int!, $after: String, $filter: CandidateFilter) {
      candidates(first: $first, after: $after, filter: $filter) {
        totalCount
        nodes { ...CandidateRow }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [CandidateRow],
);

/** Everything beside a candidate that its reviewer needs, in one answer. */
export const CandidateQuery = graphql(`
  query Candidate($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Candidate {
        content
        status
        revision
        handAuthored
        isPersonal
        audience
        createdAt
        extractorVersion
        reExtractionCount
        rejectionReason
        confidenceBreakdown { prior structuralSignalMultiplier freshnessBonus final }
        autoPromotionEligibility { policy eligible reason }
        sourceSpan { start end text speaker }
        sourceChunk {
          id
          text
          startOffset
          headingPath
          document { id path title }
        }
        sourceInteraction { id source content occurredAt }
        extraction { id workflowItem { id status reason guardrailFlags threshold } fieldConfidence { field confidence } }
        possibleDuplicates { similarity candidate { __typename id content status } }
        revisions(first: 10) { nodes { revision content editedAt } }
        auditTrail(first: 20) { nodes { id action at } }
      }
      ... on Memory {
        kind
        domain
        tags
        suggestedLabels
        sensitivityLabels
        contradictions(first: 5) {
          nodes {
            id
            status
            severity
            explanation
            itemA { id content status }
            itemB { id content status }
          }
        }
      }
      ... on Entity { entityType name graduatedFrom { id content } }
    }
  }
`);

type Detail = NonNullable<ResultOf<typeof CandidateQuery>['node']>;
export type MemoryDetail = Extract<Detail, { __typename: 'Memory' }>;
export type CandidateDetail = Extract<Detail, { __typename: 'Memory' | 'Entity' }>;

export const ReviewMutation = graphql(
  `
    mutation Review($input: ReviewCandidatesInput!) {
      reviewCandidates(input: $input) {
        __typename
        ... on ReviewCandidatesPayload {
          applied
          failed
          results { index error { code message } candidate { ...CandidateRow } }
        }
        ... on UserError { code message }
      }
    }
  `,
  [CandidateRow],
);

/** The same without the cache: what a decision on many would do. */
export const PreviewQuery = graphql(`
  mutation PreviewReview($input: ReviewCandidatesInput!) {
    reviewCandidates(input: $input) {
      __typename
      ... on ReviewCandidatesPayload { applied failed results { index error { code message } } }
      ... on UserError { code message }
    }
  }
`);

export const ReturnMutation = graphql(
  `
    mutation Return($input: ReturnToCandidateInput!) {
      returnToCandidate(input: $input) {
        __typename
        ... on ReturnToCandidatePayload { candidate { ...CandidateRow } }
        ... on UserError { code message }
      }
    }
  `,
  [CandidateRow],
);

export const DeferMutation = graphql(
  `
    mutation Defer($input: DeferCandidateInput!) {
      deferCandidate(input: $input) {
        __typename
        ... on DeferCandidatePayload { candidate { ...CandidateRow } }
        ... on UserError { code message }
      }
    }
  `,
  [CandidateRow],
);

export const AcceptLabelsMutation = graphql(`
  mutation AcceptLabels($input: PromoteLabelsInput!) {
    promoteLabels(input: $input) {
      __typename
      ... on PromoteLabelsPayload { memory { id revision suggestedLabels sensitivityLabels } }
      ... on UserError { code message }
    }
  }
`);

export const DismissLabelsMutation = graphql(`
  mutation DismissLabels($input: DismissLabelsInput!) {
    dismissLabels(input: $input) {
      __typename
      ... on DismissLabelsPayload { memory { id revision suggestedLabels sensitivityLabels } }
      ... on UserError { code message }
    }
  }
`);

export const InboxSubscription = graphql(`
  subscription InboxChanged($after: String) {
    inboxChanged(after: $after) {
      __typename
      ... on InboxItemQueued { cursor item { id } }
      ... on InboxItemUpdated { cursor item { id } }
      ... on InboxItemLeft { cursor itemId }
    }
  }
`);

/** A row as it stands now: every list that holds it shows it so. */
export const RowQuery = graphql(
  `
    query Row($id: ID!) {
      node(id: $id) { __typename id ...CandidateRow }
    }
  `,
  [CandidateRow],
);
