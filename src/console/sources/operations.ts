import { graphql, type ResultOf } from '../api/graphql.ts';

export const SourcesQuery = graphql(`
  query Sources($filter: DocumentFilter, $first: Int!, $after: String, $asOf: DateTime) {
    projects(first: 100) { nodes { id name } }
    documents(filter: $filter, first: $first, after: $after) {
      totalCount
      totalCountIsExact
      nodes {
        id
        path
        title
        createdAt
        project { id name }
        wave { id startedAt }
        nextVersion(asOf: $asOf) { id }
        candidates(first: 0, asOf: $asOf) { totalCount }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const Report = graphql(`
  fragment Report on ExtractionReport {
    createdAt
    extractorVersion
    found
    persisted
    waiting
    reinforced
    dropped
    sections
    readSections
    unreadByReason { reason count }
    unreadPassagesByReason { reason count }
    errors
    byRule { rule count }
    droppedByReason { reason count }
    droppedCandidates { content reason rule confidence }
  }
`);

export type Report = ResultOf<typeof Report>;

const Wave = graphql(
  `
    fragment Wave on IngestionWave {
      id
      startedAt
      stoppedAt
      unreadDocuments
      documents(first: 0) { totalCount }
      report { ...Report }
    }
  `,
  [Report],
);

export type Wave = ResultOf<typeof Wave>;

export const WavesQuery = graphql(
  `
    query Waves($filter: IngestionWaveFilter) {
      ingestionWaves(filter: $filter, first: 10) { nodes { ...Wave } }
    }
  `,
  [Wave],
);

export const WaveQuery = graphql(
  `
    query Wave($id: ID!) {
      ingestionWave(id: $id) { ...Wave }
    }
  `,
  [Wave],
);

export const ExtractMutation = graphql(
  `
    mutation Extract($input: ExtractWaveInput!) {
      extractWave(input: $input) {
        __typename
        ... on ExtractionReportPayload { report { finishedAt wave { ...Wave } } }
        ... on UserError { code message }
      }
    }
  `,
  [Wave],
);

export const StopMutation = graphql(`
  mutation Stop($input: StopExtractionInput!) {
    stopExtraction(input: $input) {
      __typename
      ... on StopExtractionPayload { wave { id stoppedAt unreadDocuments } }
      ... on UserError { code message }
    }
  }
`);

export const EraseMutation = graphql(`
  mutation Erase($input: EraseDocumentInput!) {
    eraseDocument(input: $input) {
      __typename
      ... on EraseDocumentPayload {
        documentIds
        erasedIds
        kept { itemId reason }
        places { where count }
      }
      ... on UserError { code message }
    }
  }
`);

export type Erasure = Extract<
  ResultOf<typeof EraseMutation>['eraseDocument'],
  { readonly __typename: 'EraseDocumentPayload' }
>;

export const DocumentQuery = graphql(
  `
    query Document($id: ID!, $asOf: DateTime) {
      document(id: $id) {
        id
        path
        title
        kind
        kindGiven
        content
        erasedAt
        createdAt
        project { id name }
        wave { id startedAt report { ...Report } }
        versions(first: 50) { nodes { id createdAt contributor { id name } } }
        supersedes(first: 10) { nodes { id path title } }
        supersededBy(first: 10) { nodes { id path title } }
        candidates(first: 100, asOf: $asOf) {
          totalCount
          totalCountIsExact
          nodes {
            __typename
            id
            content
            status
            confidence
            rule
            sourceSpan { start end text }
            ... on Memory { kind }
            ... on Entity { entityType name }
          }
        }
      }
    }
  `,
  [Report],
);

export type SourceDocument = NonNullable<ResultOf<typeof DocumentQuery>['document']>;

/** Two versions of a document, compared by words. */
export const DocumentDiffQuery = graphql(`
  query DocumentDiff($id: ID!, $to: ID!) {
    document(id: $id) { id diff(to: $to) { segments { operation text } } }
  }
`);

export const IngestMutation = graphql(
  `
    mutation Ingest($input: IngestDocumentsInput!) {
      ingestDocuments(input: $input) {
        __typename
        ... on IngestDocumentsPayload {
          unchanged
          waiting { path }
          wave { id documents(first: 0) { totalCount } report { ...Report } }
        }
        ... on UserError { code message path }
      }
    }
  `,
  [Report],
);
