import { asker, idOf, isShared, projectsOf, revisionOf, traceUidOf } from './asker.ts';

/** Question to every peer. The other peers' answers are brought into the form of Vouch's `data`. */
export interface Question {
  readonly name: string;
  readonly vouch: string;
  /** Null: PostGraphile has no such question. */
  readonly postgraphile: string | null;
  /** PostGraphile's `data` in the form of Vouch's. */
  readonly read: (data: Tree) => unknown;
  /** True where plain Yoga and MikroORM answer it. */
  readonly populate: boolean;
  /** The variables of the n-th request in a world of so many memories. */
  readonly variables: (n: number, memories: number) => Record<string, unknown>;
  /** Each request is sent once, since it changes what it is about: so many there are in a world of so many memories. */
  readonly writes?: (memories: number) => number;
}

// biome-ignore lint/suspicious/noExplicitAny: a tree whose form the question beside it decides
export type Tree = any;

const pickOf = (n: number, count: number): number => (n * 7_919) % count;
const projectAt = (n: number, memories: number): string =>
  `project-${String(pickOf(n, projectsOf(memories))).padStart(5, '0')}`;
/** The serials of candidates that the asker sees, in a world that is large enough. */
const candidates = Array.from({ length: 2_000 }, (_, n) => 84 * Math.floor(n / 14) + 49 + (n % 14)).filter(
  isShared,
);

const page: Question = {
  name: 'a page of nested provenance',
  vouch: `query Page($project: String!) {
    memories(first: 20, filter: { project: { eq: $project }, status: { eq: ACTIVE } }) {
      nodes {
        id kind status content confidence rule createdAt
        sourceSpan { start end text }
        source { ... on Chunk { id ordinal headingPath text document { id path title } } }
        evidence(first: 10) { nodes { id detectionType userQuote sourceUser { name } createdAt } }
        contradictions(first: 5) { nodes { id severity status explanation itemA { id content } itemB { id content } } }
        graduatedTo(first: 10) { nodes { id entityType name status } }
      }
      pageInfo { hasNextPage }
    }
  }`,
  // Selects only the other side of a contradiction: the one side is the memory itself.
  postgraphile: `query Page($project: String!) {
    allMemories(first: 20, condition: { project: $project, status: "ACTIVE", isPersonal: false }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
      nodes {
        rowId kind status content confidence rule createdAt spanStart spanEnd spanText
        chunkByTenantAndChunkId { rowId ordinal headingPath text documentByTenantAndDocumentId { rowId path title } }
        evidencesByTenantAndMemoryId(first: 10, orderBy: [ROW_ID_ASC]) { nodes { rowId detectionType userQuote sourceUser createdAt } }
        contradictionsByTenantAndOlderId(first: 5, orderBy: [ROW_ID_ASC]) { nodes { rowId severity status explanation memoryByTenantAndNewerId { rowId content } } }
        contradictionsByTenantAndNewerId(first: 5, orderBy: [ROW_ID_ASC]) { nodes { rowId severity status explanation memoryByTenantAndOlderId { rowId content } } }
        graphEntitiesByTenantAndGraduatedFromId(first: 10, orderBy: [ROW_ID_ASC]) { nodes { rowId entityType name status } }
      }
      pageInfo { hasNextPage }
    }
  }`,
  read: ({ allMemories: { nodes, pageInfo } }) => ({
    memories: {
      nodes: nodes.map((node: Tree) => {
        const { rowId: id, kind, status, content, confidence, rule, createdAt } = node;
        return {
          ...{ id, kind, status, content, confidence, rule, createdAt },
          sourceSpan: { start: node.spanStart, end: node.spanEnd, text: node.spanText },
          source: chunkOf(node.chunkByTenantAndChunkId),
          evidence: { nodes: node.evidencesByTenantAndMemoryId.nodes.map(withId) },
          contradictions: { nodes: contradictionsOf(node) },
          graduatedTo: { nodes: node.graphEntitiesByTenantAndGraduatedFromId.nodes.map(withId) },
        };
      }),
      pageInfo,
    },
  }),
  populate: true,
  variables: (n, memories) => ({ project: projectAt(n, memories) }),
};

const withId = ({ rowId, ...rest }: Tree) => ({ id: rowId, ...rest });
/** First five of both lists, each with both sides. */
const contradictionsOf = ({ rowId: id, content, ...lists }: Tree) =>
  [
    ...lists.contradictionsByTenantAndOlderId.nodes.map(
      ({ memoryByTenantAndNewerId: newer, ...rest }: Tree) => ({
        ...withId(rest),
        itemA: { id, content },
        itemB: withId(newer),
      }),
    ),
    ...lists.contradictionsByTenantAndNewerId.nodes.map(
      ({ memoryByTenantAndOlderId: older, ...rest }: Tree) => ({
        ...withId(rest),
        itemA: withId(older),
        itemB: { id, content },
      }),
    ),
  ]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, 5);
const chunkOf = ({ rowId, documentByTenantAndDocumentId: document, ...rest }: Tree) => ({
  id: rowId,
  ...rest,
  document: documentOf(document),
});
const documentOf = ({ rowId, waveByTenantAndWaveId: wave, ...rest }: Tree) => ({
  id: rowId,
  ...rest,
  ...(wave ? { wave: withId(wave) } : {}),
});

const one: Question = {
  name: 'one memory whole',
  vouch: `query One($id: ID!) {
    memory(id: $id) {
      id kind status content summary project { name } domain tags confidence contributor { name } isPersonal audience sensitivityLabels rule extractorVersion
      sourceSpan { start end text }
      source { id ... on Chunk { ordinal headingPath text document { id path title wave { id startedAt } } } }
      evidence { totalCount nodes { id detectionType userQuote sourceUser { name } sourceRef createdAt } }
      extraction { id schemaName workflowItem { id status reason routingVersion } }
      revisions { nodes { revision content editedBy { name } editedAt } }
      graduatedTo { nodes { id entityType name status } }
      supersedes { id }
      supersededBy { id }
      validFrom validUntil
    }
  }`,
  postgraphile: `query One($id: String!) {
    memoryByTenantAndRowId(tenant: "${asker.tenant}", rowId: $id) {
      rowId kind status content summary project domain tags confidence contributor isPersonal audience sensitivityLabels rule extractorVersion
      spanStart spanEnd spanText
      chunkByTenantAndChunkId { rowId ordinal headingPath text documentByTenantAndDocumentId { rowId path title waveByTenantAndWaveId { rowId startedAt } } }
      evidencesByTenantAndMemoryId(first: 25, orderBy: [ROW_ID_ASC]) { totalCount nodes { rowId detectionType userQuote sourceUser sourceRef createdAt } }
      extractionByTenantAndExtractionId { rowId schemaName workflowItemsByTenantAndExtractionId(first: 1, orderBy: [CREATED_AT_DESC]) { nodes { rowId status reason routingVersion } } }
      revisionsByTenantAndMemoryId(first: 25, orderBy: [REVISION_ASC]) { nodes { revision content editedBy editedAt } }
      graphEntitiesByTenantAndGraduatedFromId(first: 25, orderBy: [ROW_ID_ASC]) { nodes { rowId entityType name status } }
      memoriesByTenantAndSupersededById(first: 25) { nodes { rowId } }
      memoryByTenantAndSupersededById { rowId }
      validFrom validUntil
    }
  }`,
  read: ({ memoryByTenantAndRowId: node }) => {
    const {
      spanStart: start,
      spanEnd: end,
      spanText: text,
      chunkByTenantAndChunkId: chunk,
      evidencesByTenantAndMemoryId: evidence,
      extractionByTenantAndExtractionId: extraction,
      revisionsByTenantAndMemoryId: revisions,
      graphEntitiesByTenantAndGraduatedFromId: entities,
      memoriesByTenantAndSupersededById: supersedes,
      memoryByTenantAndSupersededById: supersededBy,
      ...rest
    } = node;
    return {
      memory: {
        ...withId(rest),
        sourceSpan: { start, end, text },
        source: chunkOf(chunk),
        evidence: { totalCount: evidence.totalCount, nodes: evidence.nodes.map(withId) },
        extraction: {
          id: extraction.rowId,
          schemaName: extraction.schemaName,
          workflowItem: withId(extraction.workflowItemsByTenantAndExtractionId.nodes[0]),
        },
        revisions,
        graduatedTo: { nodes: entities.nodes.map(withId) },
        supersedes: supersedes.nodes.map(withId),
        supersededBy,
      },
    };
  },
  populate: true,
  // Each of these serials is active, visible, and the origin of an entity.
  variables: (n, memories) => ({ id: idOf('mem', 84 * pickOf(n, Math.floor(memories / 84)) + 9) }),
};

const labels: Question = {
  name: 'the label queue with its count',
  vouch: `query Labels($label: String!) {
    itemsWithSuggestedLabels(first: 20, label: $label) {
      totalCount
      nodes { id content suggestedLabels sensitivityLabels createdAt ... on Memory { subjectId kind summary } }
    }
  }`,
  postgraphile: `query Labels {
    countItemsWithSuggestedLabels(wanted: ["pii.email"], subject: null)
    labelQueue(wanted: ["pii.email"], most: 20) { nodes { rowId subjectId kind content summary suggestedLabels sensitivityLabels createdAt } }
  }`,
  read: ({ countItemsWithSuggestedLabels: totalCount, labelQueue: { nodes } }) => ({
    itemsWithSuggestedLabels: { totalCount: Number(totalCount), nodes: nodes.map(withId) },
  }),
  populate: true,
  variables: () => ({ label: 'pii.email' }),
};

const chain: Question = {
  name: 'a version chain of ten',
  vouch: `query Chain($root: ID!) {
    listVersions(traceUidRoot: $root) {
      traceUid version parentTraceUid supersededAt supersededByTraceUid createdAt taskClass filePath signalClass replayCount replaysSucceeded successRate
      pathway { id pathwayId }
    }
  }`,
  postgraphile: `query Chain($root: String!) {
    allPathwayTraces(condition: { rootTraceUid: $root }, orderBy: [VERSION_ASC]) {
      nodes {
        traceUid version parentTraceUid supersededAt supersededByTraceUid createdAt taskClass filePath signalClass replayCount replaysSucceeded successRate
        pathwayByTenantAndPathwayRef { rowId pathwayId }
      }
    }
  }`,
  read: ({ allPathwayTraces: { nodes } }) => ({
    listVersions: nodes.map(({ pathwayByTenantAndPathwayRef, ...rest }: Tree) => ({
      ...rest,
      pathway: withId(pathwayByTenantAndPathwayRef),
    })),
  }),
  populate: true,
  variables: (n, memories) => ({
    root: traceUidOf(16 * (1 + pickOf(n, Math.max(10, Math.floor(memories / 1_000)))) + 1),
  }),
};

const flat: Question = {
  name: 'a hundred flat rows',
  vouch: `query Flat($project: String!) {
    memories(first: 100, filter: { project: { eq: $project }, status: { eq: ACTIVE } }) {
      nodes { id kind status content confidence contributor { name } createdAt updatedAt }
    }
  }`,
  postgraphile: `query Flat($project: String!) {
    allMemories(first: 100, condition: { project: $project, status: "ACTIVE", isPersonal: false }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
      nodes { rowId kind status content confidence contributor createdAt updatedAt }
    }
  }`,
  read: ({ allMemories: { nodes } }) => ({ memories: { nodes: nodes.map(withId) } }),
  populate: true,
  variables: (n, memories) => ({ project: projectAt(n, memories) }),
};

const bundle: Question = {
  name: 'the bundle',
  vouch: `query Bundle($project: String!) {
    memoryBundle(project: $project, tokenBudget: 2000) {
      tokensUsed items { memory { id content } reason tokens } excluded { reason count }
    }
  }`,
  // It would have to be computed by its client.
  postgraphile: null,
  read: (data) => data,
  populate: false,
  variables: (n, memories) => ({ project: projectAt(n, memories) }),
};

const promotion: Question = {
  name: 'a promotion (write)',
  vouch: `mutation Promote($id: ID!, $revision: Int!) {
    promoteCandidate(input: { id: $id, expectedRevision: $revision }) { ... on ItemPayload { item { id status reviewedBy { name } } } ... on UserError { code message } }
  }`,
  postgraphile: `mutation Promote($id: String!) {
    promoteCandidate(input: { candidate: $id }) { result { rowId status reviewedBy } }
  }`,
  read: ({ promoteCandidate: { result } }) => ({ promoteCandidate: { item: withId(result) } }),
  populate: false,
  variables: (n) => {
    const serial = candidates[n] ?? 0;
    return { id: idOf('mem', serial), revision: revisionOf(serial) };
  },
  writes: (memories) => candidates.filter((serial) => serial <= memories).length,
};

/** The questions that have aims of their own. */
export const pageOfProvenance = page.name;
export const oneMemory = one.name;
export const bundleOfProject = bundle.name;
export const questions: readonly Question[] = [page, one, labels, chain, flat, bundle, promotion];
