import type { GraphiQLTab } from './graphiql-page.ts';

const provenance: GraphiQLTab = {
  query: `# Where does a fact come from? Every memory, all the way to the letters of its source.
query NestedProvenance {
  memories(first: 3) {
    totalCount
    nodes {
      id
      kind
      status
      trust
      content
      confidenceBreakdown { prior structuralSignalMultiplier freshnessBonus final }
      rule
      sourceSpan { start end text }
      sourceChunk {
        headingPath
        document { path title wave { id startedAt } }
      }
      extraction { id workflowItem { status reason routingVersion } }
      revisions { nodes { revision content editedBy editedAt } }
      auditTrail { nodes { sequence at actor action } }
    }
  }
}
`,
};

const review: GraphiQLTab = {
  query: `# What waits for a person? Take an id from the queue, put it into the variables, and vouch for it.
query ReviewQueue {
  candidates(first: 10) {
    totalCount
    nodes {
      id
      layer
      content
      confidence
      rule
      sourceChunk { document { path } }
    }
  }
}

mutation Promote($id: ID!) {
  promoteMemory(input: { id: $id }) {
    ... on PromoteMemoryPayload { memory { id status trust revision reviewedBy } }
    ... on UserError { code message path }
  }
}

mutation Undo($id: ID!) {
  returnMemoryToCandidate(input: { id: $id }) {
    ... on ReturnMemoryToCandidatePayload { memory { id status revision } }
    ... on UserError { code message path }
  }
}
`,
  variables: '{\n  "id": "mem_…"\n}',
};

const whoAmI: GraphiQLTab = {
  query: `# Who is asking? Change the Authorization header to look through other eyes.
query WhoAmI {
  viewer { user tenant roles groups }
}
`,
};

/** What stands ready in GraphiQL at the first visit. */
export const graphiqlTabs: readonly GraphiQLTab[] = [provenance, review, whoAmI];
