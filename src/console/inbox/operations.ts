import { graphql, type ResultOf } from '../api/graphql.ts';

export const ItemRow = graphql(`
  fragment ItemRow on Candidate {
    __typename
    id
    content
    project { id name }
    status
    revision
    confidence
    rule
    stale
    sensitivityLabels
    suggestedLabels
    verifyBy
    ... on Memory { kind }
    ... on Entity { entityType name }
  }
`);

const InboxEntry = graphql(
  `
    fragment InboxEntry on InboxItem {
      id
      reason
      since
      priority
      claimedBy { id name }
      snoozedUntil
      subject {
        __typename
        ... on Memory { ...ItemRow }
        ... on Entity { ...ItemRow }
        ... on Contradiction { id revision severity explanation itemA { id content } itemB { id content } }
        ... on WorkflowItem { id workflowStatus: status revision routedFor: reason extraction { id schemaName } }
        ... on Quarantine { id why: reason setAt endedAt }
        ... on SourceChange { id changeKind: kind path verdict }
        ... on IngestionWave { id inProject { id name } unreadDocuments }
      }
    }
  `,
  [ItemRow],
);

export type Entry = ResultOf<typeof InboxEntry>;
export type Reason = Entry['reason'];
export type Subject = Entry['subject'];
export type ItemRow = ResultOf<typeof ItemRow>;

export const InboxQuery = graphql(
  `
    query Inbox($first: Int!, $after: String, $filter: InboxFilter, $orderBy: InboxOrder) {
      inbox(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
        nodes { ...InboxEntry }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [InboxEntry],
);

/** How many wait for each reason. */
export const CountsQuery = graphql(`
  query InboxCounts($filter: InboxFilter) {
    inbox(first: 0, filter: $filter) { counts { reason count isExact } }
    projects(first: 100) { nodes { id name } }
  }
`);

/** The candidates that words find: the inbox itself is not searched. */
export const SearchQuery = graphql(
  `
    query InboxSearch($first: Int!, $after: String, $filter: CandidateFilter) {
      candidates(first: $first, after: $after, filter: $filter) {
        nodes { ...ItemRow pendingSince ... on Entity { graduatedFrom { id } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [ItemRow],
);

export const InboxSubscription = graphql(`
  subscription InboxChanged($after: String) {
    inboxChanged(after: $after) {
      __typename
      ... on InboxItemQueued { cursor item { id reason } }
      ... on InboxItemUpdated { cursor item { id claimedBy { id name } snoozedUntil } }
      ... on InboxItemLeft { cursor itemId }
    }
  }
`);

/** Subject of an entry in its present state, shared by every list that holds it. */
export const SubjectQuery = graphql(
  `
    query InboxSubject($id: ID!) {
      node(id: $id) {
        __typename
        id
        ... on Candidate { ...ItemRow }
        ... on Contradiction { contradictionStatus: status revision }
        ... on WorkflowItem { workflowStatus: status revision }
        ... on Quarantine { endedAt why: reason }
        ... on SourceChange { verdict path }
        ... on IngestionWave { unreadDocuments stoppedAt }
      }
    }
  `,
  [ItemRow],
);
