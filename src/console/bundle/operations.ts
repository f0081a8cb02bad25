import { graphql } from '../api/graphql.ts';

export const BundleQuery = graphql(`
  query Bundle($project: String, $tokenBudget: Int) {
    memoryBundle(project: $project, tokenBudget: $tokenBudget) {
      tokensUsed
      tokenBudget
      overBudget
      items {
        reason
        tokens
        rank { score confidence recency }
        memory { id content kind status trust }
      }
      excluded { reason count }
    }
  }
`);
