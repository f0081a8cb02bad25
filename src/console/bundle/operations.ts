import { graphql } from '../api/graphql.ts';

export const BundleQuery = graphql(`
  query Bundle($project: String, $task: String, $tokenBudget: Int) {
    memoryBundle(project: $project, task: $task, tokenBudget: $tokenBudget) {
      tokensUsed
      tokenBudget
      overBudget
      items {
        reason
        tokens
        rank { score confidence recency relevance }
        warnings { kind message }
        memory { id content kind status trust }
      }
      excluded { reason count }
    }
  }
`);

/** The same bundle with a receipt: the one that has an effect. */
export const DeliverMutation = graphql(`
  mutation Deliver($input: DeliverBundleInput!) {
    deliverBundle(input: $input) {
      __typename
      ... on DeliverBundlePayload { receipt { id issuedAt contextHash itemIds } }
      ... on UserError { code message }
    }
  }
`);
