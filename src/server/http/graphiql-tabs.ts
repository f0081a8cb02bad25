/** Ids that the tabs use, by variable name. */
export interface TabIds {
  readonly memory: string;
  readonly candidate: string;
  readonly document: string;
  readonly contradiction: string;
  readonly extraction: string;
  readonly trace: string;
}

/** An operation that stands ready, and who may ask it. */
export interface ReadyOperation {
  readonly persona: 'admin' | 'reviewer' | 'reader' | 'auditor';
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Operations in GraphiQL's tabs at the first visit: each is answered as it is. */
export const readyOperations = (ids: TabIds, now: Date): readonly ReadyOperation[] => [
  {
    persona: 'reader',
    query: `# Where does a fact come from? One memory, all the way to
# the exact text in its source. As a reader.
query NestedProvenance($id: ID!) {
  memory(id: $id) {
    id kind status trust content
    effectiveConfidence { value base decay evidenceCount }
    confidenceBreakdown {
      prior structuralSignalMultiplier freshnessBonus final
    }
    rule
    sourceSpan { start end text }
    source {
      ... on Chunk {
        headingPath
        document { path title wave { id startedAt } }
      }
    }
    extraction {
      id workflowItem { status reason routingVersion }
    }
    evidence {
      totalCount nodes { detectionType createdAt }
    }
    revisions {
      nodes { revision content editedBy { name } editedAt }
    }
  }
}
`,
    variables: { id: ids.memory },
  },
  {
    persona: 'auditor',
    query: `# What came of a document? Down to its memories, what each
# became, who was given it, which run used it, and back
# up. As an auditor.
query BothWays($id: ID!) {
  document(id: $id) {
    path
    versions { totalCount }
    candidates(first: 10) {
      totalCount
      nodes {
        id status content
        ... on Memory {
          graduatedTo(first: 1) {
            nodes { name graduatedFrom { id } }
          }
          deliveries(first: 1) {
            nodes {
              user { name }
              items(first: 10) { nodes { id } }
            }
          }
          pathwayTraces(first: 1) {
            nodes {
              taskClass filePath
              documents { nodes { id path } }
              candidates(first: 10) { nodes { id } }
            }
          }
        }
      }
    }
  }
}
`,
    variables: { id: ids.document },
  },
  {
    persona: 'reviewer',
    query: `# What waits for a person? The most confident first. As a
# reviewer.
query ReviewQueue {
  candidates(
    first: 10
    orderBy: { field: CONFIDENCE, direction: DESC }
  ) {
    totalCount
    nodes {
      __typename id layer content confidence rule
      source { ... on Chunk { document { path } } }
    }
  }
}
`,
  },
  {
    persona: 'reviewer',
    query: `# What would promoting do? A dry run gives the same answer
# under preview ids, and writes nothing. As a reviewer.
mutation TryToPromote($id: ID!) {
  promoteCandidate(input: { id: $id, dryRun: true }) {
    ... on ItemPayload {
      applied
      item { id status trust revision }
    }
    ... on UserError { code message path }
  }
}
`,
    variables: { id: ids.candidate },
  },
  {
    persona: 'reviewer',
    query: `# Two facts contradict each other. What would keeping the
# older one do? As a reviewer; a dry run.
mutation TryToResolve($id: ID!) {
  resolveContradiction(
    input: { id: $id, action: KEPT_A, dryRun: true }
  ) {
    ... on ResolveContradictionPayload {
      contradiction {
        id severity status explanation
        itemA { content }
        itemB { content }
      }
      superseded { id status content }
    }
    ... on UserError { code message path }
  }
}
`,
    variables: { id: ids.contradiction },
  },
  {
    persona: 'reader',
    query: `# What stood at an instant? Snapshots have ids of their
# own, which node answers. As a reader.
query AsOf($at: DateTime!) {
  memories(asOf: $at, first: 10) {
    totalCount
    nodes { id status revision content }
  }
}
`,
    variables: { at: now.toISOString() },
  },
  {
    persona: 'reviewer',
    query: `# Why was an extraction routed as it was? Decided again
# from what was recorded; nothing is written. As a
# reviewer.
query ReplayRouting($extractionId: ID!) {
  replayRouting(extractionId: $extractionId) {
    status reason routingVersion lowConfidenceFields
    matchesStored
  }
}
`,
    variables: { extractionId: ids.extraction },
  },
  {
    persona: 'auditor',
    query: `# How did a decision of a run change? Every version of a
# trace, with its replays. As an auditor.
query VersionChain($id: ID!) {
  node(id: $id) {
    ... on PathwayTrace {
      taskClass filePath
      chain {
        totalCount
        nodes {
          version traceUid createdAt supersededAt
          replayCount successRate finalVerdict
        }
      }
      pathway { id replayCount successRate retired }
    }
  }
}
`,
    variables: { id: ids.trace },
  },
  {
    persona: 'auditor',
    query: `# Who decided what? The audit log, newest first, with what
# each event changed. As an auditor.
query Audit {
  auditEvents(
    first: 10
    orderBy: { field: SEQUENCE, direction: DESC }
  ) {
    totalCount
    nodes {
      sequence at action
      actor { name }
      changes { field before after }
    }
  }
}
`,
  },
  {
    persona: 'reviewer',
    query: `# What enters, changes in and leaves the queue, while you
# listen. As a reviewer; promote something in another tab.
subscription LiveQueue {
  candidatesChanged {
    ... on CandidateQueued {
      cursor candidate { id content }
    }
    ... on CandidateUpdated {
      cursor candidate { id content }
    }
    ... on CandidateLeft { cursor candidateId reason }
  }
}
`,
  },
  {
    persona: 'admin',
    query: `# Who is asking? The Authorization header stands under
# Headers; each tab has that of the persona that it needs.
query WhoAmI {
  viewer { user tenant roles groups }
}
`,
  },
];
