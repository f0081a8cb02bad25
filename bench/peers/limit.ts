import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { asker } from './asker.ts';
import { listen, tellParent } from './served.ts';

/**
 * The limit: `node:http`, statements written by hand for each question and prepared, sent in one pipeline, the answer put
 * together in Node. The policies hold for it as for Vouch; there is no second wall, no token, no limit and no log.
 */

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  pipeline: true,
} as pg.PoolConfig);

const begin = 'begin isolation level repeatable read read only; set local role vouch_viewer';
const sitting = {
  name: 'sitting',
  text: `select set_config('vouch.tenant', $1, true), set_config('vouch.user', $2, true), set_config('vouch.groups', $3, true), set_config('vouch.roles', $4, true)`,
  values: [asker.tenant, asker.user, `{${asker.groups.join(',')}}`, `{${asker.roles.join(',')}}`],
};

// biome-ignore lint/suspicious/noExplicitAny: rows by hand
type Row = any;
type Ask = (name: string, values: readonly unknown[]) => Promise<Row[]>;

const memory = `id, kind, status, content, confidence, rule, created_at as "createdAt", span_start, span_end, span_text, chunk_id`;
const statements: Readonly<Record<string, string>> = {
  page: `select ${memory} from memories where tenant = 'acme' and project = $1 and status = 'ACTIVE' and not is_personal order by created_at desc, id desc limit 21`,
  chunks: `select id, ordinal, heading_path as "headingPath", text, document_id from chunks where tenant = 'acme' and id = any($1)`,
  documents: `select id, path, title, wave_id from documents where tenant = 'acme' and id = any($1)`,
  waves: `select id, started_at as "startedAt" from waves where tenant = 'acme' and id = any($1)`,
  evidence: `select memory_id, id, detection_type as "detectionType", user_quote as "userQuote", source_user as "sourceUser", source_ref as "sourceRef", created_at as "createdAt" from evidence where tenant = 'acme' and memory_id = any($1) order by id`,
  entities: `select graduated_from_id, id, entity_type as "entityType", name, status from graph_entities where tenant = 'acme' and graduated_from_id = any($1) order by id`,
  one: `select ${memory}, summary, project, domain, tags, contributor, is_personal as "isPersonal", audience, sensitivity_labels as "sensitivityLabels",
    extractor_version as "extractorVersion", extraction_id, valid_from as "validFrom", valid_until as "validUntil", superseded_by_id from memories where tenant = 'acme' and id = $1`,
  extractions: `select id, schema_name as "schemaName" from extractions where tenant = 'acme' and id = $1`,
  workflow: `select id, status, reason, routing_version as "routingVersion" from workflow_items where tenant = 'acme' and extraction_id = $1 order by created_at desc limit 1`,
  revisions: `select revision, content, edited_by as "editedBy", edited_at as "editedAt" from revisions where tenant = 'acme' and memory_id = $1 order by revision`,
  supersedes: `select id from memories where tenant = 'acme' and superseded_by_id = $1`,
  labels: `select m.id, m.subject_id as "subjectId", m.kind, m.content, m.summary, m.suggested_labels as "suggestedLabels", m.sensitivity_labels as "sensitivityLabels", m.created_at as "createdAt"
    from memories m where m.tenant = 'acme' and m.id = any(array(select id from memories_with_suggested_labels('{pii.email}', null, null, null, 20)))
    order by m.created_at, m.id`,
  labelCount: `select count_memories_with_suggested_labels('{pii.email}', null)::int as count`,
  chain: `select trace_uid as "traceUid", version, parent_trace_uid as "parentTraceUid", superseded_at as "supersededAt", superseded_by_trace_uid as "supersededByTraceUid", created_at as "createdAt",
    task_class as "taskClass", file_path as "filePath", signal_class as "signalClass", replay_count as "replayCount", replays_succeeded as "replaysSucceeded", success_rate as "successRate", pathway_ref
    from pathway_traces where tenant = 'acme' and root_trace_uid = $1 order by version`,
  pathways: `select id, pathway_id as "pathwayId" from pathways where tenant = 'acme' and id = any($1)`,
  flat: `select id, kind, status, content, confidence, contributor, created_at as "createdAt", updated_at as "updatedAt" from memories
    where tenant = 'acme' and project = $1 and not is_personal order by created_at desc, id desc limit 100`,
};

const children = (rows: readonly Row[], key: string): Map<string, Row[]> => {
  const found = new Map<string, Row[]>();
  for (const { [key]: parent, ...child } of rows) {
    const siblings = found.get(parent);
    if (siblings) siblings.push(child);
    else found.set(parent, [child]);
  }
  return found;
};
const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));

const answers: Readonly<Record<string, (ask: Ask, variables: Record<string, string>) => Promise<unknown>>> = {
  async Page(ask, { project }) {
    const found = await ask('page', [project]);
    const rows = found.slice(0, 20);
    const ids = rows.map(({ id }) => id);
    const [chunks, evidence, entities] = await Promise.all([
      ask('chunks', [[...new Set(rows.map(({ chunk_id }) => chunk_id))]]),
      ask('evidence', [ids]),
      ask('entities', [ids]),
    ]);
    const documents = byId(
      await ask('documents', [[...new Set(chunks.map(({ document_id }) => document_id))]]),
    );
    const chunk = byId(
      chunks.map(({ document_id, ...rest }) => {
        const { id, path, title } = documents.get(document_id);
        return { ...rest, document: { id, path, title } };
      }),
    );
    const evidenceOf = children(evidence, 'memory_id');
    const entitiesOf = children(entities, 'graduated_from_id');
    return {
      memories: {
        nodes: rows.map(
          ({
            id,
            kind,
            status,
            content,
            confidence,
            rule,
            createdAt,
            span_start,
            span_end,
            span_text,
            chunk_id,
          }) => ({
            ...{ id, kind, status, content, confidence, rule, createdAt },
            sourceSpan: { start: span_start, end: span_end, text: span_text },
            sourceChunk: chunk.get(chunk_id),
            evidence: { nodes: (evidenceOf.get(id) ?? []).map(({ sourceRef: _, ...rest }) => rest) },
            graduatedTo: { nodes: entitiesOf.get(id) ?? [] },
          }),
        ),
        pageInfo: { hasNextPage: found.length > 20 },
      },
    };
  },
  async One(ask, { id }) {
    const [[row], evidence, revisions, entities, supersedes] = await Promise.all([
      ask('one', [id]),
      ask('evidence', [[id]]),
      ask('revisions', [id]),
      ask('entities', [[id]]),
      ask('supersedes', [id]),
    ]);
    const {
      chunk_id,
      extraction_id,
      span_start,
      span_end,
      span_text,
      superseded_by_id,
      createdAt: _,
      ...rest
    } = row;
    const [[chunk], [extraction], [workflowItem]] = await Promise.all([
      ask('chunks', [[chunk_id]]),
      ask('extractions', [extraction_id]),
      ask('workflow', [extraction_id]),
    ]);
    const { document_id, ...chunkRest } = chunk;
    const [{ wave_id, ...document }] = (await ask('documents', [[document_id]])) as [Row];
    const [wave] = await ask('waves', [[wave_id]]);
    return {
      memory: {
        ...rest,
        sourceSpan: { start: span_start, end: span_end, text: span_text },
        sourceChunk: { ...chunkRest, document: { ...document, wave } },
        sourceInteraction: null,
        evidence: { totalCount: evidence.length, nodes: evidence.map(({ memory_id: _, ...node }) => node) },
        extraction: { ...extraction, workflowItem },
        revisions: { nodes: revisions },
        graduatedTo: { nodes: entities.map(({ graduated_from_id: _, ...node }) => node) },
        supersedes,
        supersededBy: superseded_by_id,
      },
    };
  },
  async Labels(ask) {
    const [nodes, [counted]] = await Promise.all([ask('labels', []), ask('labelCount', [])]);
    return { memoriesWithSuggestedLabels: { totalCount: counted.count, nodes } };
  },
  async Chain(ask, { root }) {
    const rows = await ask('chain', [root]);
    const pathways = byId(await ask('pathways', [[...new Set(rows.map(({ pathway_ref }) => pathway_ref))]]));
    return {
      listVersions: rows.map(({ pathway_ref, ...rest }) => ({ ...rest, pathway: pathways.get(pathway_ref) })),
    };
  },
  async Flat(ask, { project }) {
    return { memories: { nodes: await ask('flat', [project]) } };
  },
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

const server = createServer(async (request, response) => {
  try {
    const { question, variables } = JSON.parse(await textOf(request)) as {
      question: string;
      variables: Record<string, string>;
    };
    const client = await pool.connect();
    const fail = () => undefined;
    client.query(begin).catch(fail);
    client.query(sitting).catch(fail);
    const answer = answers[question];
    if (!answer) throw new Error(`Nobody wrote ${question} by hand.`);
    const data = await answer(
      async (name, values) =>
        (await client.query({ name, text: statements[name] ?? '', values: [...values] })).rows,
      variables,
    );
    client.query('rollback').catch(fail);
    client.release();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
tellParent(await listen(server), pg.Client);
