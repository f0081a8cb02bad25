import { projectsOf } from './asker.ts';

/** The rows of a world: as many memories as asked, each with what hangs on it. */

const serial = (prefix: string, n: string): string => `('${prefix}_' || lpad(to_hex(${n}), 32, '0'))`;
const uid = (n: string): string => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))`;

const project = (n: string, memories: number): string =>
  `('project-' || lpad((${n} % ${projectsOf(memories)})::text, 5, '0'))`;
const at = (n: string): string => `(timestamptz '2026-01-01' + (${n}) * interval '1 second')`;
const status = `(array['ACTIVE','ACTIVE','ACTIVE','ACTIVE','ACTIVE','ACTIVE','ACTIVE','CANDIDATE','CANDIDATE','INVALID','SUPERSEDED','GRADUATED'])[1 + (n / 7) % 12]`;
const audience = `case when n % 10 = 3 then '{payments}'::text[] when n % 10 = 4 then '{security}'::text[] else '{}'::text[] end`;
const audienceOf = (n: string): string => audience.replaceAll('n %', `${n} %`);
const words = (n: string): string =>
  `('Statement ' || ${n} || ': the gauge below pier ' || (${n} % 97) || ' is read every ' || (${n} % 60) || ' seconds, and its readings are kept for ten years.')`;
/** Extracted statements share a chunk by two, and chunks a document by five. */
const chunkOf = (n: string): string => `((${n} + 1) / 2)`;
const documentOf = (chunk: string): string => `((${chunk} + 4) / 5)`;

/** `isShared` as SQL. */
const shared = (n: string): string => `((${n}) % 20 <> 11 and (${n}) % 10 <> 4)`;

export interface Seed {
  readonly table: string;
  /** Its serials end here. */
  readonly last: number;
  /** Writes the rows of the serials `n` from $1 to $2. */
  readonly text: string;
}

/** In any order, in slices of any size: no row waits for another. */
export const seedsOf = (memories: number): readonly Seed[] => {
  const chunks = Math.ceil(memories / 2);
  const documents = Math.ceil(chunks / 5);
  const waves = Math.ceil(documents / 100);
  const pathways = Math.max(10, Math.floor(memories / 1_000));
  const projects = projectsOf(memories);
  const serials = 'generate_series($1::int, $2::int)';
  const seed = (last: number, text: string): Seed => ({
    table: /^insert into (\w+)/.exec(text)?.[1] ?? '',
    last,
    text,
  });
  return [
    seed(
      waves,
      `insert into waves (id, tenant, project, started_by, started_at, extracted_at)
      select ${serial('wav', 'n')}, 'acme', 'wave', 'agent', ${at('n')}, ${at('n')} from ${serials} n`,
    ),
    seed(
      documents,
      `insert into documents (id, tenant, contributor, audience, wave_id, project, path, title, content, content_hash, visibility_key, created_at)
      select ${serial('doc', 'n')}, 'acme', 'agent', '{}', ${serial('wav', '((n + 99) / 100)')}, 'wave', 'records/' || n || '.md', 'Record ' || n,
        repeat('A record of what was decided. ', 10), n::text, 'shared', ${at('n')} from ${serials} n`,
    ),
    seed(
      chunks,
      `insert into chunks (id, tenant, contributor, audience, document_id, ordinal, heading_path, start_offset, end_offset, text)
      select ${serial('chk', 'n')}, 'acme', 'agent', '{}', ${serial('doc', documentOf('n'))}, (n % 5), array['Record', 'Decision'], 0, 280,
        repeat('A section of it. ', 16) from ${serials} n`,
    ),
    seed(
      waves,
      `insert into extraction_reports (id, tenant, wave_id, extractor_version, created_by, created_at)
      select ${serial('rep', 'n')}, 'acme', ${serial('wav', 'n')}, 'rules-1', 'agent', ${at('n')} from ${serials} n`,
    ),
    seed(
      memories,
      `insert into extractions (id, tenant, contributor, project, schema_name, payload, field_confidence, source_id, created_at)
      select ${serial('ext', 'n')}, 'acme', 'agent', 'wave', 'vouch.statements', '{"statements": []}', '{"content": 0.77}',
        ${serial('chk', chunkOf('n'))}, ${at('n')} from ${serials} n`,
    ),
    seed(
      memories,
      `insert into workflow_items (id, tenant, extraction_id, idempotency_key, routing_version, status, reason, threshold, created_at, updated_at)
      select ${serial('wfi', 'n')}, 'acme', ${serial('ext', 'n')}, md5(n::text), 'v1', 'AUTO_APPROVED', 'OK', 0.75, ${at('n')}, ${at('n')}
      from ${serials} n`,
    ),
    seed(
      memories,
      `insert into memories (id, tenant, project, contributor, audience, is_personal, rule, extractor_version, source_id, extraction_id,
        span_start, span_end, span_text, prior, structural_signal_multiplier, freshness_bonus, hand_authored, visibility_key, status, revision, content,
        confidence, pending_since, reviewed_by, reviewed_at, created_at, updated_at, kind, tags, suggested_labels, sensitivity_labels,
        evidence_count, verifier_count, detection_types, newest_evidence_at)
      select ${serial('mem', 'n')}, 'acme', ${project('n', memories)}, 'agent', ${audience}, n % 20 = 11, 'heading.typed', 'rules-1',
        ${serial('chk', chunkOf('n'))}, ${serial('ext', 'n')}, 0, 100, ${words('n')}, 0.7, 1.1, 1, false, 'shared', ${status}, 1 + (n % 5 = 0)::int,
        ${words('n')}, 0.5 + (n % 50) / 100.0, ${at('n')}, 'carol', ${at('n')}, ${at('n')}, ${at('n')},
        (array['DECISION','REQUIREMENT','CONSTRAINT','FACT'])[1 + n % 4], array['gauge', 'pier'],
        case when n % 100 = 7 then '{pii.email}'::text[] else '{}'::text[] end, '{}',
        pieces, pieces, case when pieces > 0 then '{CONFIRMATION}'::text[] else '{}'::text[] end, case when pieces > 0 then ${at('n')} end
      from ${serials} n, lateral (select case when n % 20 = 11 then 0 else n % 4 end as pieces) evidence`,
    ),
    seed(
      memories,
      `insert into revisions (id, tenant, memory_id, revision, status, content, reworded, edited_by, edited_at)
      select ${serial('rev', 'n * 2 + r')}, 'acme', ${serial('mem', 'n')}, r, 'CANDIDATE', ${words('n')}, true, 'agent', ${at('n')}
      from ${serials} n, generate_series(1, 1 + (n % 5 = 0)::int) r`,
    ),
    seed(
      memories,
      `insert into evidence (id, tenant, memory_id, detection_type, user_quote, source_ref, source_user, recorded_by, created_at)
      select ${serial('evi', 'n * 4 + e')}, 'acme', ${serial('mem', 'n')}, 'CONFIRMATION', 'Yes, that is how it is done.', 'meeting', 'user-' || (n + e) % 50, 'carol', ${at('n')}
      from ${serials} n, generate_series(1, n % 4) e where n % 20 <> 11`,
    ),
    seed(
      memories,
      `insert into votes (tenant, memory_id, user_id, vote, voted_at)
      select 'acme', ${serial('mem', 'n')}, 'user-' || v, case when v = 1 then 'UP' else 'DOWN' end, ${at('n')}
      from ${serials} n, generate_series(1, n % 3) v where n % 20 <> 11`,
    ),
    seed(
      Math.floor(memories / 3),
      `insert into graph_entities (id, tenant, project, contributor, audience, rule, extractor_version, source_id, extraction_id, hand_authored,
        visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, entity_type, name, graduated_from_id)
      select ${serial('ent', 'n')}, 'acme', ${project('n * 3', memories)}, 'agent', ${audienceOf('(n * 3)')}, 'heading.typed', 'rules-1',
        ${serial('chk', chunkOf('n * 3'))}, ${serial('ext', 'n * 3')}, false, 'shared', 'ACTIVE', 1, ${words('n')}, 0.7, ${at('n')}, ${at('n')}, ${at('n')},
        'COMPONENT', 'Gauge ' || n, ${serial('mem', 'n * 3')} from ${serials} n`,
    ),
    // Every fifth memory is contradicted by a later one of its project, which the asker sees seven times of eight.
    seed(
      Math.floor(memories / 5),
      `insert into contradictions (id, tenant, older_id, newer_id, severity, status, explanation, judge, action, resolved_by, resolved_at, detected_at)
      select ${serial('con', 'n')}, 'acme', ${serial('mem', 'n * 5')}, ${serial('mem', 'newer')}, (array['HARD', 'SOFT', null])[1 + n % 3],
        case when n % 4 = 0 then 'RESOLVED' else 'OPEN' end, 'They name different intervals for one gauge.', 'heuristic',
        case when n % 4 = 0 then 'BOTH_VALID' end, case when n % 4 = 0 then 'carol' end, case when n % 4 = 0 then ${at('newer')} end, ${at('newer')}
      from ${serials} n, lateral (select later as newer from generate_series(n * 5 + ${projects}, ${memories}, ${projects}) later
        where ${shared('later')} = (n % 8 <> 0) order by later limit 1) pair`,
    ),
    seed(
      pathways,
      `insert into pathways (id, tenant, pathway_id, task_class, file_prefix, created_at, updated_at)
      select ${serial('pth', 'n')}, 'acme', md5(n::text) || md5((n + 1)::text), 'scrum_review', 'crates/' || n, ${at('n')}, ${at('n')} from ${serials} n`,
    ),
    seed(
      pathways,
      `insert into pathway_traces (id, tenant, pathway_ref, trace_uid, version, parent_trace_uid, root_trace_uid, superseded_at, superseded_by_trace_uid,
        task_class, file_path, signal_class, vector_counts, document, redactions, replay_count, replays_succeeded, success_rate, created_at)
      select ${serial('trc', 'n * 16 + v')}, 'acme', ${serial('pth', 'n')}, ${uid('n * 16 + v')}, v, case when v > 1 then ${uid('n * 16 + v - 1')} end, ${uid('n * 16 + 1')},
        case when v < 10 then ${at('n')} end, case when v < 10 then ${uid('n * 16 + v + 1')} end, 'scrum_review', 'crates/' || n || '/lib.rs', 'CONVERGING',
        '1' || repeat(',0', 31), '{"reducer_summary": "It holds."}', '{}', 4, 3, 0.75, ${at('n * 16 + v')}
      from ${serials} n, generate_series(1, 10) v`,
    ),
  ];
};
