import type { Answer, Row } from './limit-answers.ts';

/**
 * The questions with nested lists as one statement each. A list comes as the JSON of an array of rows, and a row as an array of texts
 * ("cells"): the server looks nothing up for each value, and Node parses a list at once. The lists of a page are read
 * for all of its memories
 * together, whatever they hold: what a page of bounded lists costs beyond that is no part of the limit.
 */

const list = (cells: string, from: string) => `(select to_json(array_agg(array[${cells}])) from (${from}) n)`;
/** In the form of JSON and of the driver. */
const instant = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ofPage = (column: string) => `${column} = any(array(select id from page))`;
const ofMemory = (table: string, column: string) =>
  `select * from ${table} where tenant = 'acme' and ${column} = m.id order by id limit 25`;
const entityCells = 'n.id, n.entity_type, n.name, n.status';

export const oneStatements: Readonly<Record<string, string>> = {
  pageWhole: `with page as materialized (select * from memories where tenant = 'acme' and project = $1 and status = 'ACTIVE' and not is_personal
      order by created_at desc, id desc limit 21)
    select ${list(
      `n.id, n.kind, n.status, n.content, n.confidence::text, n.rule, ${instant('n.created_at')}, n.span_start::text, n.span_end::text, n.span_text,
        n.chunk_id, n.ordinal::text, to_json(n.heading_path)::text, n.text, n.document_id, n.path, n.title`,
      `select m.*, c.ordinal, c.heading_path, c.text, c.document_id, d.path, d.title from page m
        left join chunks c on c.tenant = 'acme' and c.id = m.source_id left join documents d on d.tenant = 'acme' and d.id = c.document_id
        order by m.created_at desc, m.id desc`,
    )} as memories,
      ${list(
        `n.memory_id, n.id, n.detection_type, n.user_quote, n.source_user, ${instant('n.created_at')}`,
        `select * from evidence where tenant = 'acme' and ${ofPage('memory_id')} order by id`,
      )} as evidence,
      ${list(
        'n.id, n.severity, n.status, n.explanation, n.older_id, n.older, n.newer_id, n.newer',
        `select c.*, older.content as older, newer.content as newer from contradictions c
          join memories older on older.tenant = 'acme' and older.id = c.older_id join memories newer on newer.tenant = 'acme' and newer.id = c.newer_id
          where c.tenant = 'acme' and (${ofPage('c.older_id')} or ${ofPage('c.newer_id')}) order by c.id`,
      )} as contradictions,
      ${list(
        `n.graduated_from_id, ${entityCells}`,
        `select * from graph_entities where tenant = 'acme' and ${ofPage('graduated_from_id')} order by id`,
      )} as entities`,
  oneWhole: `select m.id, m.kind, m.status, m.content, m.summary, m.project, m.domain, m.tags, m.confidence, m.contributor, m.is_personal as "isPersonal", m.audience,
      m.sensitivity_labels as "sensitivityLabels", m.rule, m.extractor_version as "extractorVersion", m.span_start, m.span_end, m.span_text,
      m.valid_from as "validFrom", m.valid_until as "validUntil", m.superseded_by_id,
      c.id as chunk_id, c.ordinal, c.heading_path, c.text, d.id as document_id, d.path, d.title, w.id as wave_id, w.started_at,
      x.id as extraction_id, x.schema_name, i.id as workflow_id, i.status as workflow_status, i.reason, i.routing_version,
      (select count(*)::int from evidence e where e.tenant = 'acme' and e.memory_id = m.id) as "evidenceCount",
      ${list(`n.id, n.detection_type, n.user_quote, n.source_user, n.source_ref, ${instant('n.created_at')}`, ofMemory('evidence', 'memory_id'))} as evidence,
      ${list(`n.revision::text, n.content, n.edited_by, ${instant('n.edited_at')}`, `select r.* from revisions r where r.tenant = 'acme' and r.memory_id = m.id order by r.revision limit 25`)} as revisions,
      ${list(entityCells, ofMemory('graph_entities', 'graduated_from_id'))} as entities,
      ${list('n.id', `select s.id from memories s where s.tenant = 'acme' and s.superseded_by_id = m.id`)} as supersedes
    from memories m left join chunks c on c.tenant = 'acme' and c.id = m.source_id left join documents d on d.tenant = 'acme' and d.id = c.document_id
    left join waves w on w.tenant = 'acme' and w.id = d.wave_id left join extractions x on x.tenant = 'acme' and x.id = m.extraction_id
    left join lateral (select v.* from workflow_items v where v.tenant = 'acme' and v.extraction_id = x.id order by v.created_at desc limit 1) i on true
    where m.tenant = 'acme' and m.id = $1`,
};

type Cells = readonly (string | null)[];
type List = readonly Cells[] | null;
const each = (cells: List, read: (cells: Cells) => Row): Row[] => (cells ?? []).map(read);
const entity = ([id, entityType, name, status]: Cells) => ({ id, entityType, name, status });

/** By what stands in the cells before the others. */
const byParent = (
  cells: List,
  read: (cells: Cells) => Row,
): ReadonlyMap<string | null | undefined, Row[]> => {
  const found = new Map<string | null | undefined, Row[]>();
  for (const [parent, ...own] of cells ?? []) {
    const siblings = found.get(parent);
    if (siblings) siblings.push(read(own));
    else found.set(parent, [read(own)]);
  }
  return found;
};

const page: Answer = async (ask, { project }) => {
  const [{ memories, ...lists }] = (await ask('pageWhole', [project])) as [Record<string, List>];
  const evidence = byParent(
    lists.evidence ?? null,
    ([id, detectionType, userQuote, sourceUser, createdAt]) => ({
      id,
      detectionType,
      userQuote,
      sourceUser: { name: sourceUser },
      createdAt,
    }),
  );
  const entities = byParent(lists.entities ?? null, entity);
  const contradictions = each(
    lists.contradictions ?? null,
    ([id, severity, status, explanation, older, olderContent, newer, newerContent]) => ({
      id,
      severity,
      status,
      explanation,
      itemA: { id: older, content: olderContent },
      itemB: { id: newer, content: newerContent },
    }),
  );
  const rows = each(
    memories ?? null,
    ([id, kind, status, content, confidence, rule, createdAt, start, end, span, chunk, ...source]) => {
      const [ordinal, headingPath, text, document, path, title] = source;
      return {
        id,
        kind,
        status,
        content,
        confidence: Number(confidence),
        rule,
        createdAt,
        sourceSpan: { start: Number(start), end: Number(end), text: span },
        source: {
          id: chunk,
          ordinal: Number(ordinal),
          headingPath: JSON.parse(headingPath ?? '[]'),
          text,
          document: { id: document, path, title },
        },
        evidence: { nodes: evidence.get(id)?.slice(0, 10) ?? [] },
        contradictions: {
          nodes: contradictions.filter(({ itemA, itemB }) => itemA.id === id || itemB.id === id).slice(0, 5),
        },
        graduatedTo: { nodes: entities.get(id)?.slice(0, 10) ?? [] },
      };
    },
  );
  return { memories: { nodes: rows.slice(0, 20), pageInfo: { hasNextPage: rows.length > 20 } } };
};

const one: Answer = async (ask, { id }) => {
  const [row] = await ask('oneWhole', [id]);
  return {
    memory: {
      id: row.id,
      kind: row.kind,
      status: row.status,
      content: row.content,
      summary: row.summary,
      project: row.project,
      domain: row.domain,
      tags: row.tags,
      confidence: row.confidence,
      contributor: row.contributor,
      isPersonal: row.isPersonal,
      audience: row.audience,
      sensitivityLabels: row.sensitivityLabels,
      rule: row.rule,
      extractorVersion: row.extractorVersion,
      sourceSpan: { start: row.span_start, end: row.span_end, text: row.span_text },
      source: {
        id: row.chunk_id,
        ordinal: row.ordinal,
        headingPath: row.heading_path,
        text: row.text,
        document: {
          id: row.document_id,
          path: row.path,
          title: row.title,
          wave: { id: row.wave_id, startedAt: row.started_at },
        },
      },
      evidence: {
        totalCount: row.evidenceCount,
        nodes: each(
          row.evidence,
          ([evidenceId, detectionType, userQuote, sourceUser, sourceRef, createdAt]) => ({
            id: evidenceId,
            detectionType,
            userQuote,
            sourceUser: { name: sourceUser },
            sourceRef,
            createdAt,
          }),
        ),
      },
      extraction: {
        id: row.extraction_id,
        schemaName: row.schema_name,
        workflowItem: {
          id: row.workflow_id,
          status: row.workflow_status,
          reason: row.reason,
          routingVersion: row.routing_version,
        },
      },
      revisions: {
        nodes: each(row.revisions, ([revision, content, editedBy, editedAt]) => ({
          revision: Number(revision),
          content,
          editedBy: { name: editedBy },
          editedAt,
        })),
      },
      graduatedTo: { nodes: each(row.entities, entity) },
      supersedes: each(row.supersedes, ([superseded]) => ({ id: superseded })),
      supersededBy: row.superseded_by_id,
      validFrom: row.validFrom,
      validUntil: row.validUntil,
    },
  };
};

/** By the name of the operation in Vouch's question. */
export const inOneStatement: Readonly<Record<string, Answer>> = { Page: page, One: one };
