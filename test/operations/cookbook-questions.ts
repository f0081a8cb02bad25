import type { TabIds } from '#server/http/graphiql-tabs.ts';

/** A question of an analyst, and how it is asked. */
export interface Question {
  readonly question: string;
  readonly role: 'reader' | 'reviewer' | 'auditor';
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** A mutation without which the sample has nothing to show; asked first, by a reviewer. */
  readonly after?: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> };
}

export const questions = (ids: TabIds): readonly Question[] => [
  {
    question: 'Where does this fact come from?',
    role: 'reader',
    query: `query ($id: ID!) {
  memory(id: $id) {
    content
    sourceSpan { start end text }
    source { ... on Chunk { headingPath document { path title } } }
    rule
  }
}`,
    variables: { id: ids.memory },
  },
  {
    question: 'How far is it believed, and why?',
    role: 'reader',
    query: `query ($id: ID!) {
  memory(id: $id) {
    confidenceBreakdown { prior structuralSignalMultiplier freshnessBonus final }
    effectiveConfidence { value base decay evidenceCount }
    evidence { totalCount nodes { detectionType } }
  }
}`,
    variables: { id: ids.memory },
  },
  {
    question: 'Which wordings has it had, and whose are they?',
    role: 'reader',
    query: `query ($id: ID!) {
  memory(id: $id) {
    revisions { nodes { revision content editedBy { name } } }
    diff(from: 1, to: 3) { segments { operation text } }
  }
}`,
    variables: { id: ids.memory },
  },
  {
    question: 'What happened to it, and who did it?',
    role: 'auditor',
    query: `query ($id: ID!) {
  memory(id: $id) { timeline { nodes { __typename actor { name } } } }
}`,
    variables: { id: ids.memory },
  },
  {
    question: 'What was read in this document?',
    role: 'reader',
    query: `query ($id: ID!) {
  document(id: $id) { path candidates(first: 3) { totalCount nodes { content status } } }
}`,
    variables: { id: ids.document },
  },
  {
    question: 'Which sources have a newer version, and which facts does it no longer say?',
    role: 'reader',
    query: `{
  documents(first: 1) {
    nodes {
      path
      versions { totalCount }
      previousVersion { candidates { nodes { content sourceState { state } } } }
    }
  }
}`,
  },
  {
    question: 'What did we believe at that time, how far, and on which evidence?',
    role: 'reader',
    query: `query ($at: DateTime!) {
  memories(asOf: $at, filter: { status: { eq: ACTIVE } }, first: 2) {
    totalCount
    nodes {
      id
      content
      confidence
      effectiveConfidence { value baseSource }
      evidence { totalCount nodes { detectionType createdAt } }
      votes { up down }
    }
  }
}`,
    variables: { at: '2026-03-01T09:00:00.000Z' },
  },
  {
    question: 'What replaced what?',
    role: 'reader',
    query: `{
  memories(filter: { status: { eq: SUPERSEDED } }) { nodes { content supersededBy { content } } }
}`,
  },
  {
    question: 'Which statements contradict each other, and what came of it?',
    role: 'reviewer',
    query: `{
  contradictions(first: 2) {
    totalCount
    nodes { severity status explanation itemA { content } itemB { content } resolution { action resolvedBy { name } } }
  }
}`,
  },
  {
    question: 'Which entities are there, and how do they stand to each other?',
    role: 'reader',
    query: `{
  entities(first: 5) {
    nodes { entityType name status relations { nodes { relation to { name } } } graduatedFrom { content } }
  }
}`,
  },
  {
    question: 'Why was this extraction routed as it was, and would it be today?',
    role: 'reviewer',
    query: `query ($id: ID!) {
  replayRouting(extractionId: $id) { status reason matchesStored }
}`,
    variables: { id: ids.extraction },
  },
  {
    question: 'What waits for review, the most confident first?',
    role: 'reviewer',
    query: `{
  candidates(first: 3) { totalCount nodes { content confidence reviewScore rule } }
}`,
  },
  {
    question: 'How did this run of an agent change from version to version, and how well does it replay?',
    role: 'auditor',
    query: `query ($id: ID!) {
  node(id: $id) {
    ... on PathwayTrace {
      taskClass
      chain { nodes { version finalVerdict replayCount successRate supersededAt } }
      pathway { replayCount replaysSucceeded retired }
    }
  }
}`,
    variables: { id: ids.trace },
  },
  {
    question: 'Who promoted most recently, and what did it change?',
    role: 'auditor',
    query: `{
  auditEvents(first: 1, filter: { action: { eq: MEMORY_PROMOTED } }, orderBy: { field: SEQUENCE, direction: DESC }) {
    nodes { action actor { name } changes { field before after } }
  }
}`,
  },
  {
    question: 'Has anybody changed the audit log afterwards?',
    role: 'auditor',
    query: '{\n  verifyAuditChain { valid events firstBroken }\n}',
  },
  {
    question: 'What did this reviewer decide in a week, the newest first, and for which reasons?',
    role: 'auditor',
    query: `query ($project: String!, $from: DateTime!, $to: DateTime!, $reviewer: String!) {
  changes(
    project: $project
    from: $from
    to: $to
    filter: { actor: { eq: $reviewer }, kind: { eq: DECISION } }
    orderBy: { field: AT, direction: DESC }
    first: 7
  ) {
    nodes { at candidate { content } ... on DecisionEvent { from to reason } }
  }
}`,
    variables: {
      project: 'tidewatch',
      from: '2026-02-25T00:00:00.000Z',
      to: '2026-03-04T00:00:00.000Z',
      reviewer: 'bob',
    },
  },
  {
    question: 'Which candidates did people reject, why, and how does their rule fare?',
    role: 'reviewer',
    query: `{
  memories(filter: { status: { eq: INVALID } }) { nodes { content rule rejectionKind rejectionReason } }
  extractionQuality(project: "tidewatch") { rule rejected rejectedRate { value } rejectedByKind { kind count } }
}`,
  },
  {
    question: 'What changed in this project between two instants?',
    role: 'auditor',
    query: `query ($project: String!, $from: DateTime!, $to: DateTime!) {
  changes(project: $project, from: $from, to: $to, first: 5) {
    totalCount
    nodes {
      __typename
      actor { name }
      candidate { content }
      ... on ChangeEvent { revision { revision } }
      ... on DecisionEvent { from to reason }
    }
  }
}`,
    variables: { project: 'tidewatch', from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' },
  },
  {
    question: 'Who promoted this decision, when, and on the basis of which exact text?',
    role: 'auditor',
    query: `query ($id: ID!) {
  memory(id: $id) {
    timeline(filter: { kind: { eq: DECISION }, status: { eq: ACTIVE } }) {
      nodes { at actor { name } ... on DecisionEvent { from to revision { content } } }
    }
    sourceSpan { start end text }
    source { ... on Chunk { headingPath document { id path } } }
  }
}`,
    variables: { id: ids.memory },
  },
  {
    question: 'Which facts were superseded, by what, and which resolution of which contradiction did it?',
    role: 'auditor',
    after: {
      query: `mutation ($id: ID!) {
  resolveContradiction(input: { id: $id, action: KEPT_B, note: "The gauge was levelled anew." }) {
    ... on UserError { code message }
    ... on ResolveContradictionPayload { contradiction { status } }
  }
}`,
      variables: { id: ids.contradiction },
    },
    query: `{
  memories(filter: { status: { eq: SUPERSEDED } }) {
    nodes {
      content
      supersededBy { content }
      contradictions {
        nodes { explanation resolution { action resolvedBy { name } resolvedAt note losers { content } } }
      }
    }
  }
}`,
  },
  {
    question:
      'How did this pathway develop: its versions, the difference of two of them, its rate of success?',
    role: 'auditor',
    query: `query ($id: ID!) {
  node(id: $id) {
    ... on PathwayTrace {
      pathway { successRate replayCount }
      chain { nodes { version successRate createdAt supersededAt } }
      parent { version diff(to: $id) { segments { operation text } } }
    }
  }
}`,
    variables: { id: ids.trace },
  },
  {
    question: 'Who was given a fact that has ended since, and is the audit chain whole?',
    role: 'auditor',
    query: `{
  memories(filter: { status: { in: [SUPERSEDED, RETIRED] } }) {
    nodes { content status validUntil deliveries { nodes { user { name } issuedAt } } }
  }
  verifyAuditChain { valid events firstBroken }
}`,
  },
  {
    question: 'Where does anything say something about this?',
    role: 'reader',
    query: `{
  search(query: "radar gauge merrow", first: 3) {
    totalCount
    nodes { kind rank excerpt { text spans { start end } } item { __typename ... on Node { id } } }
  }
}`,
  },
];
