import type { GraphiQLTab } from './graphiql-page.ts';

const provenance: GraphiQLTab = {
  query: `# Where does a fact come from? Every memory, all the way to the exact text in its source.
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
      revisions { nodes { revision content editedBy { name } editedAt } }
      auditTrail { nodes { sequence at actor { name } action } }
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
    ... on PromoteMemoryPayload { memory { id status trust revision reviewedBy { name } } }
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

const versionChain: GraphiQLTab = {
  query: `# How did a decision change? Insert a trace and revise it as a service; then walk its versions as anybody.
query VersionChain {
  pathways(first: 5) {
    nodes {
      id
      taskClass
      filePrefix
      signalClass
      retired
      successRate
      traces(first: 5) {
        nodes {
          traceUid
          version
          supersededBy { version }
          parent { traceUid version }
          root { traceUid createdAt }
          chain {
            totalCount
            nodes { version traceUid createdAt supersededAt replayCount successRate finalVerdict }
          }
          kbChunks { sourceDoc rank chunk { headingPath document { path } } }
        }
      }
    }
  }
}

mutation Insert {
  insertTrace(input: { taskClass: "scrum_review", filePath: "crates/queryd/src/service.rs", finalVerdict: "accepted" }) {
    ... on InsertTracePayload { trace { traceUid pathway { id pathwayId } } }
    ... on UserError { code message path }
  }
}

mutation Revise($traceUid: ID!) {
  reviseTrace(input: { traceUid: $traceUid, finalVerdict: "needs_review" }) {
    ... on ReviseTracePayload { trace { traceUid version } previous { version supersededAt } }
    ... on UserError { code message path }
  }
}
`,
  variables: '{\n  "traceUid": "…"\n}',
};

const whoAmI: GraphiQLTab = {
  query: `# Who is asking? Change the Authorization header to look through other eyes.
query WhoAmI {
  viewer { user tenant roles groups }
}
`,
};

const liveQueue: GraphiQLTab = {
  query: `# What comes into the queue, while you listen. Run it as a reviewer, and ingest something in another tab.
subscription LiveQueue {
  candidateQueued {
    cursor
    candidate { id layer content confidence project { name } }
  }
}

subscription LiveRouting {
  workflowItemChanged {
    cursor
    workflowItem { id status reason }
  }
}
`,
};

/** What stands ready in GraphiQL at the first visit. */
export const graphiqlTabs: readonly GraphiQLTab[] = [provenance, review, versionChain, liveQueue, whoAmI];
