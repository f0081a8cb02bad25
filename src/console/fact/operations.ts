import { graphql, type ResultOf } from '../api/graphql.ts';
import { ItemFields } from '../api/item-fields.ts';
import { TimelineEntry } from '../parts/event-title.tsx';

export const FactQuery = graphql(
  `
    query Fact($id: ID!) {
      node(id: $id) {
        __typename
        id
        ...ItemFields
        ... on Candidate {
          trust
          layer
          project { id name }
          confidence
          confidenceBreakdown { final }
          rule
          redacted
          createdAt
          validFrom
          validUntil
          holdsFrom
          holdsUntil
          reviewedAt
        }
        ... on Memory {
          summary
          mandatory
          pathwayTraces(first: 5) { nodes { id taskClass version } }
          deliveries(first: 5) { nodes { id issuedAt user { id name } } }
          graduatedTo(first: 5) { nodes { id name entityType status } }
          supersededBy { id content status }
          supersedes { id content status }
          contradictions(first: 10) { nodes { id status severity itemA { id } itemB { id } } }
        }
        ... on Entity {
          pathwayTraces(first: 5) { nodes { id taskClass version } }
          graduatedFrom {
            id
            content
            status
            createdAt
            confidenceBreakdown { final }
            rule
            source {
              __typename
              id
              ... on Chunk { headingPath document { id path title wave { id startedAt } } }
              ... on Interaction { capturedIn occurredAt }
            }
            extraction { id schemaName createdAt workflowItem { id status reason routingVersion } }
          }
          supersededBy { id name status }
          supersedes { id name status }
          relations(first: 25) { nodes { relation to { id name entityType status } } }
          incomingRelations(first: 25) { nodes { relation from { id name entityType status } } }
        }
      }
    }
  `,
  [ItemFields],
);

type Node = NonNullable<ResultOf<typeof FactQuery>['node']>;
export type Fact = Extract<Node, { __typename: 'Memory' | 'Entity' }>;

export const factOf = (data: ResultOf<typeof FactQuery> | undefined): Fact | undefined =>
  data?.node?.__typename === 'Memory' || data?.node?.__typename === 'Entity' ? data.node : undefined;

export type EntityFact = Extract<Node, { __typename: 'Entity' }>;

export const RevisionsQuery = graphql(`
  query FactRevisions($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Candidate { revisions(first: 100) { nodes { revision content editedAt } } }
    }
  }
`);

export const BeliefQuery = graphql(`
  query FactBelief($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Candidate { createdAt confidenceBreakdown { prior structuralSignalMultiplier freshnessBonus final } }
      ... on Memory {
        effectiveConfidence { asOf value base decay floor evidenceCount modifiers { name delta } }
        votes { up down mine }
        mandatory
        evidence(first: 50) { nodes { id detectionType createdAt userQuote sourceRef sourceUser { id name } } }
      }
    }
  }
`);

type BeliefNode = NonNullable<ResultOf<typeof BeliefQuery>['node']>;
export type MemoryBelief = Extract<BeliefNode, { __typename: 'Memory' }>;

export const TimelineQuery = graphql(
  `
    query FactTimeline($id: ID!) {
      node(id: $id) {
        __typename
        id
        ... on Memory { timeline(first: 100) { nodes { ...TimelineEntry } } }
        ... on Entity { timeline(first: 100) { nodes { ...TimelineEntry } } }
        ... on Candidate { auditTrail(first: 100) { nodes { id at changes { field before after } } } }
      }
    }
  `,
  [TimelineEntry],
);

export const PolicyQuery = graphql(`
  query FactPolicy($asOf: DateTime) {
    labelPolicy(asOf: $asOf) { mode rules { id action allLabels anyLabel roles notRoles users } }
  }
`);

type TimelineNode = NonNullable<ResultOf<typeof TimelineQuery>['node']>;

export type AuditTrail = NonNullable<
  Extract<TimelineNode, { readonly __typename: 'Memory' }>['auditTrail']
>['nodes'];

/** Every state that it was in, the original first. */
export const VersionsQuery = graphql(`
  query FactVersions($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Candidate { versions(first: 100) { nodes { revision status editedAt } } }
    }
  }
`);
