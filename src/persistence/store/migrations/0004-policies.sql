-- Row-level security, forced on the owner too. The policies are those of entities/policies.ts; the drift check compares them.

alter table audit_events enable row level security

alter table audit_events force row level security

create policy "audit_events_audit" on "audit_events" to "vouch_audit" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "audit_events_system" on "audit_events" for select to "vouch_system" using (tenant = (select viewer_tenant()))

create policy "audit_events_viewer_select" on "audit_events" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{auditor,admin}')))

alter table audit_heads enable row level security

alter table audit_heads force row level security

create policy "audit_heads_audit" on "audit_heads" to "vouch_audit" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "audit_heads_system" on "audit_heads" for select to "vouch_system" using (tenant = (select viewer_tenant()))

create policy "audit_heads_viewer_select" on "audit_heads" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

alter table audit_texts enable row level security

alter table audit_texts force row level security

create policy "audit_texts_audit" on "audit_texts" to "vouch_audit" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "audit_texts_system" on "audit_texts" for select to "vouch_system" using (tenant = (select viewer_tenant()))

create policy "audit_texts_viewer_select" on "audit_texts" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{auditor,admin}')) and (target_type is distinct from 'Memory' or exists (select 1 from memories seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Entity' or exists (select 1 from graph_entities seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Interaction' or exists (select 1 from interactions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Document' or exists (select 1 from documents seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Wave' or exists (select 1 from waves seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Extraction' or exists (select 1 from extractions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'WorkflowItem' or exists (select 1 from workflow_items seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Contradiction' or exists (select 1 from contradictions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)))

alter table bundle_receipts enable row level security

alter table bundle_receipts force row level security

create policy "bundle_receipts_system" on "bundle_receipts" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "bundle_receipts_viewer_insert" on "bundle_receipts" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "bundle_receipts_viewer_select" on "bundle_receipts" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (user_id = (select viewer_user()) or (select viewer_has_role('{auditor,admin}'))))

alter table chunks enable row level security

alter table chunks force row level security

create policy "chunks_index" on "chunks" for select to "vouch_index" using (true)

create policy "chunks_system" on "chunks" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "chunks_viewer_insert" on "chunks" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "chunks_viewer_select" on "chunks" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "chunks_viewer_update" on "chunks" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

alter table contradictions enable row level security

alter table contradictions force row level security

create policy "contradictions_system" on "contradictions" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "contradictions_viewer_insert" on "contradictions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "contradictions_viewer_select" on "contradictions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select count(*) from memories seen where seen.tenant = contradictions.tenant and seen.id in (contradictions.older_id, contradictions.newer_id) and (seen.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), seen.sensitivity_labels) is null)) = 2)

create policy "contradictions_viewer_update" on "contradictions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select count(*) from memories seen where seen.tenant = contradictions.tenant and seen.id in (contradictions.older_id, contradictions.newer_id) and (seen.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), seen.sensitivity_labels) is null)) = 2) with check (tenant = (select viewer_tenant()))

alter table documents enable row level security

alter table documents force row level security

create policy "documents_system" on "documents" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "documents_viewer_insert" on "documents" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "documents_viewer_select" on "documents" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "documents_viewer_update" on "documents" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

alter table domain_keywords enable row level security

alter table domain_keywords force row level security

create policy "domain_keywords_system" on "domain_keywords" for select to "vouch_system" using (tenant = (select viewer_tenant()))

create policy "domain_keywords_viewer_insert" on "domain_keywords" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{admin}')))

create policy "domain_keywords_viewer_select" on "domain_keywords" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "domain_keywords_viewer_update" on "domain_keywords" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{admin}'))) with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{admin}')))

alter table dropped_statements enable row level security

alter table dropped_statements force row level security

create policy "dropped_statements_system" on "dropped_statements" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "dropped_statements_viewer_insert" on "dropped_statements" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "dropped_statements_viewer_select" on "dropped_statements" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "dropped_statements_viewer_update" on "dropped_statements" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

alter table entity_relations enable row level security

alter table entity_relations force row level security

create policy "entity_relations_system" on "entity_relations" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "entity_relations_viewer_delete" on "entity_relations" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.from_id offset 0) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.to_id offset 0))

create policy "entity_relations_viewer_insert" on "entity_relations" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "entity_relations_viewer_select" on "entity_relations" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.from_id offset 0) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.to_id offset 0))

create policy "entity_relations_viewer_update" on "entity_relations" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.from_id offset 0) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.to_id offset 0)) with check (tenant = (select viewer_tenant()))

alter table evidence enable row level security

alter table evidence force row level security

create policy "evidence_system" on "evidence" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "evidence_viewer_insert" on "evidence" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "evidence_viewer_select" on "evidence" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = evidence.tenant and seen.id = evidence.memory_id offset 0))

alter table extraction_reports enable row level security

alter table extraction_reports force row level security

create policy "extraction_reports_index" on "extraction_reports" for select to "vouch_index" using (true)

create policy "extraction_reports_system" on "extraction_reports" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "extraction_reports_viewer_insert" on "extraction_reports" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "extraction_reports_viewer_select" on "extraction_reports" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((wave_id is not null and exists (select 1 from waves seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.wave_id offset 0)) or (interaction_id is not null and exists (select 1 from interactions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.interaction_id offset 0)) or (extraction_id is not null and exists (select 1 from extractions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.extraction_id offset 0))))

create policy "extraction_reports_viewer_update" on "extraction_reports" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((wave_id is not null and exists (select 1 from waves seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.wave_id offset 0)) or (interaction_id is not null and exists (select 1 from interactions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.interaction_id offset 0)) or (extraction_id is not null and exists (select 1 from extractions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.extraction_id offset 0)))) with check (tenant = (select viewer_tenant()))

alter table extractions enable row level security

alter table extractions force row level security

create policy "extractions_system" on "extractions" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "extractions_viewer_insert" on "extractions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "extractions_viewer_select" on "extractions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((((select viewer_has_role('{reviewer,auditor,admin}')) or recorded_by = (select viewer_user())) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) or (recorded_by is null and (exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0)))) and (recorded_by is not null or (select viewer_label_rules()) is null or not extraction_is_denied(id)))

create policy "extractions_viewer_update" on "extractions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((((select viewer_has_role('{reviewer,auditor,admin}')) or recorded_by = (select viewer_user())) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) or (recorded_by is null and (exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0)))) and (recorded_by is not null or (select viewer_label_rules()) is null or not extraction_is_denied(id))) with check (tenant = (select viewer_tenant()))

alter table fingerprints enable row level security

alter table fingerprints force row level security

create policy "fingerprints_system" on "fingerprints" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "fingerprints_viewer_delete" on "fingerprints" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = fingerprints.tenant and seen.id = fingerprints.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = fingerprints.tenant and seen.id = fingerprints.entity_id offset 0))))

create policy "fingerprints_viewer_insert" on "fingerprints" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "fingerprints_viewer_select" on "fingerprints" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "fingerprints_viewer_update" on "fingerprints" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table graph_entities enable row level security

alter table graph_entities force row level security

create policy "graph_entities_index" on "graph_entities" for select to "vouch_index" using (true)

create policy "graph_entities_system" on "graph_entities" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "graph_entities_viewer_delete" on "graph_entities" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "graph_entities_viewer_insert" on "graph_entities" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "graph_entities_viewer_select" on "graph_entities" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "graph_entities_viewer_update" on "graph_entities" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY')) with check (tenant = (select viewer_tenant()))

alter table idempotency_keys enable row level security

alter table idempotency_keys force row level security

create policy "idempotency_keys_system" on "idempotency_keys" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "idempotency_keys_viewer_insert" on "idempotency_keys" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "idempotency_keys_viewer_select" on "idempotency_keys" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and user_id = (select viewer_user()))

create policy "idempotency_keys_viewer_update" on "idempotency_keys" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and user_id = (select viewer_user())) with check (tenant = (select viewer_tenant()))

alter table interactions enable row level security

alter table interactions force row level security

create policy "interactions_system" on "interactions" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "interactions_viewer_insert" on "interactions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "interactions_viewer_select" on "interactions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "interactions_viewer_update" on "interactions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

alter table known_groups enable row level security

alter table known_groups force row level security

create policy "known_groups_system" on "known_groups" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "known_groups_viewer_insert" on "known_groups" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "known_groups_viewer_select" on "known_groups" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

alter table label_decisions enable row level security

alter table label_decisions force row level security

create policy "label_decisions_system" on "label_decisions" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "label_decisions_viewer_insert" on "label_decisions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "label_decisions_viewer_select" on "label_decisions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = label_decisions.tenant and seen.id = label_decisions.memory_id offset 0))

create policy "label_decisions_viewer_update" on "label_decisions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = label_decisions.tenant and seen.id = label_decisions.memory_id offset 0)) with check (tenant = (select viewer_tenant()))

alter table label_policies enable row level security

alter table label_policies force row level security

create policy "label_policies_index" on "label_policies" for select to "vouch_index" using (true)

create policy "label_policies_system" on "label_policies" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "label_policies_viewer_insert" on "label_policies" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "label_policies_viewer_select" on "label_policies" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

alter table memories enable row level security

alter table memories force row level security

create policy "memories_index" on "memories" for select to "vouch_index" using (true)

create policy "memories_system" on "memories" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "memories_viewer_delete" on "memories" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "memories_viewer_insert" on "memories" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "memories_viewer_select" on "memories" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "memories_viewer_update" on "memories" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY')) with check (tenant = (select viewer_tenant()))

alter table pathway_states enable row level security

alter table pathway_states force row level security

create policy "pathway_states_system" on "pathway_states" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "pathway_states_viewer_insert" on "pathway_states" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "pathway_states_viewer_select" on "pathway_states" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "pathway_states_viewer_update" on "pathway_states" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table pathway_traces enable row level security

alter table pathway_traces force row level security

create policy "pathway_traces_system" on "pathway_traces" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "pathway_traces_viewer_insert" on "pathway_traces" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "pathway_traces_viewer_select" on "pathway_traces" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "pathway_traces_viewer_update" on "pathway_traces" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table pathway_vectors enable row level security

alter table pathway_vectors force row level security

create policy "pathway_vectors_system" on "pathway_vectors" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "pathway_vectors_viewer_insert" on "pathway_vectors" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "pathway_vectors_viewer_select" on "pathway_vectors" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

alter table pathways enable row level security

alter table pathways force row level security

create policy "pathways_system" on "pathways" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "pathways_viewer_insert" on "pathways" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "pathways_viewer_select" on "pathways" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "pathways_viewer_update" on "pathways" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table project_state enable row level security

alter table project_state force row level security

create policy "project_state_viewer_insert" on "project_state" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}')))

create policy "project_state_viewer_select" on "project_state" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "project_state_viewer_update" on "project_state" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}'))) with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}')))

alter table project_state_versions enable row level security

alter table project_state_versions force row level security

create policy "project_state_versions_viewer_insert" on "project_state_versions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}')))

create policy "project_state_versions_viewer_select" on "project_state_versions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "project_state_versions_viewer_update" on "project_state_versions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}'))) with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}')))

alter table revisions enable row level security

alter table revisions force row level security

create policy "revisions_index" on "revisions" for select to "vouch_index" using (true)

create policy "revisions_system" on "revisions" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "revisions_viewer_delete" on "revisions" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = revisions.tenant and seen.id = revisions.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = revisions.tenant and seen.id = revisions.entity_id offset 0))))

create policy "revisions_viewer_insert" on "revisions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "revisions_viewer_select" on "revisions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = revisions.tenant and seen.id = revisions.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = revisions.tenant and seen.id = revisions.entity_id offset 0))))

create policy "revisions_viewer_update" on "revisions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = revisions.tenant and seen.id = revisions.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = revisions.tenant and seen.id = revisions.entity_id offset 0)))) with check (tenant = (select viewer_tenant()))

alter table sightings enable row level security

alter table sightings force row level security

create policy "sightings_index" on "sightings" for select to "vouch_index" using (true)

create policy "sightings_system" on "sightings" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "sightings_viewer_delete" on "sightings" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = sightings.tenant and seen.id = sightings.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = sightings.tenant and seen.id = sightings.entity_id offset 0))))

create policy "sightings_viewer_insert" on "sightings" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "sightings_viewer_select" on "sightings" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = sightings.tenant and seen.id = sightings.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = sightings.tenant and seen.id = sightings.entity_id offset 0))))

create policy "sightings_viewer_update" on "sightings" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = sightings.tenant and seen.id = sightings.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = sightings.tenant and seen.id = sightings.entity_id offset 0)))) with check (tenant = (select viewer_tenant()))

alter table trace_subjects enable row level security

alter table trace_subjects force row level security

create policy "trace_subjects_system" on "trace_subjects" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "trace_subjects_viewer_insert" on "trace_subjects" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "trace_subjects_viewer_select" on "trace_subjects" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

alter table unjudged_memories enable row level security

alter table unjudged_memories force row level security

create policy "unjudged_memories_index" on "unjudged_memories" for select to "vouch_index" using (true)

create policy "unjudged_memories_system" on "unjudged_memories" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "unjudged_memories_viewer_insert" on "unjudged_memories" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "unjudged_memories_viewer_select" on "unjudged_memories" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "unjudged_memories_viewer_update" on "unjudged_memories" for update to "vouch_viewer" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table verification_readings enable row level security

alter table verification_readings force row level security

create policy "verification_readings_system" on "verification_readings" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "verification_readings_viewer_insert" on "verification_readings" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "verification_readings_viewer_select" on "verification_readings" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from interactions seen where seen.tenant = verification_readings.tenant and seen.id = verification_readings.interaction_id offset 0))

alter table votes enable row level security

alter table votes force row level security

create policy "votes_system" on "votes" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "votes_viewer_delete" on "votes" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = votes.tenant and seen.id = votes.memory_id offset 0) and user_id = (select viewer_user()))

create policy "votes_viewer_insert" on "votes" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "votes_viewer_select" on "votes" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = votes.tenant and seen.id = votes.memory_id offset 0))

alter table waves enable row level security

alter table waves force row level security

create policy "waves_system" on "waves" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "waves_viewer_insert" on "waves" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "waves_viewer_select" on "waves" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (started_by = (select viewer_user()) or (select viewer_has_role('{reviewer,auditor,admin}')) or exists (select 1 from documents seen where seen.tenant = waves.tenant and seen.wave_id = waves.id offset 0)))

create policy "waves_viewer_update" on "waves" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (started_by = (select viewer_user()) or (select viewer_has_role('{reviewer,auditor,admin}')) or exists (select 1 from documents seen where seen.tenant = waves.tenant and seen.wave_id = waves.id offset 0))) with check (tenant = (select viewer_tenant()))

alter table workflow_items enable row level security

alter table workflow_items force row level security

create policy "workflow_items_system" on "workflow_items" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "workflow_items_viewer_insert" on "workflow_items" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "workflow_items_viewer_select" on "workflow_items" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from extractions seen where seen.tenant = workflow_items.tenant and seen.id = workflow_items.extraction_id offset 0))

create policy "workflow_items_viewer_update" on "workflow_items" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from extractions seen where seen.tenant = workflow_items.tenant and seen.id = workflow_items.extraction_id offset 0)) with check (tenant = (select viewer_tenant()))
