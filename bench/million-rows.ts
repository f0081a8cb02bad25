import type pg from 'pg';
import { countedContradictions, countedItems } from './counting.ts';
import { listing } from './inbox-listing.ts';

/** The tenant that has nine rows of ten; the others are of a thousand small ones. */
export const largeTenant = 'bench';

const padded = (prefix: string, number = 'g') => `'${prefix}_' || lpad((${number})::text, 12, '0')`;
const tenant = `case when g / 2 % 10 = 9 then 'small' || g / 20 % 1000 else '${largeTenant}' end`;
const rows = (size: number, every = '') =>
  `generate_series(0, ${size - 1}) g${every === '' ? '' : ` where ${every}`}`;
const project = `'p' || g % 20`;
/** Status of the one routing of each extraction. */
const routed = `case when g % 100 = 7 then 'REJECTED' when g % 100 in (3, 11, 15) then 'NEEDS_REVIEW' else 'AUTO_APPROVED' end`;
/** Its reason. */
const routedFor = `case when g % 100 in (3, 7, 11, 15) then 'LOW_CONFIDENCE' else 'OK' end`;
const written = (now: string) => `timestamptz '${now}' - g * interval '1 second'`;

/** Every item's own words, some that many share, and one that a hundred share. */
const words = `'We will keep the readings of gauge ' || g || ' for ' || g % 90 + 2 || ' years, station ' || substr(md5((g / 100)::text), 1, 8)
  || case when g % 100 = 3 then ' and its salinity' else '' end`;

const governed = `tenant, project, contributor, audience, is_personal, hand_authored, source_id, extraction_id, rule, extractor_version, visibility_key,
  status, revision, content, confidence, review_score, pending_since, created_at, updated_at, reviewed_at, valid_from, verify_by, suggested_labels, sensitivity_labels,
  disputed_since`;

/** Memories, of a hundred of which one waits for each reason; one of five is for an audience, and half came from documents. */
const memories = (size: number, now: string) => `insert into memories (id, kind, domain, ${governed})
  select ${padded('mem')}, (array['DECISION', 'FACT', 'PROCEDURE', 'PREFERENCE'])[1 + g % 4], case when g % 3 > 0 then 'd' || g % 30 end, ${tenant}, ${project}, 'u' || g % 50,
    case when g % 10 = 1 then '{board}' when g % 10 = 6 then '{crew}' else '{}' end::text[], g % 40 = 0, g % 2 = 0, case when g % 2 = 1 then ${padded('chk', 'g / 10')} end,
    case when g % 2 = 1 then ${padded('ext')} end, case when g % 2 = 1 then 'rule.' || g % 7 end, case when g % 2 = 1 then '3' end, 'shared',
    case when g % 100 in (3, 11, 12) then 'CANDIDATE' when g % 100 between 20 and 29 then 'SUPERSEDED' when g % 100 between 30 and 34 then 'INVALID' else 'ACTIVE' end, 1,
    ${words}, 0.5 + (g % 50) * 0.01, (g % 100) * 0.01, ${written(now)}, ${written(now)}, ${written(now)}, case when g % 100 not in (3, 11, 12) then ${written(now)} + (1 + g % 97) * interval '20 minutes' end,
    case when g % 100 not in (3, 11, 12) then ${written(now)} + interval '1 hour' end, ${written(now)} + case when g % 100 = 5 then interval '0' else interval '4 years' end,
    case when g % 100 = 9 then '{pii.email}' else '{}' end::text[], case when g % 50 = 7 then '{financial.card}' else '{}' end::text[],
    case when g % 100 = 13 then ${written(now)} end
  from ${rows(size)}`;

/** Users that triggers would have named. */
const names = (table: string) =>
  `select add_item_names(array_agg(tenant), array_agg(id), false) from ${table}`;

const entities = (
  size: number,
  now: string,
) => `insert into graph_entities (id, entity_type, name, ${governed.replace(/,\s+disputed_since/, '')})
  select ${padded('ent')}, 'COMPONENT', 'Gauge ' || g, ${tenant}, ${project}, 'u' || g % 50, '{}', false, true, null, null, null, null, 'shared',
    case when g % 100 = 2 then 'CANDIDATE' else 'ACTIVE' end, 1, ${words}, 0.5, 1, ${written(now)}, ${written(now)}, ${written(now)}, null, ${written(now)}, null, '{}', '{}'
  from ${rows(size, 'g % 10 < 2')}`;

/** Rows of a store of so many memories, parents before their children. */
const statements = (size: number, now: string): readonly string[] => [
  `insert into waves (id, tenant, project, started_by, started_at) select 'wav_' || name, name, 'p', 'agent', timestamptz '${now}' from (select '${largeTenant}' as name union all select 'small' || g from generate_series(0, 999) g) t`,
  `insert into documents (id, tenant, contributor, wave_id, project, path, content, content_hash, visibility_key, created_at)
    select ${padded('doc')}, tenant, 'agent', 'wav_' || tenant, ${project}, 'records/' || g || '.md', 'Gauge', md5(g::text), 'shared', ${written(now)}
    from (select g, ${tenant} as tenant from ${rows(size, 'g % 100 = 0')}) g`,
  `insert into chunks (id, tenant, contributor, document_id, ordinal, heading_path, start_offset, end_offset, text)
    select ${padded('chk', 'g / 10')}, ${tenant}, 'agent', ${padded('doc', 'g / 100 * 100')}, g / 10 % 10, '{Gauges}', 0, 5, 'Gauge'
    from ${rows(size, 'g % 10 = 0')}`,
  `insert into extractions (id, tenant, contributor, is_personal, project, schema_name, payload, field_confidence, recorded_by, source_id, rule, extractor_version, routing_status, routing_reason, created_at)
    select ${padded('ext')}, ${tenant}, 'u' || g % 50, g % 40 = 0, ${project}, 's', '{}',
      jsonb_build_array(jsonb_build_object('field', 'value', 'confidence', case when g % 100 in (3, 7, 11, 15) then 0.5 else 0.9 end)), case when g % 100 = 15 then 'agent' end, ${padded('chk', 'g / 10')}, 'rule.' || g % 7, '3', ${routed}, ${routedFor}, ${written(now)}
    from ${rows(size, 'g % 2 = 1')}`,
  memories(size, now),
  entities(size, now),
  ...countedItems,
  `insert into workflow_items (id, tenant, extraction_id, idempotency_key, routing_version, status, reason, threshold, created_at, updated_at)
    select ${padded('wfi')}, ${tenant}, ${padded('ext')}, md5(g::text), 'v1', ${routed},
      ${routedFor}, 0.75, ${written(now)}, ${written(now)}
    from ${rows(size, 'g % 2 = 1')}`,
  `insert into evidence (id, tenant, memory_id, detection_type, user_quote, source_ref, source_user, recorded_by, verifier_key, created_at)
    select ${padded('evi')}, ${tenant}, ${padded('mem')}, 'CONFIRMATION', 'Yes.', 'call ' || g, 'v' || g % 30, 'v' || g % 30, 'v' || g % 30, ${written(now)}
    from ${rows(size)}`,
  `insert into revisions (id, tenant, memory_id, revision, status, content, reworded, edited_by, edited_at)
    select ${padded('rev')}, ${tenant}, ${padded('mem')}, 1, 'CANDIDATE', ${words}, true, 'u' || g % 50, ${written(now)} from ${rows(size)}`,
  `insert into revisions (id, tenant, entity_id, revision, status, content, name, reworded, edited_by, edited_at)
    select ${padded('rve')}, ${tenant}, ${padded('ent')}, 1, 'CANDIDATE', ${words}, 'Gauge ' || g, true, 'u' || g % 50, ${written(now)} from ${rows(size, 'g % 10 < 2')}`,
  // One of ten has contradicted its neighbour, and one of a hundred still does.
  `insert into contradictions (id, tenant, older_id, newer_id, severity, status, action, explanation, judge, revision, detected_at)
    select ${padded('con')}, ${tenant}, ${padded('mem')}, ${padded('mem', 'g + 1')}, case when g % 200 = 52 then 'HARD' else 'SOFT' end,
      case when g % 100 = 52 then 'OPEN' else 'RESOLVED' end, case when g % 100 <> 52 then 'BOTH_VALID' end, 'They differ.', 'heuristic', 1, ${written(now)}
    from ${rows(size, 'g % 10 = 2')}`,
  ...countedContradictions,
  `insert into source_drifts (id, tenant, memory_id, state, drifted_at)
    select ${padded('mem')}, ${tenant}, ${padded('mem')}, case when g % 200 = 17 then 'GONE' else 'MOVED' end, ${written(now)} from ${rows(size, 'g % 100 = 17')}`,
  `insert into audit_events (id, tenant, sequence, at, actor, action, target_type, target_id, hash)
    select ${padded('evt')}, tenant, row_number() over (partition by tenant order by g desc), ${written(now)}, 'u' || g % 50, 'memory.promoted', 'Memory', ${padded('mem')}, md5(g::text)
    from (select g, ${tenant} as tenant from ${rows(size)}) g`,
  `insert into audit_texts (id, tenant, target_type, target_id, salt, before, after)
    select id, tenant, target_type, target_id, 'salt', '{"status": "CANDIDATE"}', '{"status": "ACTIVE"}' from audit_events`,
  `insert into audit_heads (tenant, sequence, hash) select tenant, max(sequence), '' from audit_events group by tenant`,
];

/** Fills an empty store with so many memories and what hangs on them, as its owner; indexes are built afterwards. */
export const fillStore = async (owner: pg.Client, size: number, now: Date): Promise<void> => {
  await owner.query(`set session_replication_role = replica`);
  await owner.query(`set maintenance_work_mem = '1GB'`);
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not i.indisunique`,
  );
  await owner.query('begin');
  for (const { name } of indexes) await owner.query(`drop index "${name}"`);
  for (const statement of statements(size, now.toISOString())) await owner.query(statement);
  // The definition of an index of a table with partitions names the table alone.
  for (const { definition } of indexes) await owner.query(definition.replace(' ON ONLY ', ' ON '));
  await owner.query('commit');
  await owner.query(`update memories i set routing_status = w.status from workflow_items w
    where w.tenant = i.tenant and w.extraction_id = i.extraction_id and w.status = 'REJECTED'`);
  await owner.query('vacuum analyze');
  await owner.query('set session_replication_role = origin');
  for (const statement of listing) await owner.query(statement);
  for (const table of ['memories', 'graph_entities']) await owner.query(names(table));
  // The gateway's upkeep does these every few seconds.
  await owner.query('select fold_inbox_counts($1, 2147483647), fold_item_counts(), fold_quality_counts()', [
    now,
  ]);
  await owner.query('vacuum analyze inbox_entries, inbox_counts, item_counts, item_names, quality_counts');
};
