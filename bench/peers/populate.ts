import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { defineEntity, p } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type pg from 'pg';
import { askerSettings } from './asker.ts';
import { listen, reportToParent } from './served.ts';

/** A team's first version: plain Yoga over MikroORM's entities and `populate`, under the same policies, with Vouch's schema text. */

const id = p.text().primary();
const Wave = defineEntity({ name: 'Wave', tableName: 'waves', properties: { id, startedAt: p.datetime() } });
const Document = defineEntity({
  name: 'Document',
  tableName: 'documents',
  properties: {
    id,
    path: p.text(),
    title: p.text().nullable(),
    wave: () => p.manyToOne(Wave).fieldName('wave_id'),
  },
});
const Chunk = defineEntity({
  name: 'Chunk',
  tableName: 'chunks',
  properties: {
    id,
    ordinal: p.integer(),
    headingPath: p.array(),
    text: p.text(),
    document: () => p.manyToOne(Document).fieldName('document_id'),
  },
});
const WorkflowItem = defineEntity({
  name: 'WorkflowItem',
  tableName: 'workflow_items',
  properties: {
    id,
    status: p.text(),
    reason: p.text(),
    routingVersion: p.text(),
    createdAt: p.datetime(),
    extraction: () => p.manyToOne(Extraction).fieldName('extraction_id'),
  },
});
const Extraction = defineEntity({
  name: 'Extraction',
  tableName: 'extractions',
  properties: {
    id,
    schemaName: p.text(),
    workflowItems: () => p.oneToMany(WorkflowItem).mappedBy('extraction'),
  },
});
const memoryRef = () => p.manyToOne(Memory).fieldName('memory_id');
const Evidence = defineEntity({
  name: 'Evidence',
  tableName: 'evidence',
  properties: {
    id,
    detectionType: p.text(),
    userQuote: p.text().nullable(),
    sourceUser: p.text(),
    sourceRef: p.text().nullable(),
    createdAt: p.datetime(),
    memory: memoryRef,
  },
});
const Revision = defineEntity({
  name: 'Revision',
  tableName: 'revisions',
  properties: {
    id,
    revision: p.integer(),
    content: p.text(),
    editedBy: p.text(),
    editedAt: p.datetime(),
    memory: memoryRef,
  },
});
const GraphEntity = defineEntity({
  name: 'GraphEntity',
  tableName: 'graph_entities',
  properties: {
    id,
    entityType: p.text(),
    name: p.text(),
    status: p.text(),
    graduatedFrom: () => p.manyToOne(Memory).fieldName('graduated_from_id').nullable(),
  },
});
const Contradiction = defineEntity({
  name: 'Contradiction',
  tableName: 'contradictions',
  properties: {
    id,
    severity: p.text().nullable(),
    status: p.text(),
    explanation: p.text(),
    older: () => p.manyToOne(Memory).fieldName('older_id'),
    newer: () => p.manyToOne(Memory).fieldName('newer_id'),
  },
});
const Memory = defineEntity({
  name: 'Memory',
  tableName: 'memories',
  properties: {
    id,
    kind: p.text(),
    status: p.text(),
    content: p.text(),
    summary: p.text().nullable(),
    subjectId: p.text().nullable(),
    project: p.text(),
    domain: p.text().nullable(),
    tags: p.array(),
    confidence: p.double(),
    contributor: p.text(),
    isPersonal: p.boolean(),
    audience: p.array(),
    suggestedLabels: p.array(),
    sensitivityLabels: p.array(),
    rule: p.text().nullable(),
    extractorVersion: p.text().nullable(),
    spanStart: p.integer().nullable(),
    spanEnd: p.integer().nullable(),
    spanText: p.text().nullable(),
    validFrom: p.datetime().nullable(),
    validUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    source: () => p.manyToOne(Chunk).fieldName('source_id').nullable(),
    extraction: () => p.manyToOne(Extraction).fieldName('extraction_id').nullable(),
    supersededBy: () => p.manyToOne(Memory).fieldName('superseded_by_id').nullable(),
    supersedes: () => p.oneToMany(Memory).mappedBy('supersededBy'),
    evidence: () => p.oneToMany(Evidence).mappedBy('memory').orderBy({ id: 'asc' }),
    revisions: () => p.oneToMany(Revision).mappedBy('memory').orderBy({ revision: 'asc' }),
    contradictedByNewer: () => p.oneToMany(Contradiction).mappedBy('older'),
    contradictsOlder: () => p.oneToMany(Contradiction).mappedBy('newer'),
    graduatedTo: () => p.oneToMany(GraphEntity).mappedBy('graduatedFrom').orderBy({ id: 'asc' }),
  },
});
const Pathway = defineEntity({
  name: 'Pathway',
  tableName: 'pathways',
  properties: { id, pathwayId: p.text() },
});
const Trace = defineEntity({
  name: 'Trace',
  tableName: 'pathway_traces',
  properties: {
    id,
    traceUid: p.text(),
    version: p.integer(),
    parentTraceUid: p.text().nullable(),
    rootTraceUid: p.text(),
    supersededAt: p.datetime().nullable(),
    supersededByTraceUid: p.text().nullable(),
    createdAt: p.datetime(),
    taskClass: p.text(),
    filePath: p.text(),
    signalClass: p.text().nullable(),
    replayCount: p.integer(),
    replaysSucceeded: p.integer(),
    successRate: p.double(),
    pathway: () => p.manyToOne(Pathway).fieldName('pathway_ref'),
  },
});

const orm = await MikroORM.init({
  clientUrl: process.env.DATABASE_URL ?? '',
  entities: [
    Wave,
    Document,
    Chunk,
    WorkflowItem,
    Extraction,
    Evidence,
    Revision,
    GraphEntity,
    Contradiction,
    Memory,
    Pathway,
    Trace,
  ],
  pool: { min: 0, max: 10 },
  logger: () => undefined,
});

const session = { role: 'vouch_viewer', variables: askerSettings };
const reading = <Result>(work: (em: typeof orm.em) => Promise<Result>) =>
  orm.em.fork({ session }).transactional((em) => work(em as typeof orm.em), { readOnly: true });

// biome-ignore lint/suspicious/noExplicitAny: entities as GraphQL's default resolvers read them
type Node = any;
const whole = ['source.document', 'evidence', 'graduatedTo'] as const;
const contradictionsOf = ({ contradictedByNewer, contradictsOlder }: Node): { nodes: Node[] } => ({
  nodes: [contradictedByNewer, contradictsOlder]
    .flatMap((side) => (side.isInitialized() ? side.getItems() : []))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, 5)
    .map((row) => ({
      id: row.id,
      severity: row.severity,
      status: row.status,
      explanation: row.explanation,
      itemA: row.older,
      itemB: row.newer,
    })),
});
const nodesOf = (collection: Node): { nodes: Node[]; totalCount: number } => ({
  nodes: collection.isInitialized() ? collection.getItems() : [],
  totalCount: collection.isInitialized() ? collection.length : 0,
});
const shown = (memory: Node): Node => ({
  ...Object.fromEntries(Object.keys(Memory.meta.properties).map((name) => [name, memory[name]])),
  sourceSpan: { start: memory.spanStart, end: memory.spanEnd, text: memory.spanText },
  evidence: nodesOf(memory.evidence),
  contradictions: contradictionsOf(memory),
  revisions: nodesOf(memory.revisions),
  graduatedTo: nodesOf(memory.graduatedTo),
  supersedes: memory.supersedes.isInitialized() ? memory.supersedes.getItems() : [],
  extraction: memory.extraction && {
    id: memory.extraction.id,
    schemaName: memory.extraction.schemaName,
    workflowItem: memory.extraction.workflowItems?.isInitialized()
      ? memory.extraction.workflowItems.getItems()[0]
      : null,
  },
});

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
const fields = schema.getQueryType()?.getFields() ?? {};
// A row names its users and its project.
for (const type of ['User', 'Project']) {
  const { name } = (schema.getType(type) as GraphQLObjectType).getFields();
  if (name) name.resolve = (given) => given;
}
const resolve = (name: string, resolver: (root: unknown, args: Node) => Promise<unknown>): void => {
  const field = fields[name];
  if (field) field.resolve = resolver;
};
resolve(
  'memories',
  (
    _root,
    {
      first,
      filter: {
        project: { eq: project },
        status: { eq: status },
      },
    },
  ) =>
    reading(async (em) => {
      const rows = await em.find(
        Memory,
        { project, ...(status ? { status } : {}), isPersonal: false },
        {
          orderBy: { createdAt: 'desc', id: 'desc' },
          limit: first + 1,
          populate: (first > 20
            ? []
            : [...whole, 'contradictedByNewer.newer', 'contradictsOlder.older']) as never,
        },
      );
      return { nodes: rows.slice(0, first).map(shown), pageInfo: { hasNextPage: rows.length > first } };
    }),
);
resolve('memory', (_root, args) =>
  reading(async (em) => {
    const memory = await em.findOne(Memory, args.id, {
      populate: [
        ...whole,
        'source.document.wave',
        'extraction.workflowItems',
        'revisions',
        'supersedes',
      ] as never,
    });
    return memory && shown(memory);
  }),
);
resolve('itemsWithSuggestedLabels', (_root, { first, label }) =>
  reading(async (em) => {
    const where = { suggestedLabels: { $overlap: [label] }, isPersonal: false };
    const rows = await em.find(Memory, where, { orderBy: { createdAt: 'asc', id: 'asc' }, limit: first });
    return { nodes: rows.map(shown), totalCount: await em.count(Memory, where) };
  }),
);
resolve('listVersions', (_root, { traceUidRoot }) =>
  reading((em) =>
    em.find(Trace, { rootTraceUid: traceUidRoot }, { orderBy: { version: 'asc' }, populate: ['pathway'] }),
  ),
);

const yoga = createYoga({ schema, logging: false, graphiql: false });
// The `pg` that MikroORM brings.
const { Client } = createRequire(import.meta.resolve('@mikro-orm/postgresql'))('pg') as typeof pg;
reportToParent(await listen(createServer(yoga)), Client);
