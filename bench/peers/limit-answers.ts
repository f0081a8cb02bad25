import { bundleDefaults, emptyBundle, fillBundle } from '#domain/bundle/bundle.ts';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { asker } from './asker.ts';

/** The reading questions, each as statements written by hand and an answer put together by hand. */

// biome-ignore lint/suspicious/noExplicitAny: rows by hand
export type Row = any;
/** One of the statements below, sent at once and prepared under its name. */
export type Ask = (name: string, values: readonly unknown[]) => Promise<Row[]>;

const { evidenceBases, furtherVerifier, halfLifeDays, evidenceFloor, mandateBase, mandateFloor } =
  confidenceDefaults;
const daysSince = (instant: string) => `greatest(extract(epoch from now() - ${instant})::float8, 0) / 86400`;

const memory = `id, kind, status, content, confidence, rule, created_at as "createdAt", span_start, span_end, span_text, source_id`;
export const statements: Readonly<Record<string, string>> = {
  page: `select ${memory} from memories where tenant = 'acme' and project = $1 and status = 'ACTIVE' and not is_personal order by created_at desc, id desc limit 21`,
  chunks: `select id, ordinal, heading_path as "headingPath", text, document_id from chunks where tenant = 'acme' and id = any($1)`,
  documents: `select id, path, title, wave_id from documents where tenant = 'acme' and id = any($1)`,
  waves: `select id, started_at as "startedAt" from waves where tenant = 'acme' and id = any($1)`,
  evidence: `select memory_id, id, detection_type as "detectionType", user_quote as "userQuote", source_user as "sourceUser", source_ref as "sourceRef", created_at as "createdAt" from evidence where tenant = 'acme' and memory_id = any($1) order by id`,
  contradictions: `select id, severity, status, explanation, older_id, newer_id from contradictions where tenant = 'acme' and (older_id = any($1) or newer_id = any($1)) order by id`,
  sides: `select id, content from memories where tenant = 'acme' and id = any($1)`,
  entities: `select graduated_from_id, id, entity_type as "entityType", name, status from graph_entities where tenant = 'acme' and graduated_from_id = any($1) order by id`,
  one: `select ${memory}, summary, project, domain, tags, contributor, is_personal as "isPersonal", audience, sensitivity_labels as "sensitivityLabels",
    extractor_version as "extractorVersion", extraction_id, valid_from as "validFrom", valid_until as "validUntil", superseded_by_id from memories where tenant = 'acme' and id = $1`,
  extractions: `select id, schema_name as "schemaName" from extractions where tenant = 'acme' and id = $1`,
  workflow: `select id, status, reason, routing_version as "routingVersion" from workflow_items where tenant = 'acme' and extraction_id = $1 order by created_at desc limit 1`,
  revisions: `select revision, content, edited_by as "editedBy", edited_at as "editedAt" from revisions where tenant = 'acme' and memory_id = $1 order by revision`,
  supersedes: `select id from memories where tenant = 'acme' and superseded_by_id = $1`,
  labels: `select m.id, m.subject_id as "subjectId", m.kind, m.content, m.summary, m.suggested_labels as "suggestedLabels", m.sensitivity_labels as "sensitivityLabels", m.created_at as "createdAt"
    from memories m where m.tenant = 'acme' and m.id = any(array(select id from items_with_suggested_labels('{pii.email}', null, null, null, null, null, false, false, 20)))
    order by m.created_at, m.id`,
  labelCount: `select matches::int as count from items_with_suggested_labels('{pii.email}', null, null, null, null, null, false, false, 1)`,
  chain: `select trace_uid as "traceUid", version, parent_trace_uid as "parentTraceUid", superseded_at as "supersededAt", superseded_by_trace_uid as "supersededByTraceUid", created_at as "createdAt",
    task_class as "taskClass", file_path as "filePath", signal_class as "signalClass", replay_count as "replayCount", replays_succeeded as "replaysSucceeded", success_rate as "successRate", pathway_ref
    from pathway_traces where tenant = 'acme' and root_trace_uid = $1 order by version`,
  pathways: `select id, pathway_id as "pathwayId" from pathways where tenant = 'acme' and id = any($1)`,
  flat: `select id, kind, status, content, confidence, contributor, created_at as "createdAt", updated_at as "updatedAt" from memories
    where tenant = 'acme' and project = $1 and status = 'ACTIVE' and not is_personal order by created_at desc, id desc limit 100`,
  // Deliverable memories, in the order of the bundle.
  bundle: `with deliverable as materialized (select id, status, content, mandatory, created_at, updated_at, coalesce(written_confidence, confidence) as written
      from memories where tenant = 'acme' and project = $1 and status in ('ACTIVE', 'GRADUATED') and (not is_personal or contributor = '${asker.user}')),
    verified as materialized (select memory_id, max(case detection_type when 'CORRECTION' then ${evidenceBases.CORRECTION}::float8
        when 'UNPROMPTED_DEFINITION' then ${evidenceBases.UNPROMPTED_DEFINITION}::float8 else ${evidenceBases.CONFIRMATION}::float8 end) as base,
        count(distinct source_user) as people, max(created_at) as newest
      from evidence where tenant = 'acme' and memory_id = any(array(select id from deliverable)) group by 1),
    believed as (select d.*, v.base, v.newest, least(case when mandatory then ${mandateBase}::float8 else greatest(d.written, v.base) end
        + greatest(coalesce(v.people, 0) - 1, 0) * ${furtherVerifier}::float8, 1) as sum
      from deliverable d left join verified v on v.memory_id = d.id)
    select b.id, b.mandatory, case when b.status = 'GRADUATED' then coalesce((select e.content from graph_entities e
        where e.tenant = 'acme' and e.graduated_from_id = b.id and e.status = 'ACTIVE' order by e.id limit 1), b.content) else b.content end as words
      from believed b order by b.mandatory desc,
        greatest(b.sum * power(0.5::float8, ${daysSince('coalesce(b.newest, b.created_at)')} / ${halfLifeDays}),
          least(b.sum, greatest(case when b.mandatory then ${mandateFloor} else 0 end, case when b.base is null then 0 else ${evidenceFloor} end)))
        * greatest(1 - ${daysSince('greatest(b.updated_at, b.newest)')} / ${bundleDefaults.recencyDays}, 0) desc, b.id collate "C"`,
  leftOut: `select case when status = 'SUPERSEDED' then 'SUPERSEDED' else 'NOT_BELIEVED' end as reason, count(*)::int as count
    from memories where tenant = 'acme' and project = $1 and status in ('CANDIDATE', 'INVALID', 'SUPERSEDED') group by 1 order by 1`,
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

/** The contradictions of each memory of a page, with both sides; `sides` are those that are not of the page. */
const contradictionsOf = (rows: readonly Row[], page: readonly Row[], sides: readonly Row[]) => {
  const side = new Map([...page, ...sides].map(({ id, content }) => [id, { id, content }]));
  const found = new Map<string, Row[]>(page.map(({ id }) => [id, []]));
  for (const { older_id, newer_id, ...rest } of rows) {
    const row = { ...rest, itemA: side.get(older_id), itemB: side.get(newer_id) };
    found.get(older_id)?.push(row);
    found.get(newer_id)?.push(row);
  }
  return found;
};

export type Answer = (ask: Ask, variables: Record<string, string>) => Promise<unknown>;

const page: Answer = async (ask, { project }) => {
  const found = await ask('page', [project]);
  const rows = found.slice(0, 20);
  const ids = rows.map(({ id }) => id);
  const [chunks, evidence, contradictions, entities] = await Promise.all([
    ask('chunks', [[...new Set(rows.map(({ source_id }) => source_id))]]),
    ask('evidence', [ids]),
    ask('contradictions', [ids]),
    ask('entities', [ids]),
  ]);
  const others = new Set(contradictions.flatMap(({ older_id, newer_id }) => [older_id, newer_id]));
  for (const id of ids) others.delete(id);
  const [documentRows, sides] = await Promise.all([
    ask('documents', [[...new Set(chunks.map(({ document_id }) => document_id))]]),
    ask('sides', [[...others]]),
  ]);
  const documents = byId(documentRows);
  const chunk = byId(
    chunks.map(({ document_id, ...rest }) => {
      const { id, path, title } = documents.get(document_id);
      return { ...rest, document: { id, path, title } };
    }),
  );
  const evidenceOf = children(evidence, 'memory_id');
  const contradictionsOfMemory = contradictionsOf(contradictions, rows, sides);
  const entitiesOf = children(entities, 'graduated_from_id');
  return {
    memories: {
      nodes: rows.map(({ span_start, span_end, span_text, source_id, ...row }) => ({
        ...row,
        sourceSpan: { start: span_start, end: span_end, text: span_text },
        source: chunk.get(source_id),
        evidence: { nodes: (evidenceOf.get(row.id) ?? []).map(({ sourceRef: _, ...rest }) => rest) },
        contradictions: { nodes: contradictionsOfMemory.get(row.id)?.slice(0, 5) },
        graduatedTo: { nodes: entitiesOf.get(row.id) ?? [] },
      })),
      pageInfo: { hasNextPage: found.length > 20 },
    },
  };
};

const one: Answer = async (ask, { id }) => {
  const [[row], evidence, revisions, entities, supersedes] = await Promise.all([
    ask('one', [id]),
    ask('evidence', [[id]]),
    ask('revisions', [id]),
    ask('entities', [[id]]),
    ask('supersedes', [id]),
  ]);
  const {
    source_id,
    extraction_id,
    span_start,
    span_end,
    span_text,
    superseded_by_id,
    createdAt: _,
    ...rest
  } = row;
  const [[chunk], [extraction], [workflowItem]] = await Promise.all([
    ask('chunks', [[source_id]]),
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
      source: { ...chunkRest, document: { ...document, wave } },
      evidence: { totalCount: evidence.length, nodes: evidence.map(({ memory_id: _, ...node }) => node) },
      extraction: { ...extraction, workflowItem },
      revisions: { nodes: revisions },
      graduatedTo: { nodes: entities.map(({ graduated_from_id: _, ...node }) => node) },
      supersedes,
      supersededBy: superseded_by_id,
    },
  };
};

const labels: Answer = async (ask) => {
  const [nodes, [counted]] = await Promise.all([ask('labels', []), ask('labelCount', [])]);
  return { itemsWithSuggestedLabels: { totalCount: counted.count, nodes } };
};

const chain: Answer = async (ask, { root }) => {
  const rows = await ask('chain', [root]);
  const pathways = byId(await ask('pathways', [[...new Set(rows.map(({ pathway_ref }) => pathway_ref))]]));
  return {
    listVersions: rows.map(({ pathway_ref, ...rest }) => ({ ...rest, pathway: pathways.get(pathway_ref) })),
  };
};

const flat: Answer = async (ask, { project }) => ({
  memories: { nodes: await ask('flat', [project]) },
});

/** The pure rule fills the budget, as in Vouch: the same count of the same tokens. */
const bundle: Answer = async (ask, { project }) => {
  const [rows, leftOut] = await Promise.all([ask('bundle', [project]), ask('leftOut', [project])]);
  const rank = { relevance: null, answers: null, score: 0, confidence: 0, recency: 0 };
  const { tokensUsed, items, skipped } = fillBundle(
    emptyBundle(2_000),
    rows.map(({ id, mandatory, words }) => ({ ranked: { id, mandatory, rank }, words })),
  );
  return {
    memoryBundle: {
      tokensUsed,
      items: items.map(({ id, words, reason, tokens }) => ({
        memory: { id, content: words },
        reason,
        tokens,
      })),
      excluded: [...(skipped > 0 ? [{ reason: 'OVER_BUDGET', count: skipped }] : []), ...leftOut],
    },
  };
};

/** By the name of the operation in Vouch's question. */
export const answers: Readonly<Record<string, Answer>> = {
  Page: page,
  One: one,
  Labels: labels,
  Chain: chain,
  Flat: flat,
  Bundle: bundle,
};
