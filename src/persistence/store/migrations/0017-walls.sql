-- The same sight in fewer parts: each `(select …)`, and each plan that is kept beside another, costs a statement whether it is asked for or not.
drop policy "audit_texts_viewer_select" on "audit_texts"

drop policy "contradictions_viewer_select" on "contradictions"

drop policy "contradictions_viewer_update" on "contradictions"

drop policy "dropped_statements_viewer_select" on "dropped_statements"

drop policy "dropped_statements_viewer_update" on "dropped_statements"

drop policy "entity_relations_viewer_delete" on "entity_relations"

drop policy "entity_relations_viewer_select" on "entity_relations"

drop policy "entity_relations_viewer_update" on "entity_relations"

drop policy "evidence_viewer_select" on "evidence"

drop policy "extractions_viewer_select" on "extractions"

drop policy "extractions_viewer_update" on "extractions"

drop policy "extraction_reports_viewer_select" on "extraction_reports"

drop policy "extraction_reports_viewer_update" on "extraction_reports"

drop policy "fingerprints_viewer_delete" on "fingerprints"

drop policy "graph_entities_viewer_delete" on "graph_entities"

drop policy "graph_entities_viewer_select" on "graph_entities"

drop policy "graph_entities_viewer_update" on "graph_entities"

drop policy "interactions_viewer_select" on "interactions"

drop policy "interactions_viewer_update" on "interactions"

drop policy "label_decisions_viewer_select" on "label_decisions"

drop policy "label_decisions_viewer_update" on "label_decisions"

drop policy "memories_viewer_delete" on "memories"

drop policy "memories_viewer_select" on "memories"

drop policy "memories_viewer_update" on "memories"

drop policy "revisions_viewer_delete" on "revisions"

drop policy "revisions_viewer_select" on "revisions"

drop policy "revisions_viewer_update" on "revisions"

drop policy "sightings_viewer_delete" on "sightings"

drop policy "sightings_viewer_select" on "sightings"

drop policy "sightings_viewer_update" on "sightings"

drop policy "verification_readings_viewer_select" on "verification_readings"

drop policy "votes_viewer_delete" on "votes"

drop policy "votes_viewer_select" on "votes"

drop policy "waves_viewer_select" on "waves"

drop policy "waves_viewer_update" on "waves"

drop policy "workflow_items_viewer_select" on "workflow_items"

drop policy "workflow_items_viewer_update" on "workflow_items"

create policy "audit_texts_viewer_select" on "audit_texts" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{auditor,admin}')) and (target_type is distinct from 'Memory' or exists (select 1 from memories seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Entity' or exists (select 1 from graph_entities seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Interaction' or exists (select 1 from interactions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Document' or exists (select 1 from documents seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Wave' or exists (select 1 from waves seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Extraction' or exists (select 1 from extractions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'WorkflowItem' or exists (select 1 from workflow_items seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Contradiction' or exists (select 1 from contradictions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)))

create policy "contradictions_viewer_select" on "contradictions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select count(*) from memories seen where seen.tenant = contradictions.tenant and seen.id in (contradictions.older_id, contradictions.newer_id) and (seen.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), seen.sensitivity_labels) is null)) = 2)

create policy "contradictions_viewer_update" on "contradictions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select count(*) from memories seen where seen.tenant = contradictions.tenant and seen.id in (contradictions.older_id, contradictions.newer_id) and (seen.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), seen.sensitivity_labels) is null)) = 2) with check (tenant = (select viewer_tenant()))

create policy "dropped_statements_viewer_select" on "dropped_statements" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "dropped_statements_viewer_update" on "dropped_statements" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

create policy "entity_relations_viewer_delete" on "entity_relations" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.from_id offset 0) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.to_id offset 0))

create policy "entity_relations_viewer_select" on "entity_relations" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.from_id offset 0) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.to_id offset 0))

create policy "entity_relations_viewer_update" on "entity_relations" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.from_id offset 0) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.to_id offset 0)) with check (tenant = (select viewer_tenant()))

create policy "evidence_viewer_select" on "evidence" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = evidence.tenant and seen.id = evidence.memory_id offset 0))

create policy "extractions_viewer_select" on "extractions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((((select viewer_has_role('{reviewer,auditor,admin}')) or recorded_by = (select viewer_user())) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) or (recorded_by is null and (exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0)))) and (recorded_by is not null or (select viewer_label_rules()) is null or not extraction_is_denied(id)))

create policy "extractions_viewer_update" on "extractions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((((select viewer_has_role('{reviewer,auditor,admin}')) or recorded_by = (select viewer_user())) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) or (recorded_by is null and (exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id offset 0)))) and (recorded_by is not null or (select viewer_label_rules()) is null or not extraction_is_denied(id))) with check (tenant = (select viewer_tenant()))

create policy "extraction_reports_viewer_select" on "extraction_reports" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((wave_id is not null and exists (select 1 from waves seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.wave_id offset 0)) or (interaction_id is not null and exists (select 1 from interactions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.interaction_id offset 0)) or (extraction_id is not null and exists (select 1 from extractions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.extraction_id offset 0))))

create policy "extraction_reports_viewer_update" on "extraction_reports" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((wave_id is not null and exists (select 1 from waves seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.wave_id offset 0)) or (interaction_id is not null and exists (select 1 from interactions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.interaction_id offset 0)) or (extraction_id is not null and exists (select 1 from extractions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.extraction_id offset 0)))) with check (tenant = (select viewer_tenant()))

create policy "fingerprints_viewer_delete" on "fingerprints" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = fingerprints.tenant and seen.id = fingerprints.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = fingerprints.tenant and seen.id = fingerprints.entity_id offset 0))))

create policy "graph_entities_viewer_delete" on "graph_entities" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "graph_entities_viewer_select" on "graph_entities" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "graph_entities_viewer_update" on "graph_entities" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY')) with check (tenant = (select viewer_tenant()))

create policy "interactions_viewer_select" on "interactions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "interactions_viewer_update" on "interactions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) with check (tenant = (select viewer_tenant()))

create policy "label_decisions_viewer_select" on "label_decisions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = label_decisions.tenant and seen.id = label_decisions.memory_id offset 0))

create policy "label_decisions_viewer_update" on "label_decisions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = label_decisions.tenant and seen.id = label_decisions.memory_id offset 0)) with check (tenant = (select viewer_tenant()))

create policy "memories_viewer_delete" on "memories" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "memories_viewer_select" on "memories" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY'))

create policy "memories_viewer_update" on "memories" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}'))) and not is_personal and (audience = '{}' or audience && (select viewer_groups())) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), sensitivity_labels) is distinct from 'DENY')) with check (tenant = (select viewer_tenant()))

create policy "revisions_viewer_delete" on "revisions" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = revisions.tenant and seen.id = revisions.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = revisions.tenant and seen.id = revisions.entity_id offset 0))))

create policy "revisions_viewer_select" on "revisions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = revisions.tenant and seen.id = revisions.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = revisions.tenant and seen.id = revisions.entity_id offset 0))))

create policy "revisions_viewer_update" on "revisions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = revisions.tenant and seen.id = revisions.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = revisions.tenant and seen.id = revisions.entity_id offset 0)))) with check (tenant = (select viewer_tenant()))

create policy "sightings_viewer_delete" on "sightings" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = sightings.tenant and seen.id = sightings.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = sightings.tenant and seen.id = sightings.entity_id offset 0))))

create policy "sightings_viewer_select" on "sightings" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = sightings.tenant and seen.id = sightings.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = sightings.tenant and seen.id = sightings.entity_id offset 0))))

create policy "sightings_viewer_update" on "sightings" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = sightings.tenant and seen.id = sightings.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = sightings.tenant and seen.id = sightings.entity_id offset 0)))) with check (tenant = (select viewer_tenant()))

create policy "verification_readings_viewer_select" on "verification_readings" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from interactions seen where seen.tenant = verification_readings.tenant and seen.id = verification_readings.interaction_id offset 0))

create policy "votes_viewer_delete" on "votes" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = votes.tenant and seen.id = votes.memory_id offset 0) and user_id = (select viewer_user()))

create policy "votes_viewer_select" on "votes" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from memories seen where seen.tenant = votes.tenant and seen.id = votes.memory_id offset 0))

create policy "waves_viewer_select" on "waves" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (started_by = (select viewer_user()) or (select viewer_has_role('{reviewer,auditor,admin}')) or exists (select 1 from documents seen where seen.tenant = waves.tenant and seen.wave_id = waves.id offset 0)))

create policy "waves_viewer_update" on "waves" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (started_by = (select viewer_user()) or (select viewer_has_role('{reviewer,auditor,admin}')) or exists (select 1 from documents seen where seen.tenant = waves.tenant and seen.wave_id = waves.id offset 0))) with check (tenant = (select viewer_tenant()))

create policy "workflow_items_viewer_select" on "workflow_items" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from extractions seen where seen.tenant = workflow_items.tenant and seen.id = workflow_items.extraction_id offset 0))

create policy "workflow_items_viewer_update" on "workflow_items" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from extractions seen where seen.tenant = workflow_items.tenant and seen.id = workflow_items.extraction_id offset 0)) with check (tenant = (select viewer_tenant()))
