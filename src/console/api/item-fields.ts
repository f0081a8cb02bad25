import { graphql } from './graphql.ts';

/** Fields of a memory or an entity that the inbox and the page of a fact share. */
export const ItemFields = graphql(`
  fragment ItemFields on Candidate {
    content
    status
    revision
    handAuthored
    isPersonal
    audience
    extractorVersion
    rejectionReason
    sensitivityLabels
    verifyBy
    sourceSpan { start end text speaker }
    sourceState { state checkedAt similarity document { id path } span { text } }
    sourceChunk {
      id
      text
      startOffset
      headingPath
      document { id path title wave { id startedAt } }
    }
    sourceInteraction { id source content occurredAt }
    extraction { id schemaName createdAt workflowItem { id status reason routingVersion guardrailFlags threshold } }
    ... on Memory { kind domain tags }
    ... on Entity { entityType name }
  }
`);
