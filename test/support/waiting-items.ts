/** Rows of an item table; one of five is an entity. What waits, waits for one reason each. */
const items = (
  tenant: string,
  size: number,
  table: 'memories' | 'graph_entities',
  kinds: string,
  values: string,
  entities: boolean,
) =>
  `insert into ${table} (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision, content, confidence,
    pending_since, created_at, updated_at, extraction_id, routing_status, verify_by, suggested_labels${kinds})
  select '${entities ? 'ent_' : 'mem_'}' || lpad(g::text, 12, '0'), '${tenant}', 'p' || g % 20, 'u' || g % 50,
    case when g % 5 = 0 then array[case when g % 2 = 0 then 'board' else 'crew' end] else '{}' end, g % 40 = 0, true, 'shared',
    case when g % 100 = 1 then 'CANDIDATE' when g % 100 between 10 and 30 then 'SUPERSEDED' else 'ACTIVE' end, 1,
    'Gauge ' || g, 0.5, now() - g * interval '1 second', now() - g * interval '1 second', now(), case when g % 100 = 7 then 'ext_' || lpad(g::text, 12, '0') end, case when g % 100 = 7 then 'REJECTED' end,
    now() + case when g % 100 = 5 then -1 else 1 end * (g + 1) * interval '1 second',
    case when g % 100 = 9 then '{pii.email}'::text[] else '{}' end${values}
  from generate_series(1, ${size}) g where (g % 5 = 4) = ${entities}`;

/**
 * Statements that write so many items, of a hundred of which one waits for each reason, and what makes them wait; for
 * the owner of an empty store.
 * Reviewers of the tenant see them.
 */
export const waitingItems = (tenant: string, size: number): string[] => [
  // Waiting items: rejected by routing after belief, recorded by a service, and pending as candidates already.
  `insert into extractions (id, tenant, contributor, audience, is_personal, project, schema_name, payload, field_confidence, recorded_by, created_at)
    select 'ext_' || lpad(g::text, 12, '0'), '${tenant}', 'u1', '{}', false, 'p' || g % 20, 's', '{}', '[]', case when g % 100 = 8 then 'agent' end, now()
    from generate_series(1, ${size}) g where g % 100 in (1, 2, 7, 8)`,
  items(tenant, size, 'memories', ', kind', `, 'DECISION'`, false),
  items(tenant, size, 'graph_entities', ', entity_type, name', `, 'COMPONENT', 'Gauge ' || g`, true),
  `insert into source_drifts (id, tenant, memory_id, entity_id, state, drifted_at)
    select i.id, '${tenant}', case when g % 5 <> 4 then i.id end, case when g % 5 = 4 then i.id end, 'GONE', now() - g * interval '1 second'
    from generate_series(3, ${size}, 100) g, lateral (select case when g % 5 = 4 then 'ent_' else 'mem_' end || lpad(g::text, 12, '0') as id) i`,
  `insert into workflow_items (id, tenant, extraction_id, idempotency_key, routing_version, status, reason, threshold, created_at, updated_at)
    select 'wfi_' || lpad(g::text, 12, '0'), '${tenant}', 'ext_' || lpad(g::text, 12, '0'), md5(g::text), 'v1', case when g % 100 = 7 then 'REJECTED' else 'NEEDS_REVIEW' end,
      'LOW_CONFIDENCE', 0.75, now() - g * interval '1 second', now() - g * interval '1 second'
    from generate_series(1, ${size}) g where g % 100 in (1, 2, 7, 8)`,
  // One of ten has contradicted another, and one of a hundred still does.
  `insert into contradictions (id, tenant, older_id, newer_id, severity, status, action, explanation, judge, revision, detected_at)
    select 'con_' || lpad(g::text, 12, '0'), '${tenant}', 'mem_' || lpad(g::text, 12, '0'), 'mem_' || lpad((g + 1)::text, 12, '0'), case when g % 200 = 51 then 'HARD' else 'SOFT' end,
      case when g % 100 = 51 then 'OPEN' else 'RESOLVED' end, case when g % 100 <> 51 then 'BOTH_VALID' end, 'They differ.', 'heuristic', 1, now() - g * interval '1 second'
    from generate_series(1, ${size}) g where g % 10 = 1`,
  // One of ten changes of sources waits.
  `insert into source_changes (id, tenant, contributor, kind, project, path, visibility_key, sent_at, verdict, decided_at)
    select 'sch_' || lpad(g::text, 12, '0'), '${tenant}', 'u1', 'WITHDRAWAL', 'p' || g % 20, g || '.md', 'shared', now() - g * interval '1 second',
      case when g % 100 <> 1 then 'DECLINED' end, case when g % 100 <> 1 then now() end from generate_series(1, ${size}) g where g % 10 = 1`,
  // One of ten candidates is claimed.
  `insert into inbox_marks (tenant, entry_id, claimed_by, claimed_until, snoozed_until)
    select '${tenant}', 'inb_CANDIDATE.mem_' || lpad(g::text, 12, '0'), 'bob', now() + interval '1 hour', null from generate_series(1, ${size}) g where g % 1000 = 1`,
];
