import { parse } from 'graphql';

/**
 * The target of an event as a payload has it in `data`: the answer to this operation under the webhook's visibility.
 * The schema says what each field is, and when it is null; `/v1/openapi.json` says the same as JSON Schema.
 */
export const eventDocument = parse(/* GraphQL */ `
  query WebhookEvent($id: ID!) {
    node(id: $id) {
      type: __typename
      id
      ... on Memory {
        project { name }
        kind
        status
        content
        summary
        redacted
        domain
        tags
        subjectId
        sensitivityLabels
        confidence
        mandatory
        revision
        reviewedBy { name }
        rejectionKind
        validFrom
        validUntil
        supersededBy { id }
        createdAt
        updatedAt
      }
      ... on Entity {
        project { name }
        entityType
        name
        status
        content
        redacted
        sensitivityLabels
        confidence
        revision
        reviewedBy { name }
        rejectionKind
        graduatedFrom { id }
        validFrom
        validUntil
        supersededBy { id }
        createdAt
        updatedAt
      }
      ... on Contradiction {
        status
        severity
        explanation
        itemA { id project { name } }
        itemB { id project { name } }
        resolution { action }
        revision
        detectedAt
      }
      ... on WorkflowItem {
        status
        reason
        guardrailFlags
        routingVersion
        revision
        extraction { id project { name } }
        updatedAt
      }
      ... on Document {
        project { name }
        path
        title
        kind
        createdAt
      }
      ... on ProjectStateEntry {
        project { name }
        category
        key
        value
        version
        setAt
      }
      ... on Quarantine {
        reason
        setAt
        endedAt
      }
    }
  }
`);
