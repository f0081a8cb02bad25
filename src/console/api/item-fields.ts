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
    source {
      __typename
      id
      ... on Chunk { text startOffset headingPath document { id path title wave { id startedAt } } }
      ... on Interaction { capturedIn content occurredAt }
    }
    extraction { id schemaName createdAt workflowItem { id status reason routingVersion guardrailFlags threshold } }
    ... on Memory { kind domain tags }
    ... on Entity { entityType name }
  }
`);

interface OfAnyType {
  readonly __typename: string;
}

type Of<Source extends OfAnyType, Type> = Extract<Source, { readonly __typename: Type }>;

/** Narrows a source to one type: null for another type, and where there is none. */
export const sourceOf = <Source extends OfAnyType, Type extends Source['__typename']>(
  type: Type,
  source: Source | null,
): Of<Source, Type> | null => (source?.__typename === type ? (source as Of<Source, Type>) : null);

/** Shown text of a source of any type; null where there is none. */
export const textOf = (
  source: { readonly text: string } | { readonly content: string } | null,
): string | null => source && ('text' in source ? source.text : source.content);
