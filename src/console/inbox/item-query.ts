import { graphql, type ResultOf } from '../api/graphql.ts';

/** Everything beside a memory or an entity that its reviewer needs, in one answer. */
export const ItemQuery = graphql(`
  query InboxSubjectDetail($id: ID!) {
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
        owner { kind name }
        extractorVersion
        reExtractionCount
        rejectionReason
        confidenceBreakdown { prior structuralSignalMultiplier freshnessBonus final }
        reviewScore
        reviewScoreTerms { term weight }
        autoPromotionEligibility { policy eligible reason }
        sourceSpan { start end text speaker }
        sourceState { state checkedAt similarity document { id path } span { text } }
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
        suggestedLabels
        labelFindings { label start end text }
        sensitivityLabels
        verifyBy
        verifiedAt
      }
      ... on Memory {
        kind
        domain
        tags
        effectiveConfidence { value base decay evidenceCount }
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

type Node = NonNullable<ResultOf<typeof ItemQuery>['node']>;
export type ItemDetail = Extract<Node, { __typename: 'Memory' | 'Entity' }>;
