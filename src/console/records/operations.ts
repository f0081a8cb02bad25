import { graphql, type ResultOf } from '../api/graphql.ts';

const ItemLine = graphql(`
  fragment ItemLine on Candidate {
    __typename
    id
    content
    status
    ... on Memory { kind }
    ... on Entity { entityType name }
  }
`);

export type ItemLine = ResultOf<typeof ItemLine>;

const RecordedExtraction = graphql(
  `
    fragment RecordedExtraction on Extraction {
      id
      schemaName
      extractorVersion
      createdAt
      payload
      project { id name }
      fieldConfidence { field confidence }
      source {
        __typename
        id
        ... on Chunk { headingPath text document { id path } }
        ... on Interaction { capturedIn occurredAt }
      }
      candidates(first: 25, asOf: $asOf) { totalCount nodes { ...ItemLine } }
    }
  `,
  [ItemLine],
);

export type RecordedExtraction = ResultOf<typeof RecordedExtraction>;

const RoutedItem = graphql(`
  fragment RoutedItem on WorkflowItem {
    id
    workflowStatus: status
    routedFor: reason
    routingVersion
    threshold
    guardrailFlags
    createdAt
    decidedAt
    decidedBy { id name }
    decisionNote
  }
`);

export type RoutedItem = ResultOf<typeof RoutedItem>;

/** Origins and uses of a fact: each kind of record without another page. */
export const RecordQuery = graphql(
  `
    query Record($id: ID!, $asOf: DateTime) {
      node(id: $id) {
        __typename
        id
        ... on Extraction {
          ...RecordedExtraction
          workflowItem { ...RoutedItem }
        }
        ... on WorkflowItem {
          ...RoutedItem
          extraction { ...RecordedExtraction }
        }
        ... on Interaction {
          capturedIn
          content
          occurredAt
          recordedAt
          isPersonal
          contributor { id name }
          project { id name }
          candidates(first: 50, asOf: $asOf) { totalCount nodes { ...ItemLine sourceSpan { start end text } } }
        }
        ... on BundleReceipt {
          issuedAt
          tokenBudget
          contextHash
          policyHash
          signature
          user { id name }
          receiptProject: project { id name }
          delivered: items(first: 100) { totalCount nodes { ...ItemLine } }
        }
        ... on SourceChange {
          changeKind: kind path changedText: content sentAt verdict declined: reason
          project { id name } sentBy { id name } owners { id name }
        }
        ... on IngestionWave {
          inProject { id name }
          startedAt
          unreadDocuments
          documents(first: 100) { totalCount nodes { id path } }
        }
        ... on Quarantine {
          why: reason
          setAt
          endedAt
          setBy { id name }
          items(first: 100) { totalCount nodes { ...ItemLine } }
        }
      }
    }
  `,
  [ItemLine, RecordedExtraction, RoutedItem],
);

export type FoundRecord = NonNullable<ResultOf<typeof RecordQuery>['node']>;
export type RecordOf<Type extends FoundRecord['__typename']> = Extract<FoundRecord, { __typename: Type }>;

/** State of a delivered bundle. */
export const ReceiptQuery = graphql(`
  query Receipt($id: ID!) {
    verifyReceipt(id: $id) {
      validSignature
      isUnchanged
      changes { change itemId memory { id content status } }
    }
  }
`);

/** How an extraction would be routed today. */
export const ReplayQuery = graphql(`
  query Replay($id: ID!) {
    replayRouting(extractionId: $id) { status reason routingVersion lowConfidenceFields matchesStored }
  }
`);

/** The version of a source that is in force. */
export const VersionInForceQuery = graphql(`
  query VersionInForce($project: String!, $path: String!) {
    documents(first: 1, filter: { project: { eq: $project }, path: { eq: $path }, inForce: true }) {
      nodes { id content }
    }
  }
`);

/** How many items came from a version of a document, by status. */
export const ImpactOfQuery = graphql(`
  query ImpactOf($documentId: ID!) {
    impact(of: { documentId: $documentId }) { counts { type status count } }
  }
`);
